import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { BEGIN, type LimitedKeys, type Limiter, limitedKeys, used } from '../../../tests/made-up/limited-keys.ts'
import { contextOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import { READ, REFRESH } from '../client/api.ts'
import type { CheckContext } from '../define.ts'
import {
  BESIDE,
  type CreationsOver,
  creationsShow,
  endpointsShow,
  judgeBeside,
  latestRefusal,
  notLimited,
  refilledIn,
} from './scope.ts'

const answer = (status?: number, at = 0, until = at): Exchange =>
  exchangeOf({ at, until, ...(status === undefined ? {} : { status }) })
const answers = (...statuses: (number | undefined)[]): Exchange[] => statuses.map((status) => answer(status))

describe('what a bucket refills', () => {
  test.for([
    ['one a second', 1000, 1, 1],
    ['sixty a minute', 60_000, 1, 60],
    ['more where the clocks run faster', 1000, 60, 60],
    ['a part of one in less time', 500, 1, 0.5],
  ] as const)('is %s', ([_, ms, timeScale, expected]) => {
    expect(refilledIn(ms, timeScale)).toBe(expected)
  })
})

describe('two endpoints with a limited key', () => {
  test.for<[string, (number | undefined)[], (number | undefined)[], number, ReturnType<typeof endpointsShow>]>([
    ['both refused: limited', [429, 429], [429, 429], 1, 'limited'],
    ['one refusal among those of the other is enough', [429, 429], [404, 429], 1, 'limited'],
    ['the other is refused, reads are not: that is no matter here', [404, 404], [429, 404], 1, 'limited'],
    ['all reads refused, the other served: apart', [429, 429], [404, 404], 9, 'apart'],
    ['one served is enough', [429, 429], [404, undefined], 9, 'apart'],
    ['some reads refused, no more served than refilled: no limit', [429, 404], [404, 404], 2, 'no limit'],
    ['some reads refused, more served than refilled: apart', [429, 404], [404, 404], 1, 'apart'],
    ['no read refused: no limit, however many were served', [404, 404], [404, 404], 0, 'no limit'],
    ['the other gave no answer', [429, 429], [undefined, undefined], 1, 'no answer'],
  ])('%s', ([_, reads, others, refilled, expected]) => {
    expect(endpointsShow(answers(...reads), answers(...others), refilled)).toBe(expected)
  })
})

describe('creations with a limited key', () => {
  const over = (creations: readonly Exchange[], others: Partial<CreationsOver> = {}): CreationsOver => ({
    reads: [answer(429, 0)],
    creations,
    later: [answer(429, 1000)],
    freed: 0,
    ...others,
  })
  const three = [answer(201, 1, 999), answer(201, 1, 900), answer(201, 2, 900)]
  test.for<[string, CreationsOver, number, ReturnType<typeof creationsShow>]>([
    ['a refused one among them is limited', over([...three, answer(429, 1, 2)]), 1, 'limited'],
    ['as many as a bucket refills show nothing', over(three.slice(0, 2)), 1, 'nothing'],
    ['more than that show that there is no limit', over(three), 1, 'unlimited'],
    [
      'those that were not answered do not count',
      over([...three.slice(0, 2), answer(undefined, 1, 999)]),
      1,
      'nothing',
    ],
    ['in a longer time a bucket refills more', over([...three.slice(0, 2), answer(201, 1, 1001)]), 1, 'nothing'],
    ['the time is counted from the first of the reads', over(three, { reads: [answer(429, -2)] }), 1, 'nothing'],
    ['the time is that of the target', over(three, {}), 2, 'nothing'],
    ['what left a sliding window meanwhile is free', over(three, { freed: 1 }), 1, 'nothing'],
    ['a window that has ended serves the reads after them', over(three, { later: [answer(404, 1000)] }), 1, 'nothing'],
  ])('%s', ([_, seen, timeScale, expected]) => {
    expect(creationsShow(seen, timeScale)).toBe(expected)
  })
})

describe('the last refusal of a key', () => {
  test('is its last 429 by the time of the answer, and none of another key', () => {
    const of = (id: string, status: number, until: number, key = 'live[0]') => exchangeOf({ id, status, until, key })
    const exchanges = [of('late', 429, 9), of('early', 429, 3), of('served', 200, 12), of('other', 429, 20, 'live[1]')]
    expect(latestRefusal(contextOf<CheckContext>({ exchanges }).t, { name: 'live[0]' })?.id).toBe('late')
    expect(latestRefusal(contextOf<CheckContext>({ exchanges }).t, { name: 'live[2]' })).toBeUndefined()
  })
})

test.for<[string, number | undefined, boolean]>([
  ['an answer that serves is no limit', 200, true],
  ['an error of another kind is no limit', 503, true],
  ['429 is one', 429, false],
  ['no answer is no answer other than 429', undefined, false],
])('%s', ([_, status, expected]) => {
  expect(notLimited.test(answer(status)).ok).toBe(expected)
})

describe('beside a limited key', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: BEGIN }))
  afterEach(() => void vi.useRealTimers())

  const limited = { name: 'live[0]', value: 'sk_0' }
  const perKey: Limiter = ({ key }) => (key === 'live[0]' ? 429 : 404)
  const oneEndpoint: Limiter = (asked) => (asked.operation === READ ? perKey(asked) : 404)
  const KEPT = 'pass pay.rate.every-endpoint'
  /** Refuses some of the reads, and nothing after them. */
  const windowThatEnds = ({ key, operation, nth }: Parameters<Limiter>[0], until = 8): number =>
    key === 'live[0]' && operation === READ && nth <= until ? 429 : 404

  test.for<[string, Partial<LimitedKeys> & Pick<LimitedKeys, 'limiter'>, string[], boolean]>([
    ['another key is served', { limiter: perKey }, [KEPT, 'fail pay.rate.reset-header', 'pass pay.rate.per-key'], true],
    [
      'another key is refused',
      { limiter: () => 429 },
      [KEPT, 'fail pay.rate.reset-header', 'fail pay.rate.per-key'],
      false,
    ],
    [
      'another key is not there',
      { limiter: perKey, others: [] },
      [KEPT, 'fail pay.rate.reset-header', 'unexercised pay.rate.per-key'],
      false,
    ],
    [
      'another endpoint serves it',
      { limiter: oneEndpoint },
      ['fail pay.rate.every-endpoint', 'pass pay.rate.per-key'],
      true,
    ],
    [
      'another endpoint does not answer',
      { limiter: (asked) => (asked.operation === REFRESH ? undefined : perKey(asked)) },
      ['blocked pay.rate.every-endpoint', 'pass pay.rate.per-key'],
      true,
    ],
    [
      'a window that ended between the endpoints shows nothing of them, and the next one does',
      { limiter: (asked) => (asked.nth <= 14 ? windowThatEnds(asked) : perKey(asked)) },
      [KEPT, 'fail pay.rate.reset-header', 'pass pay.rate.per-key'],
      true,
    ],
    [
      'two windows that ended between the endpoints show nothing of them',
      { limiter: (asked) => (asked.nth <= 14 ? windowThatEnds(asked) : windowThatEnds(asked, 28)) },
      ['unexercised pay.rate.every-endpoint', 'pass pay.rate.per-key'],
      true,
    ],
    [
      'the key is served again, and is never refused any more',
      { limiter: () => 404 },
      ['fail pay.rate.limited', 'unexercised pay.rate.every-endpoint', 'blocked pay.rate.per-key'],
      false,
    ],
    [
      'the key is served again, and the run is stopped before it was driven over its limit',
      { limiter: () => 404, isStopped: true },
      ['unexercised pay.rate.every-endpoint', 'blocked pay.rate.per-key'],
      false,
    ],
    [
      'the key is served again, and is refused in another burst',
      { limiter: (asked) => (asked.nth <= 68 ? 404 : perKey(asked)) },
      [KEPT, 'fail pay.rate.reset-header', 'pass pay.rate.per-key'],
      true,
    ],
  ])('%s', async ([_, keys, expected, isPerKey]) => {
    const { t, said } = limitedKeys({ others: ['otherMerchant'], before: used('live[0]', 1, 100, 429), ...keys })
    expect(await judgeBeside(t, limited)).toBe(isPerKey)
    expect(said).toEqual(expected)
  })

  test('what a bucket refills since the last refusal is let through at another endpoint', async () => {
    // A hundredth of a window after the refusal one has been refilled at most, and one more meets the edge.
    const refilled = (many: number): Limiter => {
      let served = 0
      return (asked) => {
        if (asked.key !== 'live[0]') return 404
        if (asked.operation === READ) return asked.nth === 1 ? 404 : 429
        served += 1
        return served <= many ? 404 : served <= BESIDE ? undefined : 429
      }
    }
    const said = async (many: number) => {
      const keys = limitedKeys({ limiter: refilled(many), before: used('live[0]', 1, 600, 429) })
      await judgeBeside(keys.t, limited)
      return keys.said.filter((each) => each.includes('every-endpoint'))
    }
    // It is driven over its limit again.
    expect(await said(2)).toEqual([KEPT])
    expect(await said(3)).toEqual(['fail pay.rate.every-endpoint'])
  })
})
