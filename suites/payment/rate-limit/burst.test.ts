import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FixtureContext } from '../../../kit/check/context.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { allowing, BEGIN, type LimitedKeys, limitedKeys, used } from '../../../tests/made-up/limited-keys.ts'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { burst, exceed, isOver, MOST_LAWFUL, mostWithin, sentBefore, shortestAllowance } from './burst.ts'
import { AT_ONCE } from './probes.ts'

const MINUTE = 60_000
const at = (sentAt: number, took = 0) => ({ sentAt, endedAt: sentAt + took })
const answered = (sentAt: number, status: number, took = 5): Exchange =>
  exchangeOf({ status, at: sentAt, until: sentAt + took })
const every = (ms: number, many: number, from = 0): Exchange[] =>
  Array.from({ length: many }, (_, each) => answered(from + each * ms, 200))

describe('the most requests within one window', () => {
  test.for<[string, { sentAt: number; endedAt: number }[], number]>([
    ['none of none', [], 0],
    ['one that is longer than the window is none', [at(0, 1001)], 0],
    ['one that is as long as the window is one', [at(0, 1000)], 1],
    ['two at the edges are of one window', [at(0), at(1000)], 2],
    ['two that are further apart are not', [at(0), at(1001)], 1],
    ['one that is answered after the window is not of it', [at(0), at(10), at(20, 2000)], 2],
    ['one that was sent before the window is not of it', [at(0), at(600), at(1200), at(1500)], 3],
    ['of several windows the fullest counts', [at(0), at(5000), at(5001), at(5002), at(9000)], 3],
  ])('%s', ([_, exchanges, expected]) => {
    expect(mostWithin(1000, exchanges)).toBe(expected)
  })

  test('two full windows are not counted together', () => {
    expect(mostWithin(MINUTE, [...every(1, 60), ...every(1, 60, MINUTE + 100)])).toBe(60)
  })
})

describe('the allowance that a run was given', () => {
  test.for<[string, Exchange[], number | undefined]>([
    ['is unknown where nothing was refused', every(1000, 90), undefined],
    ['is nothing where the first request was refused', [answered(0, 429)], 0],
    ['counts what was served before', [...every(1000, 30), answered(30_000, 429)], 30],
    ['counts a window only', [...every(1000, 90), answered(90_000, 429)], 60],
    ['leaves out what ended as the window began', [answered(0, 200, 0), answered(MINUTE, 429)], 0],
    ['counts what ended just within it', [answered(0, 200, 1), answered(MINUTE, 429)], 1],
    ['counts what was under way when it was refused', [answered(0, 429, 5), answered(4, 200)], 1],
    ['leaves out what was sent when it was refused', [answered(0, 429, 5), answered(5, 200)], 0],
    ['counts what was answered not at all', [exchangeOf({ at: 0, until: 5 }), answered(10, 429)], 1],
    [
      'is not that of a 429 within a window after another',
      [answered(0, 200), answered(59_000, 429), answered(118_000, 429)],
      1,
    ],
    [
      'is that of a later 429 where the first one is longer ago, and the fewest count',
      [answered(0, 200), answered(1, 200), answered(10, 429), answered(70_000, 200), answered(70_010, 429)],
      1,
    ],
  ])('%s', ([_, exchanges, expected]) => {
    expect(shortestAllowance(MINUTE, exchanges)?.count).toBe(expected)
  })

  test('names the refusal that it is read from', () => {
    const exchanges = [answered(0, 200), answered(59_000, 429), answered(100_000, 200), answered(110_000, 429)]
    expect(shortestAllowance(MINUTE, exchanges)?.refused.sentAt).toBe(59_000)
    expect(shortestAllowance(MINUTE, exchanges.slice(2))?.refused.sentAt).toBe(110_000)
  })

  test('two 429 at the same moment are both the first', () => {
    const exchanges = [answered(0, 200), answered(10, 429), answered(10, 429)]
    expect(shortestAllowance(MINUTE, exchanges)?.count).toBe(1)
  })
})

