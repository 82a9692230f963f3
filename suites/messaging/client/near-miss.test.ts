import { expect, test } from 'vitest'
import { random } from '../../../kit/check/random.ts'
import { nearMiss } from './near-miss.ts'

const near = (model: string): string => nearMiss({ random: random('near misses') }, model)

test.each([
  ['sk_live_0123456789abcdef', 'sk_live_0123456789ab'],
  ['eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl==', 'eyJhbGciOi.eyJzdWIi.c2lnbmF0'],
  ['key-with-a-long-tail------', 'key-with-a-long-'],
])('of %s the beginning is the same, and every character after it another one of its kind', (model, beginning) => {
  const text = near(model)
  expect(text).toHaveLength(model.length)
  expect(text.startsWith(beginning)).toBe(true)
  const rest = [...model].slice(beginning.length)
  const differing = rest.filter((each, place) => text[beginning.length + place] !== each)
  expect(differing).toEqual(rest.filter((each) => /\w/.test(each)))
  expect(differing).toHaveLength(4)
})

test.each(['abc', '--------', 'ключ-владельца-1'])('%s is no model: too little of it could differ', (model) => {
  expect(near(model)).toMatch(/^[0-9a-f]{32}$/)
})
