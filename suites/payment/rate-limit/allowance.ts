import type { Key } from '../../../kit/check/context.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { READ } from '../client/api.ts'
import type { CheckContext } from '../define.ts'
import { Mixing, mixedRound } from './mixture.ts'
import { beginOf, hadBegun, isLimited, isServed, PER_MINUTE, spanMs, USED_BEFORE } from './probes.ts'

/** A key that was used more than this is left alone. */
const MOST_USED = 30
/** Two bursts one after the other that are shorter than this part of a window do not both meet the edge of one. */
const SHORT = 0.33

export interface Allowance {
  readonly key: Key
  readonly sent: number
  readonly served: number
  /** Whether a 429 ended it. */
  readonly isLimited: boolean
  /** ms, from its first request to its last answer. */
  readonly tookMs: number
  /** The most that a lawful limiter lets through: the allowance, and what a bucket refills meanwhile. */
  readonly most: number
  /** The least: the allowance, save what the key was used for within the last two windows. */
  readonly least: number
  /** When its burst began, ms since the epoch. */
  readonly began: number
  /** Requests of the key within the window before. */
  readonly before: number
  readonly short: boolean
  /** Not all of it were reads. */
  readonly hasMixed: boolean
  readonly evidence: readonly Exchange[]
}

/**
 * What a key that has rested lets through at once. The first burst continues what a run sent before, so a fixed window
 * may begin in the midst of it; a key that has rested shows the allowance itself. Returns
 * what the key was let through, where nothing is wrong with it.
 */
export async function judgeAllowance(
  t: CheckContext,
  windowMs: number,
  limited: Key,
  mixing?: Mixing,
): Promise<Allowance | undefined> {
  const [first, second] = rested(t, limited)
  if (first === undefined) return undefined
  if (t.depth === 'deep') await rest(t, first, windowMs)
  const one = await spend(t, first, windowMs, mixing)
  const shown = shownBy(one)
  if (shown === 'too few' && !hadBegun(t, one.began - windowMs)) {
    t.markUnexercised('pay.rate.full-allowance', 'not met', USED_BEFORE)
    return undefined
  }
  if (shown === 'too few' && one.served === 0) {
    const reason =
      'the key is refused from the first request on: it is in use elsewhere, or was a moment before this run'
    t.markUnexercised('pay.rate.full-allowance', 'not met', reason)
    return undefined
  }
  if (shown === 'too few') {
    t.conclude('pay.rate.full-allowance', {
      ok: false,
      subject: `${READ} (burst with the key ${first.name})`,
      expected: `${PER_MINUTE} requests a minute`,
      actual: `the first 429 after ${one.served} requests of a key that had rested`,
      note: 'the key may be in use elsewhere',
      evidence: one.evidence,
    })
    return undefined
  }
  if (shown === 'nothing wrong') return one
  // The edge of a window may have been met once, and not twice.
  const other = second === undefined ? undefined : await spend(t, second, windowMs)
  if (other === undefined ? one.hasMixed : shownBy(other) !== 'too many') return undefined
  const seen = await certain(t, other === undefined ? [one] : [one, other], windowMs)
  if (!seen.every((each) => shownBy(each) === 'too many')) return undefined
  t.conclude('pay.rate.limited', {
    ok: false,
    soft: other === undefined,
    subject: `${READ} (burst with ${other === undefined ? 'a key' : 'keys'} that had rested)`,
    expected: `429 after ${PER_MINUTE} requests within ${windowMs / 1000} s`,
    actual: cameOf(seen),
    evidence: seen.flatMap(({ evidence }) => evidence),
  })
  return undefined
}

/**
 * The same bursts, or others where a window of a key may have begun before its own: one that begins with the first request of
 * a key can end in the midst of each of them. Where all have rested for a window, and run one after the other, no limiter has
 * more than one edge for them to meet.
 */
