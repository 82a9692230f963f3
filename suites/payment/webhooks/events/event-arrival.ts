import type { Cell } from '../../../../kit/check/verdicts/judgement.ts'
import { subjectOf } from '../../../../kit/check/verdicts/subject.ts'
import type { Exchange } from '../../../../kit/http/exchange.ts'
import { valueAt } from '../../../../kit/match/index.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import type { Inbox } from '../../../../kit/webhooks/inbox.ts'
import { placeOf } from '../../../../kit/webhooks/inbox-name.ts'
import type { Payment } from '../../client/payment.ts'
import { type Settled, settledControl } from '../../client/settlement.ts'
import type { CheckContext, FixtureContext, RequirementId } from '../../define.ts'
import { eventsAt, tellsOf, unreadable, whatCame } from '../deliveries.ts'
import { patienceMs } from '../patience.ts'

/**
 * Waits until the end of a payment was reported to an inbox, or the time of the target file is up. A sender that keeps an
 * order tells of the end once what came before was told: from there it has as long again.
 */
export async function reported(
  t: FixtureContext,
  inbox: Inbox,
  payment: Payment,
  outcome = 'completed',
): Promise<boolean> {
  const isIt = tellsOf(outcome)
  const own = ({ json }: Pick<Delivery, 'json'>) =>
    valueAt(json, '/merchant_reference') === payment.reference || valueAt(json, '/transaction_id') === payment.id
  const within = (t.target.webhooks?.deliveryWithin ?? 30) * 1000
  const arrives = (ms: number): Promise<boolean> =>
    t.awaiting('an event', within / 1000, 'webhooks.deliveryWithin', () =>
      inbox
        .next((delivery) => isIt(delivery) && own(delivery), { within: ms })
        .then(
          () => true,
          () => false,
        ),
    )
  if (await arrives(patienceMs(t, payment.id, (status) => status === outcome))) return true
  const before = inbox.deliveries.findLast(own)
  const left = before === undefined ? 0 : before.arrivedMono + within - t.clock.mono()
  return left > 0 && arrives(left)
}

/** Blocks unless the payment was seen to be completed, by a read or an event. */
export const completedControl = (t: CheckContext, settled: Settled): void => settledControl(t, settled, 'completed')

/** What is told of an event that should have come, where it is not that of any payment. */
export interface Missing {
  /** What went before, for the reader: it stands first. */
  readonly after?: Exchange
  /** Where the event is if it went astray. */
  readonly instead?: Inbox
  /** The event at the other URL that tells of the same. */
  readonly beside?: Delivery
  /** What had named the URL, where the payment did not. */
  readonly named?: Exchange
  /** Where in what the requirement ranges over it was waited for. */
  readonly at?: Cell
}

/** Judges whether the end of a payment came to an inbox; blocks where what came does not tell. */
export function arrived(
  t: CheckContext,
  id: RequirementId,
  inbox: Inbox,
  settled: Settled,
  ok: boolean,
  { after, instead, at, beside, named }: Missing = {},
): void {
  const place = placeOf(inbox.name)
  const strange = unreadable(inbox)
  if (!ok && strange.length > 0) {
    t.markBlocked(id, `what arrived at ${place} does not tell its status`, strange)
    return
  }
  const { payment, status: now } = settled
  const astray = instead === undefined ? [] : eventsAt(instead, payment)
  const actual = astray.length > 0 ? `its events at ${placeOf(instead?.name ?? '')}` : whatCame(inbox, payment)
  t.conclude(id, {
    ok,
    ...(at === undefined ? {} : { at }),
    subject: `payment ${payment.reference}, ${now === undefined ? 'ended' : `now ${now}`}${after === undefined ? '' : `, created after ${subjectOf(after)}`}`,
    expected: `its event with ${now === undefined ? 'a terminal status' : `status ${now}`} at ${place} within ${t.target.webhooks?.deliveryWithin} s`,
    actual,
    awaited: astray.length === 0,
    evidence: [
      ...(after === undefined ? [] : [after]),
      payment.creation,
      settled.read,
      ...(named === undefined ? [] : [named]),
      ...(beside === undefined ? [] : [beside]),
      ...eventsAt(inbox, payment),
      ...astray.slice(0, 2),
    ],
  })
}
