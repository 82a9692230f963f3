import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../kit/report/report.ts'
import { emptyFolder, nodeScript } from '../command.ts'
import { closedPort } from '../servers.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const PACKAGE = 'assay-conformance'
const LEAST_FLAWS = 12
const LEAST_VARIANTS = 8

/** Suites of documents of their own: whoever adds one adds its folder, and nothing here. */
const suites = readdirSync(join(root, 'examples')).filter((name) => {
  const manifest = join(root, 'examples', name, 'package.json')
  return existsSync(manifest) && PACKAGE in (JSON.parse(readFileSync(manifest, 'utf8')).dependencies ?? {})
})

const sourcesOf = (example: string): string[] =>
  readdirSync(example, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/^(node_modules|dist)\//.test(name),
  )

let tarball = ''

beforeAll(() => {
  const folder = emptyFolder()
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: root }).toString(),
  )
  tarball = join(folder, packed.filename)
}, 120_000)

/** A copy of an example beside the tarball unpacked where npm would put it, with the dependencies of this repository. */
function installed(example: string): string {
  const copy = join(emptyFolder(), 'copy')
  cpSync(example, copy, { recursive: true, filter: (name) => !/\/(node_modules|dist)$/.test(name) })
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, PACKAGE), { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', join(modules, PACKAGE)])
  const known = join(root, 'node_modules')
  for (const name of readdirSync(known)) symlinkSync(join(known, name), join(modules, name))
  return copy
}

const runIn = (folder: string, script: string, args: readonly string[]) =>
  nodeScript(join(folder, script), args, folder)

const modules = (script: string): string => join('node_modules', script)

interface Tested {
  readonly status: string
  readonly title: string
  readonly ancestorTitles: readonly string[]
}

test('there is a suite of another team', () => {
  expect(suites).toContain('lending')
})

describe.concurrent.each(suites)('%s, a suite of another team, on the packed tarball alone', (name) => {
  const example = join(root, 'examples', name)
  let folder = ''
  beforeAll(() => {
    folder = installed(example)
  }, 120_000)

  test('its files import the package, Node and each other', ({ expect }) => {
    const strays = sourcesOf(example).flatMap((file) => {
      const text = readFileSync(join(example, file), 'utf8')
      const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, from = '']) => from)
      return imports.filter((from) => !isAllowed(example, file, from)).map((from) => `${file} imports ${from}`)
    })
    expect(strays).toEqual([])
  })

  test('it compiles against the types of the package', async ({ expect }) => {
    const { code, output } = await runIn(folder, modules('typescript/bin/tsc'), [])
    expect(code, output).toBe(0)
  })

  test('it can be published with its types', async ({ expect }) => {
    const flags = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', 'types']
    const { code, output } = await runIn(folder, modules('typescript/bin/tsc'), flags)
    expect(code, output).toBe(0)
  })

  test('its own command judges its reference, and names no other service', async ({ expect }) => {
    await runIn(folder, modules('typescript/bin/tsc'), ['--project', 'tsconfig.build.json'])
    const command = (...args: string[]) => runIn(folder, 'dist/command.js', args)
    const { code, output } = await command('run', '--html', 'report.html', '--json', 'report.json')
    expect(code, output).toBe(0)
    const page = readFileSync(join(folder, 'report.html'), 'utf8')
    expect(page).toContain('<h1 id="verdict">')
    const [plan, list, help] = await Promise.all([command('plan'), command('list'), command('--help')])
    expect([plan, list, help].map((each) => each.code)).toEqual([0, 0, 0])
    expect([output, page, plan.output, list.output, help.output].join('\n')).not.toMatch(/payment|messaging/i)
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
    const kept = report.requirements.find(({ verdict, judgements }) => verdict === 'pass' && judgements.length === 1)
    const explained = await command('explain', kept?.id ?? '')
    expect(explained.output).toMatch(
      /^Kept, as the reference does it\n.*^Broken, as the reference does with the flaw /ms,
    )
    const [mistaken, unread, unreachable] = await Promise.all([
      command('run', '--only', 'nothing.like.it'),
      command('run', '--config', 'no-such-file.yaml'),
      command('run', `--${report.services[0]?.id}`, await closedPort()),
    ])
    expect([mistaken, unread, unreachable].map((each) => each.code)).toEqual([2, 2, 5])
    expect(mistaken.output).toMatch(/^\w+: --only nothing\.like\.it: no check/m)
  })

  test('its checks accuse no variant of its reference and meet every flaw', async ({ expect }) => {
    const { code, output } = await runIn(folder, modules('vitest/vitest.mjs'), [
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
function isAllowed(example: string, name: string, from: string): boolean {
  if (from.startsWith('.')) return resolve(example, dirname(name), from).startsWith(`${example}/`)
  if (from === 'vitest') return name.endsWith('.test.ts')
  return from.startsWith('node:') || from.startsWith(`${PACKAGE}/`)
}
