import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { own } from '../../cli/own/own.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const manifest = JSON.parse(read('package.json')) as { name: string; bin: Record<string, string> }

/** What users read and copy from. */
const texts = [
  ...['README.md', 'CONTRIBUTING.md', 'action.yml'],
  ...['docs', 'ci', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(md|ya?ml|sh|ts|json)$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
      .map((name) => join(folder, name)),
  ),
]

test('the package has one name, and its command that name as well as its own', () => {
  expect(manifest.name).toBe(own.published)
  expect(Object.keys(manifest.bin)).toEqual([own.name, own.published])
  expect(new Set(Object.values(manifest.bin)).size).toBe(1)
})

test('whoever copies a line runs and imports this package, not another of the registry', () => {
  const foreign = texts.flatMap((name) =>
    [...read(name).matchAll(/npx assay\s|npm (?:install|i|exec)\b[^`\n]* assay[\s`]|['"`]assay\/[a-z]/g)].map(
      ([line]) => `${name}: ${line}`,
    ),
  )
  expect(foreign).toEqual([])
})
