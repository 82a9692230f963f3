import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Exchange } from '../../../kit/http/exchange.ts'
import {
  type Asked,
  allowing,
  BEGIN,
  type LimitedKeys,
  type Limiter,
  limitedKeys,
  used,
} from '../../../tests/made-up/limited-keys.ts'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { refusal } from '../client/refusal.ts'
import { cameOf, judgeAllowance, mostIn, rested, shownBy, spend } from './allowance.ts'
import { type Mixed, Mixing } from './mixture.ts'

const MINUTE = 60_000
const limited = { name: 'live[0]', value: 'sk_0' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: BEGIN }))
afterEach(() => void vi.useRealTimers())

describe('a burst with a key', () => {
  const lawful = { served: 60, least: 60, most: 61, short: true }
  test.for<[string, Partial<typeof lawful>, ReturnType<typeof shownBy>]>([
    ['that was let through as often as documented shows nothing', {}, 'nothing wrong'],
    ['that was let through once too few shows it', { served: 59 }, 'too few'],
    ['that was let through as often as a bucket may shows nothing', { served: 61 }, 'nothing wrong'],
    ['that was let through once more shows it', { served: 62 }, 'too many'],
    ['that took long may have met the edge of a window', { served: 62, short: false }, 'nothing wrong'],
    ['that took long was let through too few all the same', { served: 59, short: false }, 'too few'],
  ])('%s', ([_, given, expected]) => {
    expect(shownBy({ ...lawful, ...given })).toBe(expected)
  })

  test.for([
    ['no time refills nothing, and the edge is one', 0, 61],
    ['the beginning of a refill is one', 1, 62],
    ['a whole second is one', 1000, 62],
    ['a moment more is two', 1001, 63],
    ['a third of a window is twenty', 20_000, 81],
  ] as const)('lets through at most: %s', ([_, tookMs, expected]) => {
    expect(mostIn(tookMs, MINUTE)).toBe(expected)
  })
})

test('what came of bursts is told: where each was refused, or that it was not', () => {
  const limited = { sent: 72, served: 70, isLimited: true, tookMs: 900 }
  const free = { sent: 66, served: 66, isLimited: false, tookMs: 1100 }
  expect(cameOf([free])).toBe('no 429 in 66 requests within 2 s')
  expect(cameOf([limited, free])).toBe('the first 429 after 70 requests, and no 429 in 66 requests within 2 s')
})

describe('a burst that is sent', () => {
  const burst = (keys: Partial<LimitedKeys>) => {
    const { t } = limitedKeys({ limiter: allowing({ spare: 60 }), others: ['spare'], ...keys })
    return spend(t, { name: 'spare', value: 'sk' }, MINUTE)
  }

  test('counts what was served until the first refusal', async () => {
    expect(await burst({})).toMatchObject({ served: 60, least: 60, most: 61, before: 0, short: true })
  })

  test.for<[string, Exchange[], { before: number; least: number }]>([
    ['within the window before', used('spare', 2, MINUTE - 1), { before: 2, least: 58 }],
    ['a window before', used('spare', 2, MINUTE), { before: 0, least: 58 }],
    ['within two windows before', used('spare', 2, 2 * MINUTE - 1), { before: 0, least: 58 }],
    ['two windows before', used('spare', 2, 2 * MINUTE), { before: 0, least: 60 }],
    ['with another key', used('live[0]', 2, 1), { before: 0, least: 60 }],
  ])('counts what was used %s', async ([_, before, expected]) => {
    expect(await burst({ before })).toMatchObject(expected)
  })

  test('asks nothing of a key that was never refused, and stops after a round too many', async () => {
    expect(await burst({ limiter: () => 200 })).toMatchObject({ served: 66, least: 0 })
  })

  test('stops a round after what a bucket would have refilled meanwhile', async () => {
    expect(await burst({ limiter: () => 200, eachMs: 200 })).toMatchObject({ served: 78, most: 77 })
  })

  test.for<[string, number, { served: number; short: boolean }]>([
    ['a third of a window', 3300, { served: 12, short: false }],
    ['just less than its part', 3299, { served: 12, short: false }],
    ['a round that is no longer than a little more', 3630, { served: 6, short: true }],
    ['a round that is longer', 3631, { served: 6, short: false }],
  ])('is short by the time that it took: %s', async ([_, eachMs, expected]) => {
    expect(await burst({ limiter: () => 200, eachMs })).toMatchObject(expected)
  })

  test('names a refusal, the last and the first request', async () => {
    const { evidence } = await burst({})
    expect(evidence.map(({ id }) => id)).toEqual(['x61', 'x66', 'x1'])
  })
})

describe('keys that have rested', () => {
  const names = (keys: Partial<LimitedKeys>, mostUsed?: number) => {
    const { t } = limitedKeys({ limiter: () => 200, live: 3, others: ['otherMerchant', 'noDefaults'], ...keys })
    return rested(t, limited, mostUsed).map(({ name }) => name)
  }

  test('are those of other merchants, then the live ones, never the limited one', () => {
    expect(names({})).toEqual(['otherMerchant', 'noDefaults', 'live[1]', 'live[2]'])
    expect(names({ others: [] })).toEqual(['live[1]', 'live[2]'])
  })

  test.for<[string, Exchange[], number | undefined, boolean]>([
    ['was used thirty times', used('live[1]', 30, 10), undefined, true],
    ['was used more often', used('live[1]', 31, 10), undefined, false],
    ['was used as often as is asked for', used('live[1]', 45, 10), 45, true],
    ['was used more often than is asked for', used('live[1]', 46, 10), 45, false],
    ['was refused as no key', used('live[1]', 1, 10, 401), undefined, false],
    ['was refused otherwise', used('live[1]', 1, 10, 403), undefined, true],
    ['got no answer', [exchangeOf({ key: 'live[1]' })], undefined, true],
  ])('one that %s', ([_, before, mostUsed, isThere]) => {
    expect(names({ before }, mostUsed).includes('live[1]')).toBe(isThere)
  })
})

