import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { emptyFolder } from '../command.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const example = join(root, 'examples/lending')
const PACKAGE = 'assay'
const LEAST_FLAWS = 60
const LEAST_VARIANTS = 15

const sources = readdirSync(example, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !/^(node_modules|dist)\//.test(name),
)

/** A copy of the example beside the tarball unpacked where npm would put it, with the dependencies of this repository. */
function installed(): string {
  const folder = emptyFolder()
  const copy = join(folder, 'lending')
  cpSync(example, copy, { recursive: true, filter: (name) => !/\/(node_modules|dist)$/.test(name) })
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: root }).toString(),
  )
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, PACKAGE), { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '--strip-components=1', '-C', join(modules, PACKAGE)])
  const known = join(root, 'node_modules')
  for (const name of readdirSync(known)) symlinkSync(join(known, name), join(modules, name))
  return copy
}

let folder = ''

beforeAll(() => {
  folder = installed()
}, 120_000)

function run(script: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(folder, script), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  return new Promise((done) => child.on('close', (code) => done({ code, output })))
}

const modules = (script: string): string => join('node_modules', script)

interface Tested {
  readonly status: string
  readonly title: string
  readonly ancestorTitles: readonly string[]
}

describe.concurrent('a suite of another team, on the packed tarball alone', { timeout: 120_000 }, () => {
  test('its files import the package, Node and each other', () => {
    const strays = sources.flatMap((name) => {
      const text = readFileSync(join(example, name), 'utf8')
      const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, from = '']) => from)
      return imports.filter((from) => !isAllowed(name, from)).map((from) => `${name} imports ${from}`)
    })
    expect(strays).toEqual([])
  })

  test('it compiles against the types of the package', async () => {
    const { code, output } = await run(modules('typescript/bin/tsc'), [])
    expect(code, output).toBe(0)
  })

  test('its own command judges a deployment, and the page names no other service', async () => {
    await run(modules('typescript/bin/tsc'), ['--project', 'tsconfig.build.json'])
    const { startLibrary } = await import(pathToFileURL(join(folder, 'dist/reference/index.js')).href)
    const library = await startLibrary({ timeScale: 20 })
    writeFileSync(join(folder, 'target.json'), JSON.stringify(library.targetFile()))
    const { code, output } = await run('dist/judge.js', ['target.json']).finally(() => library.close())
    expect(code, output).toBe(0)
    const page = readFileSync(join(folder, 'report.html'), 'utf8')
    expect(page).toContain('lib.hold.order')
    expect(`${output}${page}`).not.toMatch(/payment|messaging/i)
  })

  test('its checks accuse no variant of its reference and meet every flaw', async () => {
    const { code, output } = await run(modules('vitest/vitest.mjs'), [
      'run',
      '--reporter',
      'json',
      '--outputFile',
      'tests.json',
    ])
    expect(code, output).toBe(0)
    const { testResults } = JSON.parse(readFileSync(join(folder, 'tests.json'), 'utf8'))
    const tests: Tested[] = testResults.flatMap((file: { assertionResults: Tested[] }) => file.assertionResults)
    const passed = (group: string): number =>
      tests.filter(({ ancestorTitles, status }) => ancestorTitles.includes(group) && status === 'passed').length
    expect(passed('no variant is accused')).toBeGreaterThanOrEqual(LEAST_VARIANTS)
    expect(passed('every flaw turns red exactly what it breaks')).toBeGreaterThanOrEqual(LEAST_FLAWS)
    expect(tests.filter(({ status }) => status === 'failed')).toEqual([])
  })
})

/** The test runner is imported by tests only, the package by its name only, and no path leads out of the example. */
function isAllowed(name: string, from: string): boolean {
  if (from.startsWith('.')) return resolve(example, dirname(name), from).startsWith(`${example}/`)
  if (from === 'vitest') return name.endsWith('.test.ts')
  return from.startsWith('node:') || from.startsWith(`${PACKAGE}/`)
}
