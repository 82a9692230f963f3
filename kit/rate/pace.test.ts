import { expect, test } from 'vitest'
import { paceFor } from './pace.ts'

test.each([
  ['55 of 60 in a minute', { requests: 60, seconds: 60 }, { requests: 55, windowMs: 60_000 }],
  ['18 of 20 in ten seconds', { requests: 20, seconds: 10 }, { requests: 18, windowMs: 10_000 }],
  ['11 of 12, not less for the sake of rounding', { requests: 12, seconds: 1 }, { requests: 11, windowMs: 1_000 }],
  ['one where the document allows one', { requests: 1, seconds: 3600 }, { requests: 1, windowMs: 3_600_000 }],
])('a run goes at %s', (_, rate, pace) => {
  expect(paceFor(rate)).toEqual(pace)
})

test('where a document shows no rate a minute is kept to all the same', () => {
  expect(paceFor()).toEqual({ requests: 55, windowMs: 60_000 })
  expect(paceFor(undefined, 60)).toEqual({ requests: 55, windowMs: 1_000 })
})

test('the window of a fast clock is shorter, what fits into it the same', () => {
  expect(paceFor({ requests: 20, seconds: 10 }, 40)).toEqual({ requests: 18, windowMs: 250 })
})
