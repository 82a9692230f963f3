import { expect, test } from 'vitest'
import { seconds } from './values.ts'

test.for([
  ['90', 90],
  ['0.5', 0.5],
  ['.5', 0.5],
  ['60s', 60],
  ['2m', 120],
  ['1m30s', 90],
] as const)('%s is a time', ([text, expected]) => {
  expect(seconds(text)).toBe(expected)
})

test.for(['', '0', '0m', '-1', '2h', 's', 'm', '1s2m', 'Infinity'])('%j is none', (text) => {
  expect(() => seconds(text)).toThrow('Expected a time above 0, such as 90, 90s, 2m or 1m30s.')
})
