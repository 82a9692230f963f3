import { expect, test } from 'vitest'
import { isTooDeep, isTooDeepText } from './nesting.ts'
import { patternOf } from './pattern.ts'

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

test('a hundred levels are enough for every file, more are too deep', () => {
  expect(isTooDeep(JSON.parse(deep(90)))).toBe(false)
  expect(isTooDeep(JSON.parse(deep(200)))).toBe(true)
  expect(isTooDeep(JSON.parse(deep(100_000)))).toBe(true)
  expect(isTooDeepText(deep(90))).toBe(false)
  expect(isTooDeepText(deep(100_000))).toBe(true)
  expect(isTooDeepText('- '.repeat(1000))).toBe(true)
  expect(isTooDeepText(`${'a: [1]\n'.repeat(1000)}b: "${'['.repeat(1000)}"\nc: '${'{'.repeat(1000)}'`)).toBe(false)
})

test('what lies in itself is too deep', () => {
  const self: unknown[] = []
  self.push(self)
  expect(isTooDeep(self)).toBe(true)
})

test('a pattern that would take long is none', () => {
  expect(patternOf('^lib\\.(?:event|loan)\\.')?.('lib.event.x')).toBe(true)
  expect(patternOf('^library .*$')?.('the library')).toBe(false)
  for (const source of ['([', '(a+)+$', '(a|a)*b', '.*.*.*.*x', 'a{1000}{1000}{2}{2}', 'x'.repeat(400), '(a)\\1'])
    expect(patternOf(source), source).toBeUndefined()
})
