import { type Exchange, header } from '../../../kit/http/exchange.ts'
import { type Matcher, matcher, no } from '../../../kit/match/index.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { type Callback, smsCallbacks } from '../callbacks/deliveries.ts'
import type { CheckContext } from '../define.ts'
import { distinct } from '../sending/sms-timeline.ts'

const HALF_HOUR_MS = 30 * 60_000
/** How far from a whole offset of a zone a time may be to be taken for one of another zone, ms. */
const NEAR_MS = 60_000
/** Within which a clock is taken for right, and a late attempt for one of its time, ms. */
const SANE_MS = 10 * 60_000
/** The widest zones there are, ms. */
const WIDEST_MS = 14 * 3_600_000

/** By the last exchange that was counted in: every event is held against it, and it is dear to find. */
const skewsFound = new WeakMap<Exchange, number>()

/** How far the clock of the target is ahead of ours by its own answers, ms. */
export function skewOf(t: Pick<CheckContext, 'exchanges'>): number {
  const last = t.exchanges().at(-1)
  if (last === undefined) return 0
  const found = skewsFound.get(last) ?? medianSkew(t)
  skewsFound.set(last, found)
  return found
}

function medianSkew(t: Pick<CheckContext, 'exchanges'>): number {
  const skews = t.exchanges().flatMap(({ service, response, endedAt }) => {
    const date = Date.parse(header(service === 'messaging' ? (response?.headers ?? []) : [], 'Date') ?? '')
    return Number.isFinite(date) ? [date - endedAt] : []
  })
  return skews.toSorted((a, b) => a - b)[Math.floor(skews.length / 2)] ?? 0
}

/** How far a time is from the one at which it came, ms; undefined where it is none. */
function offOf({ arrivedAt }: Delivery, value: unknown, skewMs: number): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(at) ? at - arrivedAt - skewMs : undefined
}

/** The half hours of a zone by which a time is off; undefined where it is off by nothing, or by what no zone explains. */
function halvesOf(offMs: number | undefined): number | undefined {
  if (offMs === undefined) return undefined
  const halves = Math.round(offMs / HALF_HOUR_MS)
  const isZone = halves !== 0 && Math.abs(offMs) <= WIDEST_MS + NEAR_MS
  return isZone && Math.abs(offMs - halves * HALF_HOUR_MS) <= NEAR_MS ? halves : undefined
}

/**
 * The same by our own clock and by that of the target's answers: a time that is right by either of them is of no other
 * zone. A server's clock may be wrong, and a proxy may date its answers.
 */
function zoneOf(delivery: Delivery, value: unknown, skewMs: number): number | undefined {
  const own = halvesOf(offOf(delivery, value, 0))
  return own === undefined ? undefined : halvesOf(offOf(delivery, value, skewMs))
}

const off = (value: unknown, halves: number) =>
  no(
    `${String(value)}, ${Math.abs(halves / 2)} h ${halves > 0 ? 'after' : 'before'} it came`,
    'a local time with a Z would be off like this',
  )

type Seen = Pick<CheckContext, 'exchanges' | 'deliveries'>

/**
 * created_at as a matcher has it, and not the time of another zone: that is what is off by the same whole offset in every
 * callback, while the answers are dated right. Clocks that run fast or differ are off by something else.
 */
export function createdInUtc(t: Seen, inner: Matcher<unknown>): Matcher<unknown> {
  const skewMs = skewOf(t)
  const firsts = distinct(smsCallbacks(t)).map(({ delivery, json }) => zoneOf(delivery, json.created_at, skewMs))
  const [halves] = firsts
  const isConstant = firsts.length > 1 && firsts.every((each) => each === halves)
  return matcher(inner.expected, (value) => {
    const outcome = inner.test(value)
    return outcome.ok && isConstant && halves !== undefined ? off(value, halves) : outcome
  })
}

/** A time of an event, likewise; held against created_at, so only where that is about the time at which it came. */
export function inUtc(t: Seen, { delivery, json }: Callback, inner: Matcher<unknown>): Matcher<unknown> {
  const skewMs = skewOf(t)
  const createdMs = offOf(delivery, json.created_at, skewMs)
  return matcher(inner.expected, (value) => {
    const outcome = inner.test(value)
    const offMs = offOf(delivery, value, skewMs)
    if (!outcome.ok || offMs === undefined || createdMs === undefined || Math.abs(createdMs) > SANE_MS) return outcome
    const halves = halvesOf(offMs - createdMs)
    return halves === undefined ? outcome : off(value, halves)
  })
}
