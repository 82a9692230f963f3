import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sections } from '../../../tests/made-up/sections.ts'
import { loadTargetFile } from './load.ts'
import { TargetFileError } from './target-file-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-target-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
function write(content: string, extension = 'yaml'): string {
  count += 1
  const path = join(folder, `config-${count}.${extension}`)
  writeFileSync(path, content)
  return path
}

async function problems(content: string, env: NodeJS.ProcessEnv = {}, extension = 'yaml'): Promise<readonly string[]> {
  const error = await loadTargetFile(write(content, extension), env, sections).catch((thrown: unknown) => thrown)
  if (!(error instanceof TargetFileError)) throw new Error(`expected a TargetFileError, got ${JSON.stringify(error)}`)
  return error.problems
}

test('no message holds a secret, also where it stands in the wrong place', async () => {
  const found = await problems(
    'name: [ "${LIB_KEY}" ]\nenvironment: "${LIB_KEY}"\nlibrary: { baseUrl: "${LIB_KEY}" }',
    {
      LIB_KEY: 'very-hidden',
    },
  )
  expect(found).toHaveLength(3)
  expect(found.join()).not.toContain('very-hidden')
})

test('what is lawful but doubtful becomes a note', async () => {
  const path = write(
    'environment: production\nlibrary: { baseUrl: "https://x", bodies: { loan: { title: x } } }\nwebhooks: { listen: "[::1]:0" }',
  )
  const { notes } = await loadTargetFile(path, {}, sections)
  expect(notes).toEqual([
    'library.bodies.loan has an odd title',
    expect.stringContaining('production and allow is absent'),
    expect.stringContaining('webhooks.publicUrl is absent'),
  ])
})

test.each([
  ['', 'yaml', 'is empty'],
  ['# nothing\n', 'yaml', 'expected an object with library, archive or both, got nothing'],
  ['- a', 'yaml', 'got a list'],
  ['"a"', 'json', 'got a string'],
  ['name: x', 'yaml', 'at least one of library, archive is needed'],
  ['library:\n  keys\n    live: [a]\n  other: { b\nname: c: d\n', 'yaml', 'more behind it may come of it)'],
  ['library:\n  baseUrl: "http://x\n', 'yaml', 'line 3, column 1: Missing closing "quote'],
  ['name: a\nlibrary: { baseUrl: "http://x" }\nname: b', 'yaml', 'line 3, column 1: Map keys must be unique'],
  ['{\n\t"name": "a",\n\t"name": "b"\n}', 'json', 'line 3, column 2: Map keys must be unique'],
  ['{"name": hidden}', 'json', 'is not JSON'],
  ['name: *nowhere', 'yaml', 'nowhere'],
  ['a: 1', 'toml', 'unknown kind of file ".toml"; accepted: .yaml, .yml, .json, .ts, .mts, .js, .mjs'],
  ['export const a = 1', 'mjs', 'has no default export'],
  ['throw new Error("boom")', 'mjs', 'cannot be loaded: boom'],
  [
    'throw Object.assign(new Error(), { code: "ERR_UNKNOWN_FILE_EXTENSION" })',
    'ts',
    'use Node 22.18 or newer, or write the file as .yaml',
  ],
])('%j as .%s: %s', async (content, extension, reason) => {
  expect((await problems(content, {}, extension)).join('\n')).toContain(reason)
})

test('a missing file and a directory are told apart', async () => {
  mkdirSync(join(folder, 'directory.yaml'))
  await expect(loadTargetFile(join(folder, 'none.yaml'), {}, sections)).rejects.toThrow(
    /none\.yaml\n {2}- no such file/,
  )
  await expect(loadTargetFile(join(folder, 'directory.yaml'), {}, sections)).rejects.toThrow(/is a directory/)
})

test('modules and JSON are read like YAML; what is undefined is absent', async () => {
  const source =
    'export default { library: { baseUrl: "http://localhost:1", keys: { reader: ["${K}"] }, signingKey: undefined } }'
  const { file } = await loadTargetFile(write(source, 'mjs'), { K: 'abcdef' }, sections)
  expect(file).toEqual({ library: { baseUrl: 'http://localhost:1', keys: { reader: ['abcdef'] } } })
  const json = '{\t"$schema": "x.json", "library": { "baseUrl": "http://localhost:1" } }'
  expect((await loadTargetFile(write(json, 'json'), {}, sections)).file.$schema).toBe('x.json')
})

test('a line that was pasted twice as it is says nothing new; twice with different values it is refused', async () => {
  const base = 'library.baseUrl: "http://a"\nlibrary.keys.other: "${LIB_KEY}"\n'
  const env = { LIB_KEY: 'k', LIB_OTHER: 'o' }
  const { file } = await loadTargetFile(write(`${base}library.keys.other: "\${LIB_KEY}"`), env, sections)
  expect(file.library?.keys?.other).toBe('k')
  expect(await problems(`${base}library.keys.other: "\${LIB_OTHER}"`, env)).toEqual([
    'line 3, column 1: Map keys must be unique',
  ])
})

test('of a file that has several sections some are read alone, and what the others need is not asked for', async () => {
  const both = 'library: { baseUrl: "http://localhost:1" }\narchive.baseUrl: "${NOWHERE}"\n'
  const { file } = await loadTargetFile(write(both), {}, sections, { only: ['library'] })
  expect(file).toEqual({ library: { baseUrl: 'http://localhost:1' } })
  await expect(
    loadTargetFile(write('library.baseUrl: "http://localhost:1"'), {}, sections, { only: ['archive'] }),
  ).rejects.toThrow(/has no section archive, which --section names; it has library$/)
  await expect(
    loadTargetFile(write('archvie.baseUrl: "http://localhost:1"'), {}, sections, { only: ['archive'] }),
  ).rejects.toThrow(/has no section archive, which --section names; it has none; did you mean archive by archvie\?$/)
})
