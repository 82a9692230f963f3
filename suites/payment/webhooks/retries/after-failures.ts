import type { Check } from '../../../../kit/check/check.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import { show } from '../../../../kit/match/index.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { READ } from '../../client/api.ts'
import { COMPLETED_PAYMENT } from '../../client/observed.ts'
import { records } from '../../client/records.ts'
import { type CheckContext, defineCheck } from '../../define.ts'
import { type History, histories, isTerminal } from '../../lifecycle/histories.ts'
import { attempts, eventSubject, mayHaveFailed, type PaymentEvent, rolesOf } from '../deliveries.ts'

const isTaken = ({ answer }: Delivery): boolean =>
  answer.kind === 'status' && answer.status >= 200 && answer.status < 300

// Which URL is called: webhook_url on every status change, also on those that come after a receiver failed once.
const told = defineCheck({
  id: 'pay/deliveries/after-failure',
  title: 'the end of a payment is told although an earlier delivery had failed at first',
  covers: ['pay.webhook.every-change'],
  needs: ['payment', 'webhooks'],
  uses: [records],
  phase: 'rules',
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const tally = new Tally(t, 'pay.webhook.every-change', 'an event of its end')
    for (const history of histories(t, await t.use(records)).values()) {
      for (const { event, takenAt } of recovered(t, history)) {
        const { inbox } = event.delivery
        const end = history.events.find(({ delivery, status = '' }) => delivery.inbox === inbox && isTerminal(status))
        if (end !== undefined) {
          tally.agree([event.delivery, end.delivery])
          continue
        }
        // A sender that keeps events in order goes on from there: it has as long as any event has.
        const within = (t.target.webhooks?.deliveryWithin ?? 30) * 1000
        const since = Math.max(takenAt, firstShownEnded(history) ?? Number.POSITIVE_INFINITY)
        if (latest(t) - since < within) continue
        const ended = history.shown.filter(({ status }) => isTerminal(status)).slice(0, 1)
        tally.contradict({
          subject: eventSubject(event),
          actual: `the delivery was taken at last, the payment reads ${show(ended[0]?.status)}, and nothing more came`,
          awaited: true,
          evidence: [event.delivery, ...ended.map(({ exchange }) => exchange)],
        })
      }
    }
    tally.close('no payment went on to its end after a delivery at its webhook_url had failed')
  },
})

/** Events at the webhook_url of a payment that were taken after a failure, and that tell of no end. */
function recovered(t: CheckContext, { events }: History): { event: PaymentEvent; takenAt: number }[] {
  return attempts(t).flatMap(({ inbox, deliveries }) => {
    if (deliveries.length < 2 || !deliveries.slice(0, -1).some(mayHaveFailed)) return []
    const event = events.find(({ delivery }) => delivery === deliveries[0])
    if (event?.status === undefined || isTerminal(event.status)) return []
    const roles = rolesOf(t, inbox)
    if (!roles.has('webhook') || roles.size > 1) return []
    const taken = deliveries.slice(1).find(isTaken)
    return taken === undefined ? [] : [{ event, takenAt: taken.arrivedAt }]
  })
}

const firstShownEnded = ({ shown }: History): number | undefined =>
  shown.find(({ status, exchange }) => exchange.operation === READ && isTerminal(status))?.exchange.endedAt

/** The last that the run saw of the target. */
const latest = (t: CheckContext): number =>
  Math.max(...t.exchanges().map(({ endedAt }) => endedAt), ...t.deliveries().map(({ arrivedAt }) => arrivedAt))

export const afterFailures: readonly Check[] = [told]
