import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { allowing, BEGIN, type LimitedKeys, limitedKeys, used } from '../../../tests/made-up/limited-keys.ts'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { judgeSlip, seemsToSlip } from './overrun.ts'

const MINUTE = 60_000
const limited = { name: 'live[0]', value: 'sk_0' }
const others = ['otherMerchant', 'noDefaults']

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: BEGIN }))
afterEach(() => void vi.useRealTimers())

describe('a key seems to be counted wrongly', () => {
  const served200 = exchangeOf({ status: 200 })
  const refusals = [served200, exchangeOf({ status: 429 })]
  const rest = { key: limited, most: 61, least: 60, short: true }

  test.for<[string, { served: number; before: number; isRefused?: boolean }, boolean]>([
    ['not with the allowance itself', { served: 60, before: 0 }, false],
    ['with one more', { served: 61, before: 0 }, true],
    ['with one more, some of them before', { served: 51, before: 10 }, true],
    ['not with the allowance, some of it before', { served: 50, before: 10 }, false],
    ['not with the allowance, where a window may have begun since it was used', { served: 60, before: 2 }, false],
    ['with three more', { served: 63, before: 0 }, true],
    ['not with four more: a burst alone tells of them', { served: 64, before: 0 }, false],
    ['not where nothing was refused', { served: 61, before: 0, isRefused: false }, false],
  ])('%s', ([_, { isRefused = true, ...given }, expected]) => {
    const evidence = isRefused ? refusals : [served200]
    expect(seemsToSlip({ ...rest, ...given, evidence })).toBe(expected)
  })
})

describe('two keys that have rested', () => {
  const CONTRADICTED = ['fail pay.rate.limited']
  const both = (one: number, other: number, refillMs?: number) =>
    allowing({ otherMerchant: one, noDefaults: other }, refillMs)
  const judged = async (keys: Partial<LimitedKeys> & Pick<LimitedKeys, 'limiter'>, depth = 'standard') => {
    const { t, said, waits } = limitedKeys({ others, ...keys })
    Object.assign(t, { depth })
    await judgeSlip(t, MINUTE, limited)
    return { said, waits }
  }

  test.for<[string, Partial<LimitedKeys> & Pick<LimitedKeys, 'limiter'>, string[]]>([
    ['contradict with one too many', { limiter: both(61, 61) }, CONTRADICTED],
    ['contradict with three too many', { limiter: both(63, 63) }, CONTRADICTED],
    ['say nothing with four: that is another fault', { limiter: both(64, 64) }, []],
    ['say nothing with the allowance itself', { limiter: both(60, 60) }, []],
    ['say nothing with less', { limiter: both(59, 59) }, []],
    ['say nothing where they differ: one met an edge', { limiter: both(61, 62) }, []],
    ['say nothing where the second has the allowance', { limiter: both(61, 60) }, []],
    ['say nothing where one is there', { limiter: both(61, 61), others: ['otherMerchant'] }, []],
    ['say nothing where a bucket refills', { limiter: both(61, 61, 1000) }, []],
    ['are two: a third one is not asked', { limiter: both(61, 61), live: 2 }, CONTRADICTED],
    ['say nothing where nothing is refused', { limiter: () => 200 }, []],
    [
      'are judged where they were used 45 times',
      { limiter: both(61, 61), before: used('noDefaults', 45, 1) },
      CONTRADICTED,
    ],
    ['are left alone where they were used more', { limiter: both(61, 61), before: used('noDefaults', 59, 1) }, []],
  ])('%s', async ([_, keys, expected]) => {
    expect((await judged(keys)).said).toEqual(expected)
  })

  // A burst comes to no more than this, and to twice the allowance in a deep run.
  test.for<[string, number, string[]]>([
    ['standard', 58, CONTRADICTED],
    ['standard', 59, []],
    ['deep', 120, CONTRADICTED],
    ['deep', 121, []],
  ])('at the depth %s, one of which was used %i times', async ([depth, many, expected]) => {
    const keys = { limiter: both(61, 61), before: used('noDefaults', many, 1) }
    expect((await judged(keys, depth)).said).toEqual(expected)
  })

  test('one of which is let through again afterwards says nothing', async () => {
    const refilled = (asked: { key: string; nth: number }) => asked.key === 'noDefaults' && asked.nth === 70
    const lawful = both(61, 61)
    expect((await judged({ limiter: (asked) => (refilled(asked) ? 200 : lawful(asked)) })).said).toEqual([])
  })

  test('have rested for a window and a twentieth since they were last used, and for what a bucket would refill', async () => {
    const before = [...used('noDefaults', 1, 50_000), ...used('live[0]', 1, 1), ...used('otherMerchant', 1, 20_000)]
    const { waits } = await judged({ limiter: both(62, 62), before })
    expect(waits).toEqual([43_000, 4000, 4000])
  })

  test('that have rested long enough are not waited for', async () => {
    const { waits } = await judged({ limiter: both(61, 61), before: used('noDefaults', 1, 2 * MINUTE) })
    expect(waits).toEqual([0, 3000, 3000])
  })
})
