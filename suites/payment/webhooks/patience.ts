import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { leaves, status } from '../../../kit/match/index.ts'
import { isTerminal } from '../client/settlement.ts'
import type { CheckContext } from '../define.ts'

/** What comes by itself has a moment, however long its time has been over, ms. */
const MOMENT_MS = 250

type Seen = Pick<CheckContext, 'target' | 'clock' | 'exchanges' | 'deliveries'>

/**
 * How long the event of a change may still take, ms. Its time is counted from now, for what came before it may have held
 * it up. Where nothing at all has come to the run it is counted from the answer that showed the change, the last one of
 * all payments where none is named: the waits for a sender that is silent end together.
 */
export function patienceMs(t: Seen, id = '', becomes: (status: string) => boolean = isTerminal): number {
  const within = (t.target.webhooks?.deliveryWithin ?? 30) * 1000
  if (t.deliveries().length > 0) return within
  const shows = (each: Exchange): boolean =>
    each.request.url.includes(id) &&
    status('2xx').test(each).ok &&
    leaves(json(each.response)).some(({ value }) => typeof value === 'string' && becomes(value.toLowerCase()))
  const changed = id === '' ? t.exchanges().findLast(shows) : t.exchanges().find(shows)
  if (changed === undefined) return within
  const left = changed.endedAt + within - t.clock.now()
  return Math.min(Math.max(left, MOMENT_MS), within)
}