describe('the allowance of a key that has rested', () => {
  const TOO_MANY = 'fail pay.rate.limited'
  const TOO_FEW = 'fail pay.rate.full-allowance'
  const both = (one: number, other: number) => allowing({ otherMerchant: one, noDefaults: other })

  test.for<[string, Partial<LimitedKeys> & Pick<LimitedKeys, 'limiter'>, string[], boolean]>([
    ['sixty are as documented', { limiter: both(60, 60) }, [], true],
    ['fifty-nine are too few', { limiter: both(59, 60), before: used('live[0]', 1, MINUTE + 1) }, [TOO_FEW], false],
    [
      'fifty-nine are not within the first minute of a run: what the key was used for before is not known',
      { limiter: both(59, 60), before: used('live[0]', 1, MINUTE - 1) },
      ['unexercised pay.rate.full-allowance'],
      false,
    ],
    ['one is too few', { limiter: both(1, 60), before: used('live[0]', 1, MINUTE + 1) }, [TOO_FEW], false],
    [
      'none is not: the key is in use elsewhere',
      { limiter: both(0, 60), before: used('live[0]', 1, MINUTE + 1) },
      ['unexercised pay.rate.full-allowance'],
      false,
    ],
    [
      'fifty-nine are not, where one was used',
      { limiter: both(59, 60), before: used('otherMerchant', 1, 1) },
      [],
      true,
    ],
    ['sixty-one are what a bucket refills', { limiter: both(61, 61) }, [], true],
    ['sixty-two of two keys are too many', { limiter: both(62, 62) }, [TOO_MANY], false],
    ['sixty-two of one key met the edge of a window', { limiter: both(62, 61) }, [], false],
    ['too few with the other key is no word on the first', { limiter: both(62, 59) }, [], false],
    [
      'sixty-two of the only key warn',
      { limiter: both(62, 0), others: ['otherMerchant'] },
      ['warn pay.rate.limited'],
      false,
    ],
    ['no limit at all is too many', { limiter: () => 200 }, [TOO_MANY], false],
    ['a slow burst may have met the edge', { limiter: both(999, 999), eachMs: 3631 }, [], true],
    ['without a key nothing is said', { limiter: both(0, 0), others: [] }, [], false],
  ])('%s', async ([_, keys, expected, isGiven]) => {
    const { t, said } = limitedKeys({ others: ['otherMerchant', 'noDefaults'], ...keys })
    const given = await judgeAllowance(t, MINUTE, limited)
    expect(said).toEqual(expected)
    expect(given !== undefined).toBe(isGiven)
  })
})

describe('keys whose windows began before the bursts', () => {
  /** Lets so many through in all, the first time and after a minute. */
  const twice =
    (first: number, later: number): Limiter =>
    ({ key, at }) => {
      const isLater = at >= MINUTE / 2
      const name = `${key} ${isLater}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
      return (counts.get(name) ?? 0) <= (isLater ? later : first) ? 404 : 429
    }
  const counts = new Map<string, number>()
  beforeEach(() => counts.clear())
  const others = ['otherMerchant', 'noDefaults']

  test.for<[string, Limiter, Exchange[], string[], boolean]>([
    ['met their edges, and not once they have rested', twice(90, 60), used('noDefaults', 1, 100), [], true],
    ['have no edge to meet', twice(90, 90), used('noDefaults', 1, 100), ['fail pay.rate.limited'], true],
    ['are not there: the bursts show it', twice(90, 60), [], ['fail pay.rate.limited'], false],
  ])('%s', async ([_, limiter, before, expected, isAsked]) => {
    const { t, said, waits } = limitedKeys({ others, limiter, before })
    await judgeAllowance(t, MINUTE, limited)
    expect(said).toEqual(expected)
    expect(waits.length > 0).toBe(isAsked)
  })
})

describe('what rides on the burst of a rested key', () => {
  const asking = (id: string): Mixed => ({
    asksFor: 'nothing',
    id: 'pay.id.invalid-read',
    expected: refusal(['400 INVALID_ID']),
    request: ({ name: key }) => ({
      method: 'GET',
      url: `http://127.0.0.1/${id}`,
      operation: 'GET',
      label: id,
      key,
      headers: [],
    }),
  })
  /** A limiter that counts nothing but reads, of which there are 60. */
  const countsReads = () => {
    let reads = 0
    return ({ operation }: Asked): number => (operation === 'GET' ? 400 : ++reads <= 60 ? 404 : 429)
  }

  test('is asked for once, all but one request of a round, and counts like a read', async () => {
    const { t } = limitedKeys({ limiter: allowing({ spare: 60 }), others: ['spare'] })
    const mixing = new Mixing(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(asking))
    const given = await spend(t, { name: 'spare', value: 'sk' }, MINUTE, mixing)
    expect(given).toMatchObject({ served: 60, most: 61, hasMixed: true })
    expect(mixing.answered.map(({ exchange }) => exchange.label)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  })

  test.for<[string, readonly string[]]>([
    ['of the only key', ['otherMerchant']],
    ['of one of two', ['otherMerchant', 'noDefaults']],
  ])('is held against nobody who does not count it: the burst %s', async ([_, others]) => {
    const { t, said } = limitedKeys({ limiter: countsReads(), others })
    await judgeAllowance(t, MINUTE, limited, new Mixing(Array.from({ length: 20 }, (_, at) => asking(`${at}`))))
    expect(said).toEqual([])
  })
})
