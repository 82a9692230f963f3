import { describe, expect, it } from 'vitest'
import { fixedWindow, type LimiterKind, slidingWindow, tokenBucket } from './limiter.ts'

const WINDOW = 60_000
const burst = (kind: LimiterKind, requests: number) => {
  const limiter = kind(60, WINDOW)
  const taken = Array.from({ length: requests }, () => limiter.take('a', 1_000_000))
  return { limiter, allowed: taken.filter(({ allowed }) => allowed).length, last: taken.at(-1) }
}

describe.each([
  ['fixed window', fixedWindow],
  ['sliding window', slidingWindow],
  ['token bucket', tokenBucket],
])('%s', (_name, kind) => {
  it('allows 60 requests at once and refuses the next', () => {
    const { allowed, last } = burst(kind, 61)
    expect(allowed).toBe(60)
    expect(last?.allowed).toBe(false)
  })

  it('answers again at the time it names, and not a moment before', () => {
    const { limiter, last } = burst(kind, 61)
    const resetAt = last?.resetAt ?? 0
    expect(resetAt).toBeGreaterThan(1_000_000)
    expect(resetAt).toBeLessThanOrEqual(1_000_000 + WINDOW)
    expect(limiter.take('a', resetAt - 1).allowed).toBe(false)
    expect(limiter.take('a', resetAt + 1).allowed).toBe(true)
  })

  it('counts every name by itself', () => {
    expect(burst(kind, 61).limiter.take('b', 1_000_000).allowed).toBe(true)
  })
})

it('a sliding window never allows more than the limit in its length', () => {
  const limiter = slidingWindow(60, WINDOW)
  for (let i = 0; i < 60; i++) limiter.take('a', WINDOW - 1 - i)
  expect(limiter.take('a', WINDOW).allowed).toBe(false)
  const fixed = fixedWindow(60, WINDOW)
  fixed.take('a', 0)
  for (let i = 0; i < 59; i++) fixed.take('a', WINDOW - 1)
  expect(fixed.take('a', WINDOW).allowed).toBe(true)
})
