import { expect, test } from 'vitest'
import { MOST_LEVELS, parsed, weightOf } from './parsed.ts'

const nested = (levels: number): Buffer => Buffer.from(`${'['.repeat(levels)}${']'.repeat(levels)}`)

test('a body is parsed once for all who ask', () => {
  const small = Buffer.from('{"a":[1]}')
  const large = Buffer.from(JSON.stringify({ a: 'x'.repeat(10_000) }))
  for (const body of [small, large]) {
    expect(parsed(body)).toEqual(JSON.parse(String(body)))
    expect(parsed(body)).toBe(parsed(body))
  }
})

test('what is nested deeper than recursion bears is no value', () => {
  expect(parsed(nested(MOST_LEVELS))).toBeInstanceOf(Array)
  expect(parsed(nested(MOST_LEVELS + 1))).toBeUndefined()
  expect(parsed(nested(100_000))).toBeUndefined()
})

test('brackets within texts open nothing', () => {
  expect(parsed(Buffer.from(JSON.stringify({ a: '\\"'.repeat(10) + '['.repeat(1000) })))).toMatchObject({
    a: expect.stringMatching(/\[$/),
  })
})

test('values of small entries weigh more than their texts', () => {
  const list = Buffer.from(`[${'{},'.repeat(1000)}{}]`)
  const text = Buffer.from(JSON.stringify('x'.repeat(list.length)))
  expect(weightOf(list)).toBeGreaterThan(10 * (weightOf(text) ?? 0))
})

test('values of large bodies are forgotten once they take too much, and can be had again', () => {
  const bodies = Array.from({ length: 40 }, (_, at) => Buffer.from(`[${'{},'.repeat(30_000)}${at}]`))
  const first = bodies.map((body) => parsed(body))
  expect(parsed(bodies[0] as Buffer)).not.toBe(first[0])
  expect(parsed(bodies[0] as Buffer)).toEqual(first[0])
})
