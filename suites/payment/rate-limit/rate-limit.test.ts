import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CheckContext } from '../../../kit/check/context.ts'
import type { Target } from '../../../kit/target/target.ts'
import { BEGIN, type Limiter, limitedKeys, used } from '../../../tests/made-up/limited-keys.ts'
import { exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { mobilePayment } from '../client/payment.ts'
import { burst, MOST_LAWFUL } from './burst.ts'
import { AT_ONCE } from './probes.ts'
import { rateLimit } from './rate-limit.ts'

const MINUTE = 60_000
const OTHERS = ['code', 'reset-header', 'reset-readable', 'per-key', 'every-endpoint', 'recovers']

test.for<[string, number, string[]]>([
  ['more requests than any window lets through', MOST_LAWFUL + 1, ['fail limited', 'pass full-allowance']],
  ['as many as two windows let through', MOST_LAWFUL, ['blocked limited', 'blocked full-allowance']],
])('a burst of %s that is never answered 429', async ([_, accepted, expected]) => {
  const exchanges = [exchangeOf({ status: 404 })]
  const said = await saidBy(rateLimit[0], {
    fixtures: {
      [burst.name]: { key: { name: 'live[0]', value: 'sk' }, accepted, exchanges, mixed: [], windowMs: 60_000 },
    },
  })
  expect(said).toEqual(
    [...OTHERS.map((each) => `blocked ${each}`), ...expected].map((each) => each.replace(' ', ' pay.rate.')),
  )
})

test('a key that meets its limit by payments that exist alone is accused of nothing', async () => {
  const exchanges = [exchangeOf({ status: 404 })]
  const key = { name: 'live[0]', value: 'sk' }
  const refused = { status: 429, headers: [['X-RateLimit-Reset', '60']], answer: { error_code: 'RATE_LIMIT_EXCEEDED' } }
  const said = await saidBy(rateLimit[0], {
    fixtures: {
      [burst.name]: { key, accepted: MOST_LAWFUL + 1, exchanges, mixed: [], windowMs: 60_000 },
      [mobilePayment.name]: { id: '7703c82d-492a-4f79-966c-26e26977ceae', key },
    },
    answers: Array.from({ length: AT_ONCE }, () => refused) as never,
  })
  const open = ['limited', 'full-allowance', 'reset-readable', 'per-key', 'every-endpoint', 'recovers']
  expect(said.toSorted()).toEqual(
    [
      ...['code', 'reset-header'].map((each) => `pass pay.rate.${each}`),
      ...open.map((each) => `unexercised pay.rate.${each}`),
    ].toSorted(),
  )
})

describe('a key that was refused', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: BEGIN }))
  afterEach(() => void vi.useRealTimers())

  const said = async (limiter: Limiter, told?: { reset: number; waited: number }): Promise<string[]> => {
    const { t, said, waits } = limitedKeys({ limiter, ...(told && { reset: String(told.reset) }) })
    const [key, refused] = [{ name: 'live[0]', value: 'sk_0' }, exchangeOf({ status: 429, at: BEGIN })]
    const made = { key, accepted: 60, refused, exchanges: [refused], shortest: undefined, windowMs: 60_000 }
    const service = { ...t.service, bodies: { mobile: { amount: 500 } } }
    Object.assign(t, { use: async () => made, service })
    await rateLimit[0]?.run(t as object as CheckContext)
    if (told !== undefined) expect(waits).toEqual([told.waited * 1000 + 2000])
    return said.filter((each) => each.endsWith(' pay.rate.recovers'))
  }

  test.for<[string, number, string]>([
    ['more than a minute after the run began counts', MINUTE + 1, 'fail'],
    ['within the first minute of a run may come of what the key was used for before', MINUTE - 1, 'unexercised'],
  ])('a limit that is reached too soon %s', async ([_, agoMs, expected]) => {
    const { t, said } = limitedKeys({ limiter: () => 404, before: used('live[1]', 1, agoMs) })
    const [key, refused] = [{ name: 'live[0]', value: 'sk_0' }, exchangeOf({ status: 429, at: BEGIN })]
    const shortest = { count: 36, refused }
    const made = { key, accepted: 36, refused, exchanges: [refused], shortest, windowMs: MINUTE }
    Object.assign(t, { use: async () => made, service: { ...t.service, bodies: { mobile: { amount: 500 } } } })
    await rateLimit[0]?.run(t as object as CheckContext)
    expect(said).toContain(`${expected} pay.rate.full-allowance`)
  })

  const until =
    (second: number): Limiter =>
    ({ at }) =>
      at < second * 1000 ? 429 : 404

  test.for<[string, number, Limiter, number, string]>([
    ['half a minute away', 30, until(30), 30, 'pass'],
    // Who counts two windows says so.
    ['a minute and a half away', 90, until(90), 90, 'pass'],
    ['two minutes away', 120, until(120), 120, 'pass'],
    // That is not waited for: a minute of rest is enough of what counts by the minute.
    ['an hour away', 3600, until(60), 60, 'pass'],
  ])('is told a reset that is %s', async ([_, reset, limiter, waited, expected]) => {
    expect(await said(limiter, { reset, waited })).toEqual([`${expected} pay.rate.recovers`])
  })

  test.for<[string, Limiter, string]>([
    ['is served after a minute of rest', ({ at }) => (at < 60_000 ? 429 : 404), 'pass'],
    // A limiter may punish for longer than it counts, where no header says when.
    ['is refused after a minute of rest', () => 429, 'warn'],
  ])('%s', async ([_, limiter, expected]) => {
    expect(await said(limiter)).toEqual([`${expected} pay.rate.recovers`])
  })
})

// A minute, as most limiters look back, and most of two where another key is let rest.
test.for<[string, object, 'standard' | 'deep', number]>([
  ['one key', { live: ['a'] }, 'deep', 61],
  ['one key, in a run of standard depth', { live: ['a'] }, 'standard', 61],
  ['two keys', { live: ['a', 'b'] }, 'deep', 226.6],
  ['a key of another merchant', { live: ['a'], otherMerchant: 'b' }, 'deep', 226.6],
  ['two keys, in a run of standard depth', { live: ['a', 'b'] }, 'standard', 61],
])('a burst with %s is told to take its time', ([_, keys, depth, seconds]) => {
  const target = { timeScale: 1, services: { payment: { keys } } } as unknown as Target
  expect(rateLimit[0]?.cost?.waits?.(target, depth)).toBeCloseTo(seconds)
})

test.for<[string, object, object]>([
  ['a key of another merchant', { otherMerchant: 'b', noDefaults: 'c' }, { otherMerchant: 63 }],
  ['one without defaults where there is no other', { noDefaults: 'c' }, { noDefaults: 63 }],
])('the key that has rested is %s', ([_, keys, usual]) => {
  const target = { timeScale: 1, services: { payment: { keys: { live: ['a'], ...keys } } } } as unknown as Target
  expect(rateLimit[0]?.cost?.typical?.at?.(target, 'standard').requests).toEqual({ live: 15, test: 63, ...usual })
})
