import type { Delivery } from '../../kit/capture/delivery.ts'
import type { CheckContext } from '../../kit/check.ts'
import { header } from '../../kit/http/exchange.ts'
import { type Matcher, matcher, no } from '../../kit/match/index.ts'

const HALF_HOUR_MS = 30 * 60_000
/** How far from a whole offset of a zone a time may be to be taken for one of another zone, ms. */
const NEAR_MS = 60_000
/** The widest zones there are, ms. */
const WIDEST_MS = 14 * 3_600_000

/** How far the clock of the target is ahead of ours by its own answers, ms. */
function skewOf(t: Pick<CheckContext, 'exchanges'>): number {
  const skews = t.exchanges().flatMap(({ service, response, endedAt }) => {
    const date = Date.parse(header(service === 'messaging' ? (response?.headers ?? []) : [], 'Date') ?? '')
    return Number.isFinite(date) ? [date - endedAt] : []
  })
  return skews.toSorted((a, b) => a - b)[Math.floor(skews.length / 2)] ?? 0
}

/**
 * Hours by which a time that is to be UTC is off by an offset of a zone: it was written in another one. Undefined where
 * it is about the time at which it came, or off by anything else, which is a matter of clocks.
 */
export function zoneOf(
  t: Pick<CheckContext, 'exchanges'>,
  { arrivedAt }: Delivery,
  value: unknown,
): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  const skewMs = skewOf(t)
  const offMs = at - arrivedAt - skewMs
  // A late attempt tells an old time: one from before the run is none of its own.
  const [first] = t.exchanges()
  if (offMs < 0 && at - skewMs >= (first?.sentAt ?? arrivedAt) - NEAR_MS) return undefined
  const halves = Math.round(offMs / HALF_HOUR_MS)
  const isZone = halves !== 0 && Math.abs(offMs) <= WIDEST_MS + NEAR_MS
  return isZone && Math.abs(offMs - halves * HALF_HOUR_MS) <= NEAR_MS ? halves / 2 : undefined
}

/** A time as a matcher has it, and not that of another zone. Retries and late events may be older, by no whole zone. */
export const inUtc = (
  t: Pick<CheckContext, 'exchanges'>,
  delivery: Delivery,
  inner: Matcher<unknown>,
): Matcher<unknown> =>
  matcher(inner.expected, (value) => {
    const outcome = inner.test(value)
    const hours = outcome.ok ? zoneOf(t, delivery, value) : undefined
    return hours === undefined
      ? outcome
      : no(`${String(value)}, ${Math.abs(hours)} h ${hours > 0 ? 'ahead' : 'behind'}`)
  })
