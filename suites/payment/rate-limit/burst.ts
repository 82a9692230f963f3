import type { Key } from '../../../kit/check/context.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { validCreation } from '../client/acceptance.ts'
import { liveKey, READ } from '../client/api.ts'
import { cardCreation, qrCreation } from '../creation/card.ts'
import { defineFixture, type FixtureContext } from '../define.ts'
import { MIXED_MOST, Mixing, mixedRound, mixture } from './mixture.ts'
import { AT_ONCE, beginOf, isLimited, isServed, latencyMs, OVER, PER_MINUTE, spanMs, widthOf } from './probes.ts'
import { isBare, isOfKey } from './whose-limit.ts'

/** What a fixed window lets through across its edge, and one more for the edge of ours. */
export const MOST_LAWFUL = 2 * PER_MINUTE + 1

/** What goes over no limit at most: reads, and the last round of them, which is wide where answers take long. */
export const MOST_READS = MOST_LAWFUL + AT_ONCE + OVER
/** In all: a burst is tried again as long as its reads so far are no more than one may need. */
const MOST_SENT = 2 * MOST_READS + MIXED_MOST

interface Burst {
  readonly key: Key
  /** The most requests with this key, the burst's and the run's before it, that were answered other than 429 within one window. */
  readonly accepted: number
  readonly refused: Exchange | undefined
  /** A 429 of somebody before the service, who limits by something else than the key: then nothing is known of the limit. */
  readonly guarded?: Exchange
  readonly exchanges: readonly Exchange[]
  /** Those among them that ask for something else beside. */
  readonly mixed: Mixing['answered']
  /** What of them is still to be asked. */
  readonly mixing: Mixing
  /** Where the run was given the fewest requests before it was limited. */
  readonly shortest: Allowance | undefined
  readonly windowMs: number
}

/** Goes over the limit of one key: the continuation of what the run sent with it within the last minute anyway. */
export const burst = defineFixture({
  name: 'burst',
  needs: ['payment.keys.live'],
  uses: [validCreation, cardCreation, qrCreation],
  tier: 'refuse',
  // Usually the run itself has used a part of the minute.
  cost: {
    // The most is asked of one that has no limit.
    requests: { live: MOST_SENT, none: 3 },
    spends: { payments: AT_ONCE },
    typical: {
      requests: { live: PER_MINUTE / 2, none: 0 },
      spends: { payments: 0 },
      // Where the clocks run fast that part of the minute is over by then.
      at: ({ timeScale }) => (timeScale > 1 ? { requests: { live: PER_MINUTE } } : {}),
    },
    unpaced: true,
  },
  make: async (t) => {
    const key = cheapest(t)
    const mixing = new Mixing(await mixture(t))
    // Where the clocks run fast the window is short: a machine that was busy gets another chance to fill it.
    let sent = 0
    for (let again = t.target.timeScale > 1 ? 2 : 0; ; again -= 1) {
      const result = await exceed(t, key, mixing)
      const { refused, exchanges } = result
      sent += exchanges.length
      if (refused !== undefined && isBare(refused) && !(await isOfKey(t, key)))
        return { ...result, refused: undefined, guarded: refused }
      if (
        refused !== undefined ||
        result.accepted > MOST_LAWFUL ||
        again <= 0 ||
        sent - mixing.answered.length > MOST_READS ||
        t.signal.aborted
      )
        return result
    }
  },
})

/** The live key that ends with the fewest requests: what it sent within the last window counts towards the limit already. */
function cheapest(t: FixtureContext): Key {
  const since = Math.max(0, ...t.exchanges().map(({ endedAt }) => endedAt)) - t.clock.scaled(60)
  const idle = ({ name }: Key): number => sentBefore(t.exchanges(), name, since)
  const keys = (t.service.keys?.live ?? []).map((_, index) => t.key(`live[${index}]`))
  return keys.filter((key) => key !== undefined).toSorted((a, b) => idle(a) - idle(b))[0] ?? liveKey(t)
}

/** Requests with a key that lie before a window: they count towards no limit any more. */
export const sentBefore = (exchanges: readonly Exchange[], key: string, since: number): number =>
  exchanges.filter((each) => each.key === key && each.sentAt <= since).length

/** Goes over the limit of a key, or as far as one window lets it. */
export async function exceed(t: FixtureContext, key: Key, mixing = new Mixing([])): Promise<Burst> {
  const windowMs = t.clock.scaled(60)
  const before = t.exchanges().filter((each) => each.key === key.name)
  const exchanges: Exchange[] = []
  const reads: Exchange[] = []
  // A service may look at a bad request before it counts it: reads alone tell that there is no limit.
  while (!t.signal.aborted && !exchanges.some(isLimited) && !isOver(reads, spanMs(exchanges), windowMs)) {
    const width = widthOf(latencyMs(t.exchanges()), windowMs)
    const [others, more] = await mixedRound(t, key, mixing, 'burst', width)
    reads.push(...more)
    exchanges.push(...others, ...more)
  }
  const refused = exchanges.find(isLimited)
  const earlier = before.filter((each) => each.sentAt > beginOf(exchanges) - windowMs)
  const counted = refused === undefined ? [...earlier.filter(isRead), ...reads] : [...earlier, ...exchanges]
  return {
    key,
    accepted: mostWithin(windowMs, counted.filter(isServed)),
    refused,
    exchanges,
    mixed: mixing.answered,
    mixing,
    shortest: shortestAllowance(windowMs, [...before, ...exchanges]),
    windowMs,
  }
}

const isRead = ({ operation }: Exchange): boolean => operation === READ

/** Whether a burst goes on no further: one was refused, more were sent than any window lets through, or the window is over. */
export function isOver(exchanges: readonly Exchange[], tookMs: number, windowMs: number): boolean {
  return exchanges.some(isLimited) || exchanges.length > MOST_LAWFUL + AT_ONCE || tookMs >= windowMs
}

/** The most requests that were sent and answered within one span of so long. */
export function mostWithin(spanMs: number, exchanges: readonly Pick<Exchange, 'sentAt' | 'endedAt'>[]): number {
  const counts = exchanges.map(
    ({ sentAt }) => exchanges.filter((each) => each.sentAt >= sentAt && each.endedAt <= sentAt + spanMs).length,
  )
  return Math.max(0, ...counts)
}

interface Allowance {
  /** Requests that were answered other than 429, or not at all, in the window before this one was refused. */
  readonly count: number
  readonly refused: Exchange
}

/**
 * The fewest requests that one window let through before a 429. A 429 soon after another one does not count: limiters
 * may hold it against a client that it goes on.
 */
export function shortestAllowance(windowMs: number, exchanges: readonly Exchange[]): Allowance | undefined {
  const limited = exchanges.filter(isLimited)
  const others = exchanges.filter((each) => !limited.includes(each))
  const isWithin = (window: Exchange, { sentAt, endedAt }: Exchange) =>
    endedAt > window.sentAt - windowMs && sentAt < window.endedAt
  return limited
    .filter((each) => !limited.some((other) => other.sentAt < each.sentAt && isWithin(each, other)))
    .map((refused) => ({ count: others.filter((each) => isWithin(refused, each)).length, refused }))
    .toSorted((a, b) => a.count - b.count)[0]
}
