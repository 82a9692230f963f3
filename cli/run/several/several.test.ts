import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Target } from '../../../kit/target/target.ts'
import { emptyFolder } from '../../../tests/command.ts'
import { worstCode } from '../worst-code.ts'
import { assertApart, sharedElsewhere } from './clashes.ts'
import { configsIn } from './configs.ts'
import { matrixFiles } from './matrix-files.ts'
import { flagsFor } from './places.ts'

function folderWith(...paths: readonly string[]): string {
  const folder = emptyFolder()
  for (const path of paths) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), '')
  }
  return folder
}

describe('the files that are meant', () => {
  const folder = folderWith('a.yaml', 'eu/pay.yaml', 'us/pay.yaml', 'us/.hidden.yaml', 'us/deep/b.json', 'read.md')
  const meant = (...paths: readonly string[]) => configsIn(paths, folder).map(({ path }) => path)

  test('paths, patterns of one folder and of all below, each once', () => {
    expect(meant('a.yaml', '*.yaml')).toEqual(['a.yaml'])
    expect(meant('*/pay.yaml')).toEqual(['eu/pay.yaml', 'us/pay.yaml'])
    expect(meant('**/*.yaml')).toEqual(['a.yaml', 'eu/pay.yaml', 'us/pay.yaml'])
    expect(meant('us/**/?.json')).toEqual(['us/deep/b.json'])
    expect(meant(`${folder}/eu/*`)).toEqual([`${folder}/eu/pay.yaml`])
  })

  test('names tell them apart', () => {
    expect(configsIn(['eu/pay.yaml', 'us/pay.yaml', 'a.yaml'], folder).map(({ name }) => name)).toEqual([
      'eu-pay',
      'us-pay',
      'a',
    ])
    expect(configsIn(['x/a.yaml', 'x/a.json'], folder).map(({ name }) => name)).toEqual(['a.yaml', 'a.json'])
  })

  test('a pattern that means nothing is refused', () => {
    expect(() => meant('*.toml')).toThrow('--config *.toml: names no file')
  })
})

describe('where each report goes', () => {
  const folder = emptyFolder()
  const config = { name: 'eu', path: 'eu.yaml' }

  test('into a folder, or as a pattern says; what is read follows a pattern as well', () => {
    const flags = flagsFor(
      {
        html: `${folder}/`,
        junit: join(folder, 'all', '{name}', 'r.xml'),
        baseline: 'known/{name}.yaml',
        certify: true,
      },
      config,
    )
    expect(flags).toMatchObject({
      config: 'eu.yaml',
      html: join(folder, 'eu.html'),
      junit: join(folder, 'all', 'eu', 'r.xml'),
      baseline: 'known/eu.yaml',
      bundle: 'eu.assay-bundle.jsonl',
    })
  })

  test.for([
    [
      { json: 'r.json' },
      '--json r.json: several targets, a pattern or --matrix make one report each; name a folder (r.json/), or a pattern such as r-{name}.json',
    ],
    [{ junit: '-' }, '--junit -: several targets'],
    [
      { deliveries: 'd.jsonl' },
      '--deliveries d.jsonl: holds the webhooks of one target; name a pattern such as d-{name}.jsonl',
    ],
    [{ bundle: 'b.jsonl', certify: true }, '--bundle b.jsonl: several targets'],
  ] as const)('%o is refused', ([flags, message]) => {
    expect(() => flagsFor(flags, config)).toThrow(message)
  })

  test('a matrix goes where its name says what it is', () => {
    expect(matrixFiles([join(folder, 'm.html'), join(folder, 'm.md')]).map(({ format }) => format)).toEqual([
      'html',
      'markdown',
    ])
    expect(() => matrixFiles(['m.pdf'])).toThrow('--matrix m.pdf: name a file that ends in .html, .md or .json')
  })
})

describe('targets that cannot be judged at one time', () => {
  const target = (port: number, key: string, host = '127.0.0.1', baseUrl = 'http://a'): Target =>
    ({ webhooks: { listen: { host, port } }, services: { library: { baseUrl, keys: { members: [key] } } } }) as never
  const both = (a: Target, b: Target) =>
    assertApart([
      { path: 'a.yaml', target: a },
      { path: 'b.yaml', target: b },
    ])

  test('listen at one address, or spend the rate of one key', () => {
    expect(() => both(target(8787, 'x'), target(8787, 'y', '0.0.0.0'))).toThrow(
      'a.yaml, b.yaml: both listen for webhooks on 127.0.0.1:8787 (webhooks.listen)',
    )
    expect(() => both(target(0, 'x'), target(0, 'x'))).toThrow('both use the key library.keys.members of one service')
  })

  test('are named all at once, and never by their keys', () => {
    const filed = [target(8787, 'secret-x'), target(8787, 'y'), target(8787, 'secret-x')].map((each, at) => ({
      path: `${at}.yaml`,
      target: each,
    }))
    const said = (): string => {
      try {
        assertApart(filed)
        return ''
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(said().split('\n')).toEqual([
      expect.stringMatching(/^0\.yaml, 1\.yaml, 2\.yaml: all 3 listen for webhooks on 127\.0\.0\.1:8787 /),
      expect.stringMatching(/^0\.yaml, 2\.yaml: both use the key library\.keys\.members of one service, /),
    ])
    expect(said()).not.toContain('secret-x')
  })

  test('share a key of one service however its address is written', () => {
    const spelled = (one: string, other: string) => () =>
      both(target(0, 'x', '127.0.0.1', one), target(0, 'x', '127.0.0.1', other))
    for (const other of ['http://localhost:8080/', 'http://[::1]:8080', 'http://LOCALHOST:8080'])
      expect(spelled('http://127.0.0.1:8080', other)).toThrow('both use the key library.keys.members of one service')
    for (const other of ['http://localhost:8081', 'https://localhost:8080', 'http://localhost:8080/api'])
      expect(spelled('http://127.0.0.1:8080', other)).not.toThrow()
  })

  test('may be one service at two addresses, and are told so where a key is the same', () => {
    const filed = ['http://a', 'http://b', 'http://a'].map((baseUrl, at) => ({
      path: `${at}.yaml`,
      target: target(0, at === 2 ? 'y' : 'secret-x', '127.0.0.1', baseUrl),
    }))
    const [first, second, third] = sharedElsewhere(filed)
    expect(first).toEqual([
      expect.stringMatching(
        /^1\.yaml is judged at the same time with the same library\.keys\.members at another address: /,
      ),
    ])
    expect(second?.join()).toMatch(
      /^0\.yaml is judged at the same time .*; --parallel 1 judges them one after the other$/,
    )
    expect(third).toEqual([])
    expect([first, second].join()).not.toContain('secret-x')
  })

  test('others are', () => {
    expect(() => both(target(0, 'x'), target(0, 'y'))).not.toThrow()
    expect(() => both(target(0, 'x'), target(0, 'x', '127.0.0.1', 'http://b'))).not.toThrow()
    expect(() => both(target(8787, 'x'), target(8788, 'y'))).not.toThrow()
  })
})

test('of several exit codes the worst counts', () => {
  expect(worstCode([])).toBe(0)
  expect(worstCode([0, 3, 2])).toBe(2)
  expect(worstCode([3, 5, 1, 0])).toBe(1)
  expect(worstCode([1, 4, 5])).toBe(4)
})