async function certain(t: CheckContext, bursts: readonly Allowance[], windowMs: number): Promise<readonly Allowance[]> {
  if (bursts.every(({ before }) => before === 0)) return bursts
  const lastUsed = Math.max(
    ...t.exchanges().flatMap((each) => (bursts.some(({ key }) => key.name === each.key) ? [each.endedAt] : [])),
  )
  await t.pause(Math.max(0, lastUsed + 1.05 * windowMs - t.clock.now()))
  const again: Allowance[] = []
  for (const { key } of bursts) again.push(await spend(t, key, windowMs))
  return again
}

/** Waits until a key has rested for so long that nothing before counts: then it shows a limit that is one too low. */
export async function rest(t: CheckContext, { name }: Key, windowMs: number): Promise<void> {
  const lastUsed = Math.max(...t.exchanges().flatMap(({ key, endedAt }) => (key === name ? [endedAt] : [])))
  await t.pause(Math.max(0, lastUsed + 2 * windowMs + 1 - t.clock.now()))
}

/** What a burst shows of the limit. A long one may lawfully have met the edge of a window. */
export function shownBy({
  served,
  least,
  most,
  short,
}: Pick<Allowance, 'served' | 'least' | 'most' | 'short'>): 'too few' | 'too many' | 'nothing wrong' {
  if (served < least) return 'too few'
  return served > most && short ? 'too many' : 'nothing wrong'
}

/** What came of bursts, in words: one that was never refused tells of no limit, wherever it ended. */
export const cameOf = (bursts: readonly Pick<Allowance, 'sent' | 'served' | 'isLimited' | 'tookMs'>[]): string =>
  bursts
    .map(({ sent, served, isLimited: ended, tookMs }) =>
      ended
        ? `the first 429 after ${served} requests`
        : `no 429 in ${sent} requests within ${Math.max(1, Math.ceil(tookMs / 1000))} s`,
    )
    .join(', and ')

/** The most that a lawful limiter lets through in so long a burst: a bucket refills while it is emptied. */
export const mostIn = (tookMs: number, windowMs: number): number =>
  PER_MINUTE + Math.ceil((tookMs / windowMs) * PER_MINUTE) + 1

/** Keys that are let in and were used the least, those of other merchants first. */
export function rested(t: CheckContext, limited: Key, mostUsed = MOST_USED): Key[] {
  const live = (t.service.keys?.live ?? []).map((_, at) => `live[${at}]` as const)
  const names = ['otherMerchant', 'noDefaults', ...live] as const
  const used = (key: Key) => t.exchanges().filter((each) => each.key === key.name)
  return names
    .map((name) => t.key(name))
    .filter((key) => key !== undefined)
    .filter((key) => key.name !== limited.name && used(key).length <= mostUsed)
    .filter((key) => used(key).every(({ response }) => response?.status !== 401))
}

export async function spend(
  t: CheckContext,
  key: Key,
  windowMs: number,
  mixing: Mixing = new Mixing([]),
): Promise<Allowance> {
  const used = t.exchanges().filter((each) => each.key === key.name)
  const sent: Exchange[] = []
  let hasMixed = false
  const isOver = (): boolean => {
    const took = spanMs(sent)
    const enough = sent.length > mostIn(took, windowMs) || took > SHORT * windowMs
    return sent.some(isLimited) || enough || t.signal.aborted
  }
  while (!isOver()) {
    const [mixed, reads] = await mixedRound(t, key, mixing, 'burst of a rested key')
    hasMixed ||= mixed.length > 0
    sent.push(...mixed, ...reads)
  }
  const took = spanMs(sent)
  const usedWithin = (ms: number): number => used.filter(({ sentAt }) => sentAt > beginOf(sent) - ms).length
  const recent = usedWithin(2 * windowMs)
  return {
    key,
    sent: sent.length,
    served: sent.filter(isServed).length,
    isLimited: sent.some(isLimited),
    tookMs: took,
    most: mostIn(took, windowMs),
    began: beginOf(sent),
    before: usedWithin(windowMs),
    // What was not answered may have been counted.
    least: sent.some(isLimited)
      ? PER_MINUTE - recent - sent.filter((each) => !isLimited(each) && !isServed(each)).length
      : 0,
    short: took <= 1.1 * SHORT * windowMs,
    hasMixed,
    evidence: [sent.find(isLimited), sent.at(-1), sent[0]].filter((each) => each !== undefined),
  }
}
