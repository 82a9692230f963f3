import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { EXAMPLES } from '../../cli/own/examples.ts'
import { targetDocs } from '../../cli/own/init/target-docs.ts'
import { sections } from '../../cli/own/services.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Of our services; variables of the command itself begin otherwise. */
const NAMES = /\b(?:PAY|MSG)_[A-Z0-9]+(?:_[A-Z0-9]+)*\b/g

const proposed = new Set(
  sections.flatMap(({ claims }) => Object.values<string>(claims).flatMap((line) => line.match(NAMES) ?? [])),
)
/** Several keys of a list are numbered from the second. */
const isKnown = (name: string): boolean => proposed.has(name) || proposed.has(name.replace(/_[2-9]$/, ''))

const documents = [
  'README.md',
  'action.yml',
  ...readdirSync(`${ROOT}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...readdirSync(`${ROOT}examples`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(^|\/)README\.md$/.test(name) && !name.includes('node_modules'))
    .map((name) => `examples/${name}`),
]

test('variables have one name each: that of the line that reports and init propose', () => {
  const texts = [
    ...documents.map((name) => [name, readFileSync(`${ROOT}${name}`, 'utf8')] as const),
    ['the schema', targetDocs()] as const,
    ['the help', JSON.stringify(EXAMPLES)] as const,
  ]
  const odd = texts.flatMap(([name, text]) =>
    (text.match(NAMES) ?? []).filter((each) => !isKnown(each)).map((each) => `${name}: ${each}`),
  )
  expect(proposed.size).toBeGreaterThan(10)
  expect(odd).toEqual([])
})

test('a member of the schema names the variable that its line does', () => {
  const text = targetDocs()
  const others = sections.flatMap(({ id, claims }) =>
    Object.entries<string>(claims).flatMap(([claim, line]) => {
      const variable = /^\[?"\$\{(\w+)\}"\]?$/.exec(line)?.[1]
      const own = text.split('\n').find((each) => each.startsWith(`- \`${id}.${claim}\``))
      return variable === undefined || own?.includes(`\${${variable}}`) ? [] : [`${id}.${claim}: ${variable}`]
    }),
  )
  expect(others).toEqual([])
})
