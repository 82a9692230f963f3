import type { Check } from '../../../../kit/check/check.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import { type Exchange, json } from '../../../../kit/http/exchange.ts'
import { status, valueAt } from '../../../../kit/match/index.ts'
import { CREATE, PROFILE } from '../../client/api.ts'
import { COMPLETED_PAYMENT } from '../../client/observed.ts'
import { type Records, records } from '../../client/records.ts'
import { type CheckContext, defineCheck } from '../../define.ts'
import { type History, histories, isKnown, isTerminal } from '../../lifecycle/histories.ts'
import { eventSubject, namedIn, type PaymentEvent, rolesOf } from '../deliveries.ts'

// Which URL is called: webhook_url on every status change. A payment that was pending and ended from processing changed twice.
const skipped = defineCheck({
  id: 'pay/deliveries/skipped-change',
  title: 'a payment that its creation showed as pending and that ended from processing was told to be processing',
  covers: ['pay.webhook.every-change'],
  needs: ['payment', 'webhooks'],
  uses: [records],
  phase: 'rules',
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const found = await t.use(records)
    const tally = new Tally(t, 'pay.webhook.every-change', 'an event of processing before its end')
    // What is told late may be under way when the run ends.
    const until = Math.max(0, ...untold(t, found).map(({ end }) => end.delivery.arrivedAt + patienceMs(t)))
    if (until > 0) await t.pause(Math.max(0, until - t.clock.now()))
    for (const { began, end, told } of changedTwice(t, found)) {
      if (told !== undefined) tally.agree([told.delivery, end.delivery])
      else
        tally.contradict({
          subject: eventSubject(end),
          actual: 'none, though its creation answered pending and its end came from processing',
          awaited: true,
          // When a default of the merchant comes to be in force is not shown.
          soft: t.signal.aborted || !isOwn(t, end.delivery.inbox, began),
          evidence: [began, end.delivery],
        })
    }
    tally.close('no payment that began as pending was told to have ended from processing')
  },
})

interface ChangedTwice {
  readonly began: Exchange
  readonly end: PaymentEvent
  /** The event of the change between. */
  readonly told: PaymentEvent | undefined
}

/** Payments that were answered as pending and were told, at their webhook_url, to have ended from processing. */
function changedTwice(t: CheckContext, found: Records): readonly ChangedTwice[] {
  return [...histories(t, found).values()].flatMap((history) => {
    const began = asPending(history)
    const here = history.events.filter(({ delivery }) => isWebhook(rolesOf(t, delivery.inbox)))
    const end = here.find(({ status, previous }) => isTerminal(status ?? '') && previous === 'processing')
    // What does not tell its status may have told of the change.
    const isClear = here.every(({ status }) => isKnown(status?.toLowerCase() ?? ''))
    if (began === undefined || end === undefined || !isClear) return []
    if (!isOwn(t, end.delivery.inbox, began) && !wasDefault(t, end.delivery.inbox, began)) return []
    const told = here.find((each) => each.delivery.inbox === end.delivery.inbox && tellsProcessing(each))
    return [{ began, end, told }]
  })
}

/** Whether an inbox is that of the URL which a creation named. */
const isOwn = (t: CheckContext, inbox: string, began: Exchange): boolean => namedIn(t, inbox, [CREATE]).includes(began)

/** Whether it was a default of the merchant before a creation: events went to another one as long as that was in its place. */
function wasDefault(t: CheckContext, inbox: string, { sentAt }: Exchange): boolean {
  const url = t.inbox(inbox)?.url
  if (url === undefined) return false
  return t.exchanges().some((update) => {
    if (update.operation !== PROFILE || update.endedAt > sentAt || !status('2xx').test(update).ok) return false
    const named = valueAt(json(update.request), '/webhook_url')
    // One with a query leads there as well.
    return typeof named === 'string' && named.split('?')[0] === url
  })
}

const untold = (t: CheckContext, found: Records): readonly ChangedTwice[] =>
  changedTwice(t, found).filter(({ told }) => told === undefined)

const patienceMs = ({ target }: CheckContext): number => (target.webhooks?.deliveryWithin ?? 30) * 1000

const isWebhook = (roles: ReadonlySet<string>): boolean => roles.has('webhook') && roles.size === 1
const tellsProcessing = ({ status }: PaymentEvent): boolean => status?.toLowerCase() === 'processing'

/** The answer to the creation, where it showed the payment as pending. A replay may show a later status. */
function asPending({ shown }: History) {
  const first = shown.find(({ exchange }) => exchange.operation === CREATE)
  return first?.status === 'pending' ? first.exchange : undefined
}

export const skippedChanges: readonly Check[] = [skipped]
