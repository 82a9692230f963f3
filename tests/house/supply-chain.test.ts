import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (...path: readonly string[]): string => readFileSync(join(root, ...path), 'utf8')

interface Package {
  readonly dev?: boolean
  readonly optional?: boolean
  readonly devOptional?: boolean
  readonly peer?: boolean
  readonly license?: string
  readonly hasInstallScript?: boolean
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
}

const packages = Object.entries(JSON.parse(read('package-lock.json')).packages as Record<string, Package>)
/** What is installed with assay. */
const atRunTime = packages.filter(
  ([path, { dev, optional, devOptional, peer }]) => path !== '' && !dev && !optional && !devOptional && !peer,
)
/** Licences whose packages may be used and passed on beside MIT code. */
const LICENCES = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'BlueOak-1.0.0']

const those = (which: (each: Package) => boolean): string[] =>
  atRunTime.filter(([, each]) => which(each)).map(([path]) => path)

describe('packages at run time', () => {
  test('are few, and all of those that package.json names are among them', () => {
    const manifest = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
    const names = atRunTime.map(([path]) => path)
    expect(names).toEqual(
      expect.arrayContaining(Object.keys(manifest.dependencies).map((name) => `node_modules/${name}`)),
    )
    expect(names.length).toBeLessThan(15)
  })

  test('run nothing when they are installed', () => {
    expect(those(({ hasInstallScript }) => hasInstallScript === true)).toEqual([])
    // The lock file leaves the mark out where it was made without looking: the packages themselves are asked, too.
    const running = atRunTime
      .map(([path]) => join(root, path, 'package.json'))
      .filter((path) => existsSync(path))
      .filter((path) => {
        const { scripts = {} } = JSON.parse(readFileSync(path, 'utf8')) as { scripts?: Record<string, string> }
        return ['preinstall', 'install', 'postinstall'].some((name) => scripts[name] !== undefined)
      })
    expect(running).toEqual([])
  })

  test('have licences that are allowed', () => {
    expect(those(({ license }) => license === undefined || !LICENCES.includes(license))).toEqual([])
  })

  test('are known by their content, and come from the registry', () => {
    expect(those(({ integrity }) => !/^sha512-/.test(integrity ?? ''))).toEqual([])
    expect(
      those(({ resolved = 'https://registry.npmjs.org/' }) => !resolved.startsWith('https://registry.npmjs.org/')),
    ).toEqual([])
    expect(those(({ link }) => link === true)).toEqual([])
  })
})

test('packages whose code is part of ours have licences that are allowed, and the text of each comes along', () => {
  const { dependencies, peerDependencies, devDependencies } = JSON.parse(read('package.json'))
  const bundled = [...read('dist/third-party-licences.txt').matchAll(/^([@\w][\w./-]*) \d[\w.-]* \((.+)\)\n\n(.+)/gm)]
  expect(bundled.map(([, name]) => name)).toEqual(expect.arrayContaining(['allure-js-commons', 'cookie', 'fastify']))
  expect(bundled.filter(([, , license = '']) => !LICENCES.includes(license)).map(([line]) => line)).toEqual([])
  // What is both would run in two copies, of which one is never mended.
  expect(bundled.filter(([, name = '']) => name in { ...dependencies, ...peerDependencies })).toEqual([])
  expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(['allure-js-commons', 'fastify']))
})

test('actions of others are pinned to a commit, with its version beside it', () => {
  const uses = ['action.yml', 'docs/ci.md', 'docs/releasing.md']
    .flatMap((path) => read(path).split('\n'))
    .flatMap((line) => /^\s*-?\s*uses:\s*(.*)$/.exec(line)?.[1] ?? [])
    .filter((each) => !each.endsWith(`/assay@v${JSON.parse(read('package.json')).version}`))
  expect(uses.length).toBeGreaterThan(0)
  expect(uses.filter((each) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(each))).toEqual([])
})

test('the licence that package.json names is the one that comes along', () => {
  const { license, files } = JSON.parse(read('package.json')) as { license: string; files: string[] }
  expect(files).toContain('LICENSE')
  expect(read('LICENSE')).toMatch(new RegExp(`^${license} License\n\nCopyright \\(c\\) \\d{4} The Assay authors\n`))
})
