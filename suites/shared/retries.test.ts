import { aroundEach, describe, expect, it } from 'vitest'
import type { Finding, SharedContext } from '../../kit/check/context.ts'
import { systemClock } from '../../kit/clock/clock.ts'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import type { Delivery } from '../../kit/webhooks/delivery.ts'
import { endWatch, judgeEnd, judgeRetries } from './retries.ts'

aroundEach(inVirtualTime)

const ID = 'msg.delivery.retry-after-reset'
const OTHER = 'msg.delivery.retry-after-timeout'

function context(retryWithin?: number, stalledMs = 0) {
  const said: string[] = []
  const t = {
    target: {
      timeScale: 60_000,
      webhooks: { deliveryWithin: 1, ...(retryWithin === undefined ? {} : { retryWithin }) },
    },
    clock: systemClock(60_000),
    pause: () => Promise.resolve(),
    lateness: () => stalledMs,
    markUnexercised: (id: string) => said.push(`unexercised ${id}`),
    markBlocked: (id: string, _: string, __: unknown, line?: string) =>
      said.push(`blocked ${id}${line === undefined ? '' : ` without ${line.split(':')[0]}`}`),
    conclude: (id: string, { ok, note }: Finding) => said.push(`${ok ? 'pass' : 'fail'} ${id}${note ? ' noted' : ''}`),
  }
  return { t: t as unknown as SharedContext, said }
}

const attempt = (id: string, arrivedMono: number) => ({ id, inbox: 'in', arrivedMono }) as Delivery
const failure = (id: typeof ID | typeof OTHER, retry: Delivery | undefined, afterMs = 0) => ({
  id,
  what: 'an attempt',
  first: attempt('d1', 0),
  holdMs: 0,
  attempts: () => (retry === undefined ? 1 : 2),
  again: () => new Promise<Delivery | undefined>((resolve) => setTimeout(() => resolve(retry), afterMs)),
})

describe('retries', () => {
  it('pass when they come, and tell their pauses', async () => {
    const { t, said } = context()
    const pauses = await judgeRetries(t, [failure(ID, attempt('d2', 40)), failure(OTHER, attempt('d3', 90))])
    expect(said).toEqual([`pass ${ID}`, `pass ${OTHER}`])
    expect(pauses).toEqual({ quickest: 40, slowest: 90 })
  })

  it('contradict by their absence where the target declares them', async () => {
    const { t, said } = context(1)
    expect(await judgeRetries(t, [failure(ID, undefined)])).toBeUndefined()
    expect(said).toEqual([`fail ${ID}`])
  })

  it('are inconclusive without a declaration, unless the sender is known to be quicker', async () => {
    const alone = context()
    await judgeRetries(alone.t, [failure(ID, undefined)])
    expect(alone.said).toEqual([`blocked ${ID} without webhooks.retryWithin`])
    const compared = context()
    await judgeRetries(compared.t, [failure(ID, undefined, 1200), failure(OTHER, attempt('d2', 10))])
    expect(compared.said).toEqual([`fail ${ID} noted`, `pass ${OTHER}`])
  })

  describe('of what was answered late', () => {
    it.for([
      ['d1', 1000, undefined],
      ['d2', 1000, undefined],
      ['d1', 3, { quickest: 40, slowest: 40 }],
      ['d3', 1000, { quickest: 40, slowest: 40 }],
    ] as const)(
      'have the pause after the first attempt unless a stall has a part in it: %s late by %d ms',
      async ([late, ms, pauses]) => {
        const attempts = [answered('d1', 0), answered('d2', 40), answered('d3', 130, 200)]
        const { t } = context(1)
        Object.assign(t, { lateness: ({ id }: Delivery) => (id === late ? ms : 0) })
        const again = (after: Delivery) => Promise.resolve(attempts[attempts.indexOf(after) + 1])
        const failed = { id: ID, what: 'an attempt', first: attempts[0], holdMs: 0, attempts: () => 3, again }
        expect(await judgeRetries(t, [failed])).toEqual(pauses)
      },
    )

    it('leave the pauses of others as they are', async () => {
      const { t } = context(1)
      Object.assign(t, { lateness: ({ id }: Delivery) => (id === 'd9' ? 1000 : 0) })
      const quick = failure(ID, attempt('d9', 5))
      expect(await judgeRetries(t, [quick, failure(OTHER, attempt('d3', 90))])).toEqual({ quickest: 90, slowest: 90 })
    })

    const answered = (id: string, at: number, status = 410) =>
      ({ ...attempt(id, at), answer: { kind: 'status', status } }) as Delivery
    /** Attempts of which the first `late` were answered late, each followed by the next. */
    async function judged(attempts: readonly Delivery[], late: number, most = attempts.length) {
      const { t, said } = context(1)
      Object.assign(t, { lateness: ({ id }: Delivery) => (Number(id.slice(1)) <= late ? 1000 : 0) })
      const again = (after: Delivery) => Promise.resolve(attempts[attempts.indexOf(after) + 1])
      const [first] = attempts
      await judgeRetries(t, [{ id: ID, what: 'an attempt', first, holdMs: 0, attempts: () => most, again }])
      return said
    }

    it('show what they do about an answer only where it was in time', async () => {
      expect(await judged([answered('d1', 0), answered('d2', 40), answered('d3', 80, 200)], 1)).toEqual([`pass ${ID}`])
      expect(await judged([answered('d1', 0), answered('d2', 40, 200)], 1)).toEqual([`unexercised ${ID}`])
      expect(await judged([answered('d1', 0), answered('d2', 40), answered('d3', 80, 200)], 2)).toEqual([
        `unexercised ${ID}`,
      ])
    })

    it('are missed after the answer was repeated only where another event had as many', async () => {
      expect(await judged([answered('d1', 0), answered('d2', 40)], 1, 3)).toEqual([`fail ${ID}`])
      expect(await judged([answered('d1', 0), answered('d2', 40)], 1)).toEqual([`unexercised ${ID}`])
      expect(await judged([answered('d1', 0)], 1)).toEqual([`fail ${ID}`])
    })
  })

  it('are blocked where no attempt came', async () => {
    const { t, said } = context(1)
    await judgeRetries(t, [{ ...failure(ID, undefined), first: undefined }])
    expect(said).toEqual([`blocked ${ID}`])
  })
})

