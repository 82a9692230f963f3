import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { emptyFolder, nodeScript } from '../command.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const LARGEST_BYTES = 2_000_000

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

let folder = ''
let packed: { filename: string; size: number; files: { path: string }[] }

/** The tarball unpacked where npm would put it, with what npm would install beside it. */
beforeAll(() => {
  folder = emptyFolder()
  const out = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: root })
  packed = JSON.parse(out.toString())[0]
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, 'assay-conformance'), { recursive: true })
  execFileSync('tar', [
    '-xzf',
    join(folder, packed.filename),
    '--strip-components=1',
    '-C',
    join(modules, 'assay-conformance'),
  ])
  for (const name of Object.keys(manifest.dependencies)) provide(name)
}, 120_000)

/** A package of this repository; what it depends on itself is found where it really is. */
function provide(name: string): void {
  symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
}

const run = (command: string, args: readonly string[]) =>
  nodeScript(join(folder, 'node_modules', command), args, folder)

test('the tarball is small and holds what a run needs, and no test', () => {
  expect(packed.size).toBeLessThan(LARGEST_BYTES)
  const paths = packed.files.map(({ path }) => path)
  for (const path of [
    'bin.mjs',
    'dist/cli/main.js',
    'dist/reporters/html/assets/page.js',
    'dist/suites/payment/index.js',
    'README.md',
  ])
    expect(paths).toContain(path)
  expect(paths.filter((path) => /^dist\/.*\.test\.|\.tsbuildinfo|^tests\//.test(path))).toEqual([])
})

test('its command is there before anything is built, and says so', async () => {
  const bare = emptyFolder()
  copyFileSync(join(root, 'bin.mjs'), join(bare, 'bin.mjs'))
  const { code, output } = await nodeScript(join(bare, 'bin.mjs'), [], bare)
  expect([code, output]).toEqual([2, 'assay is not built in this folder yet: npm ci && npm run build\n'])
  expect(statSync(join(root, 'bin.mjs')).mode & 0o111).toBe(0o111)
})

test('every file that its texts link is in it', () => {
  const known = new Set(packed.files.map(({ path }) => path))
  const isThere = (path: string): boolean => known.has(path) || [...known].some((each) => each.startsWith(`${path}/`))
  const linked = [...known]
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => {
      const links = readFileSync(join(root, path), 'utf8').matchAll(/\]\((?!\w+:|#)([^)#]+)/g)
      return [...links].map(([, link = '']) => ({ path, link, file: join(dirname(path), link) }))
    })
  expect(linked.length).toBeGreaterThan(20)
  expect(linked.filter(({ file }) => !isThere(file))).toEqual([])
})

test('every door of it leads to a module and its types', async () => {
  const paths = packed.files.map(({ path }) => `./${path}`)
  const doors = Object.entries<string | Record<string, string>>(manifest.exports).filter(
    ([door]) => !/json$/.test(door),
  )
  for (const [door, ways] of doors)
    for (const way of Object.values(ways)) expect(paths, `${door}: ${way}`).toContain(way)
  const names = doors.map(([door]) => door.replace('.', manifest.name)).filter((name) => !name.endsWith('/vitest'))
  writeFileSync(
    join(folder, 'doors.mjs'),
    `for (const name of ${JSON.stringify(names)}) if (Object.keys(await import(name)).length === 0) throw new Error(name)
const { judge } = await import('${manifest.name}')
await judge({ target: 'none.yaml' }).catch(({ name }) => console.log(name))
`,
  )
  const { code, output } = await run('../doors.mjs', [])
  expect(code, output).toBe(0)
  expect(output).toBe('TargetFileError\n')
})

test('installed in an empty folder it judges all parties of the embedded reference, and writes its page', {
  timeout: 120_000,
}, async () => {
  const { output } = await run('assay-conformance/bin.mjs', ['run', '--html', 'report.html', '--json', 'report.json'])
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
  expect(
    report.services.map(({ id }: { id: string }) => id),
    output,
  ).toEqual(['payment', 'messaging', 'paymentReceiver', 'messagingReceiver', 'paymentCaller', 'messagingCaller'])
  expect(report.faults).toEqual([])
  expect(report.requirements.filter(({ verdict }: { verdict: string }) => verdict === 'pass').length).toBeGreaterThan(
    400,
  )
  expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('<h1 id="verdict">')
})

test('what it names as optional is none of what the command needs, and is asked for by name', async () => {
  for (const name of Object.keys(manifest.peerDependencies)) {
    expect(manifest.peerDependenciesMeta[name]).toEqual({ optional: true })
    expect(manifest.dependencies[name]).toBeUndefined()
  }
  writeFileSync(join(folder, 'alone.mjs'), "import { assay } from 'assay-conformance/vitest'\nawait assay()\n")
  const { code, output } = await run('../alone.mjs', [])
  expect(code).toBe(1)
  expect(output).toContain('vitest is not installed: npm install --save-dev vitest')
})

test('the checks run inside a vitest file of the user through one import', { timeout: 120_000 }, async () => {
  provide('vitest')
  writeFileSync(
    join(folder, 'promises.test.mjs'),
    `import { assay } from 'assay-conformance/vitest'
import { expect } from 'vitest'
await assay({ only: ['pay.idempotency.*'], onReport: (report) => expect(report.outcome.exitCode).toBe(0) })
`,
  )
  const { code, output } = await run('vitest/vitest.mjs', ['run', 'promises.test.mjs', '--reporter', 'verbose'])
  expect(code, output).toBe(0)
  expect(output).toMatch(/✓ promises\.test\.mjs > main > /)
  expect(output).toMatch(/Tests\s+\d+ passed \| \d+ skipped/)
})