describe('a burst', () => {
  test.for<[string, Exchange[], number, boolean]>([
    ['goes on while nothing was refused', every(1, 6), 100, false],
    ['ends with a refusal', [...every(1, 5), answered(5, 429)], 100, true],
    ['goes on with as many as may be lawful and a round', every(1, MOST_LAWFUL + AT_ONCE), 100, false],
    ['ends with one more', every(1, MOST_LAWFUL + AT_ONCE + 1), 100, true],
    ['goes on until its window ends', every(1, 6), MINUTE - 1, false],
    ['ends with its window', every(1, 6), MINUTE, true],
  ])('%s', ([_, exchanges, tookMs, expected]) => {
    expect(isOver(exchanges, tookMs, MINUTE)).toBe(expected)
  })

  test('more than two windows let through is more than lawful', () => {
    expect(MOST_LAWFUL).toBe(121)
  })

  test('requests before a window are those of the key that were sent until it began', () => {
    const exchanges = [9, 10, 11].map((ms) => exchangeOf({ key: 'live[0]', status: 200, at: ms }))
    expect(sentBefore(exchanges, 'live[0]', 10)).toBe(2)
    expect(sentBefore(exchanges, 'live[1]', 10)).toBe(0)
  })
})

describe('a burst that is sent', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: BEGIN }))
  afterEach(() => void vi.useRealTimers())

  const made = async (keys: Partial<LimitedKeys>) => {
    const { t } = limitedKeys({ limiter: allowing({ 'live[0]': 60, 'live[1]': 60 }), ...keys })
    const { accepted, refused, exchanges, key, shortest } = await burst.make(t as object as FixtureContext)
    const of = { key: key.name, accepted, sent: exchanges.length, shortest: shortest?.count }
    return { ...of, refused: refused?.id, all: t.exchanges().length }
  }

  test('goes on until it is refused, and tells of what was served before it', async () => {
    const expected = { key: 'live[0]', accepted: 60, sent: 66, shortest: 60, refused: 'x61', all: 66 }
    expect(await made({ eachMs: 1 })).toEqual(expected)
  })

  test.for<[string, Exchange[], number]>([
    ['counts', used('live[0]', 2, MINUTE - 1), 62],
    ['does not count where it was refused', used('live[0]', 2, MINUTE - 1, 429), 60],
    ['does not count where it lies a window before', used('live[0]', 2, MINUTE), 60],
    ['does not count where another key was used', used('live[1]', 2, 1), 60],
  ])('what a run used before %s', async ([_, before, expected]) => {
    const { t } = limitedKeys({ limiter: allowing({ 'live[0]': 60 }), before })
    expect((await exceed(t, { name: 'live[0]', value: 'sk' })).accepted).toBe(expected)
  })

  test('continues with the key that was used least before this window', async () => {
    const before = [
      ...used('live[0]', 3, 2 * MINUTE),
      ...used('live[1]', 2, MINUTE),
      ...used('live[1]', 20, MINUTE - 1),
      // The window ends with what was answered last.
      ...used('otherMerchant', 1, 0),
    ]
    expect((await made({ live: 2, before })).key).toBe('live[1]')
    expect((await made({ live: 2, before: before.slice(2) })).key).toBe('live[0]')
  })

  test.for<[string, Partial<LimitedKeys>, number]>([
    ['not repeated where it was refused', { timeScale: 60 }, 66],
    ['not repeated where it shows that there is no limit', { timeScale: 60, limiter: () => 200 }, 138],
    ['not repeated where its window was short by nothing but our clock', { limiter: () => 200, eachMs: 12_000 }, 6],
    ['repeated where clocks run fast, with more at once', { timeScale: 2, limiter: () => 200, eachMs: 6000 }, 72],
    ['nothing where the run was stopped', { timeScale: 60, isStopped: true }, 0],
  ])('is %s', async ([_, keys, expected]) => {
    expect((await made(keys)).all).toBe(expected)
  })
})