describe('the end of the attempts', () => {
  const [before, accepted, copy, more] = [0, 1, 2, 3].map((n) => attempt(`d${n}`, n)) as [
    Delivery,
    Delivery,
    Delivery,
    Delivery,
  ]
  const judged = async (
    attempts: readonly Delivery[],
    retryPause?: number,
    repeats = false,
    stalledMs = 0,
    alike: readonly (readonly Delivery[])[] = [],
  ) => {
    const { t, said } = context(undefined, stalledMs)
    const end = { what: 'an event', accepted, attempts: () => attempts, watchMs: 1, retryPause }
    const copies = await judgeEnd(t, ID, { ...end, repeatsOthers: () => repeats, alike: () => alike })
    return [...said, copies.length]
  }

  it('allows one copy', async () => {
    expect(await judged([before, accepted])).toEqual([`pass ${ID}`, 0])
    expect(await judged([before, accepted, copy])).toEqual([`pass ${ID} noted`, 1])
    expect(await judged([before, accepted, copy, more])).toEqual([`fail ${ID}`, 2])
  })

  it('takes a copy for a retry that comes when a retry would, unless the sender repeats what it likes', async () => {
    const late = attempt('late', accepted.arrivedMono + 30_500)
    const of = (retryPause: number, repeats = false, attempts = [accepted, late]) =>
      judged(attempts, retryPause, repeats, 0, [[attempt('o1', 90_000), attempt('o2', 119_800)]])
    expect(await of(30_000)).toEqual([`fail ${ID} noted`, 1])
    expect(await of(30_000, true)).toEqual([`pass ${ID} noted`, 1])
    expect(await of(20_000)).toEqual([`pass ${ID} noted`, 1])
    expect(await of(1, false, [accepted, copy])).toEqual([`pass ${ID} noted`, 1])
  })

  it.for<[string, (readonly [number, ...number[]])[]]>([
    ['no other event was answered alike', []],
    ['the others came once', [[90_000], [150_000]]],
    ['another one came again at once', [[90_000, 90_500]]],
    ['another one was held up at the same time', [[500, 30_700]]],
  ])('takes one copy for an answer that was lost where %s', async ([_, others]) => {
    const alike = others.map((times) => times.map((at, nth) => attempt(`o${nth}`, at)))
    const late = attempt('late', accepted.arrivedMono + 30_500)
    expect(await judged([accepted, late], 30_000, false, 0, alike)).toEqual([`pass ${ID} noted`, 1])
  })

  it('is not judged by copies of what was answered while this machine stood still', async () => {
    expect(await judged([accepted, copy, more], undefined, false, 50)).toEqual([`unexercised ${ID}`, 0])
    expect(await judged([accepted], undefined, false, 50)).toEqual([`pass ${ID}`, 0])
    // Who waited for an answer in vain tries again when a retry would come.
    const retry = attempt('late', accepted.arrivedMono + 30_000)
    expect(await judged([accepted, retry], 30_000, false, 50)).toEqual([`unexercised ${ID}`, 0])
  })

  it('is watched for some pauses of the sender, a minute and a half at most', () => {
    expect(endWatch({ clock: systemClock(1) }, 100)).toBe(700)
    expect(endWatch({ clock: systemClock(60) }, undefined)).toBe(2300)
    expect(endWatch({ clock: systemClock(1) }, undefined)).toBe(95_000)
  })
})
