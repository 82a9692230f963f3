import type { Check } from '../../../../kit/check/check.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import { isUuidText, show } from '../../../../kit/match/index.ts'
import { CREATE } from '../../client/api.ts'
import { COMPLETED_PAYMENT } from '../../client/observed.ts'
import { records } from '../../client/records.ts'
import { defineCheck } from '../../define.ts'
import { type History, histories, isKnown, isTerminal, mayReportCreation } from '../../lifecycle/histories.ts'
import { eventSubject, type PaymentEvent, paymentEvents, rolesOf } from '../deliveries.ts'

// Events: the service posts when a status changes. Whether a creation counts as a change is open.
const change = defineCheck({
  id: 'pay/event-changes/change',
  title: 'status and previous_status of an event differ',
  covers: ['pay.event.is-a-change'],
  needs: ['payment', 'webhooks'],
  uses: [records],
  phase: 'rules',
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const known = histories(t, await t.use(records))
    const tally = new Tally(t, 'pay.event.is-a-change', 'a status other than previous_status')
    for (const event of paymentEvents(t)) {
      if (event.status === undefined || event.previous === undefined) continue
      const history = known.get(event.transactionId ?? '')
      if (event.status !== event.previous) tally.agree([event.delivery])
      else if (history !== undefined && mayReportCreation(history, event)) {
        t.observe('pay.open.event-first-change', `reported, with previous_status ${show(event.previous)}`, [
          event.delivery,
        ])
      } else {
        const actual = `status and previous_status both ${show(event.status)}`
        // A repetition is plainly none for a status that is final.
        tally.contradict({
          subject: eventSubject(event),
          actual,
          soft: !isTerminal(event.status),
          evidence: [event.delivery],
        })
      }
    }
    tally.close('no event with both statuses was seen in this run')
  },
})

// States and transitions: processing, payment succeeds, completed: payment.completed with previous_status processing.
const fromProcessing = defineCheck({
  id: 'pay/event-changes/completed-from-processing',
  title: 'payment.completed of a payment that was processing says so',
  covers: ['pay.event.completed-from-processing'],
  needs: ['payment', 'webhooks'],
  uses: [records],
  phase: 'rules',
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const known = histories(t, await t.use(records))
    const tally = new Tally(t, 'pay.event.completed-from-processing', 'previous_status "processing"')
    for (const event of paymentEvents(t)) {
      if (event.name !== 'payment.completed' || event.previous === undefined) continue
      const proof = proofOfProcessing(known.get(event.transactionId ?? ''), event)
      const evidence = [event.delivery, ...proof]
      const subject = eventSubject(event)
      if (event.previous === 'processing') tally.agree([event.delivery])
      else if (proof.length > 0) {
        tally.contradict({
          subject,
          actual: `previous_status ${show(event.previous)}, though the payment was seen processing before`,
          evidence,
        })
      } else if (event.previous === 'pending') {
        tally.agree(evidence, 'a payment came from pending to completed without having been seen as processing')
      } else if (!isTerminal(event.previous)) {
        // A status that did not change, and a way out of a terminal one, are judged as such.
        tally.contradict({ subject, actual: `previous_status ${show(event.previous)}`, soft: true, evidence })
      }
    }
    tally.close('no payment.completed with a previous_status was seen in this run')
  },
})

/** What showed the payment as processing, unless it was seen to go from there to what the event says it left. */
function proofOfProcessing(history: History | undefined, { status: now, previous }: PaymentEvent) {
  if (history === undefined) return []
  const at = history.shown.findIndex(({ status }) => status === 'processing')
  // A replay may repeat the first answer, so it shows no return.
  const later = at < 0 ? [] : history.shown.slice(at).filter(({ exchange }) => exchange.operation !== CREATE)
  const returned =
    later.some(({ status }) => status === previous) ||
    history.events.some((each) => each.status === previous && each.previous === 'processing')
  if (returned && previous !== now) return []
  const told = history.events.find(({ status }) => status === 'processing')?.delivery
  const shown = history.shown[at]?.exchange
  return [shown, told].filter((each) => each !== undefined).slice(0, 1)
}

// Resources › Webhook payload: previous_status, the status before.
const chain = defineCheck({
  id: 'pay/event-changes/chain',
  title: 'the previous_status of an event is a status that the payment had',
  covers: ['pay.event.chain'],
  needs: ['payment', 'webhooks'],
  uses: [records],
  phase: 'rules',
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const known = histories(t, await t.use(records))
    const tally = new Tally(t, 'pay.event.chain', 'as previous_status a status that the payment had before the event')
    const inboxes = [...new Set(paymentEvents(t).map(({ delivery }) => delivery.inbox))]
    // Only where every change is told can be said what came before one.
    for (const inbox of inboxes.filter((each) => rolesOf(t, each).has('webhook'))) {
      for (const history of known.values()) {
        // What is no id may stand for several payments; it is judged as such.
        if (!isUuidText(history.id)) continue
        const here = history.events.filter(({ delivery }) => delivery.inbox === inbox)
        if (here.length === 0) continue
        // What previous_status holds in the report of a creation is open.
        const told = distinct(here).filter(
          (event) =>
            !mayReportCreation(history, event) ||
            (event.status !== event.previous && (event.previous === undefined || isKnown(event.previous))),
        )
        // An event without a status is judged as such, and leaves a gap.
        if (here.some(({ status }) => status === undefined)) continue
        const unseen = neverSeen(history, told)
        for (const event of told) {
          if (event.previous === undefined || asDocumented(event)) continue
          const entered = told.some((each) => each.status === event.previous && each.previous !== each.status)
          if (unseen.has(event.previous) || (event.previous === event.status && !entered)) {
            const actual = `previous_status ${show(event.previous)}, which no earlier answer or event shows of the payment`
            // What shows it may be under way still.
            tally.contradict({ subject: eventSubject(event), actual, awaited: true, evidence: [event.delivery] })
          } else if (told.length > 1 || history.shown.length > 0) tally.agree([event.delivery])
        }
        const twice = leftTwice(history, told)
        if (twice !== undefined) {
          tally.contradict({
            subject: eventSubject(twice),
            actual: `previous_status ${show(twice.previous)}, which another event says was left already`,
            evidence: told.filter(({ previous }) => previous === twice.previous).map(({ delivery }) => delivery),
          })
        }
      }
    }
    tally.close('no payment was seen before and after an event in this run')
  },
})

/** The table of states names processing as what comes before payment.completed, whether it was told or not. */
const asDocumented = ({ name, previous }: PaymentEvent): boolean =>
  name === 'payment.completed' && previous === 'processing'

/** Previous statuses that neither an answer nor an event showed. A payment may have been pending before anybody looked. */
function neverSeen(history: History, events: readonly PaymentEvent[]): ReadonlySet<string> {
  const seen = [...history.shown, ...history.events].flatMap(({ status }) => (status === undefined ? [] : [status]))
  // The spelling of a status is judged elsewhere.
  const had = new Set(['pending', ...seen.map((status) => status.toLowerCase())])
  const previous = events.flatMap((event) =>
    event.previous === undefined || asDocumented(event) ? [] : [event.previous],
  )
  const unseen = new Set(previous.filter((status) => !had.has(status.toLowerCase())))
  // Where no answer showed the status that the payment began with, one of them may be it.
  // One that showed the end tells nothing of what was before it: nobody saw the payment then.
  const began = history.shown.some(({ exchange, status }) => exchange.operation === CREATE && !isTerminal(status))
  return began || unseen.size > 1 ? unseen : new Set()
}

/** One of the attempts of every event: attempts share event_id, or all that is said of the change. */
function distinct(events: readonly PaymentEvent[]): PaymentEvent[] {
  const same = (a: PaymentEvent, b: PaymentEvent): boolean =>
    (a.eventId !== undefined && a.eventId === b.eventId && a.status === b.status) ||
    (a.status === b.status && a.previous === b.previous && a.timestamp === b.timestamp)
  return events.filter((event, index) => !events.slice(0, index).some((each) => same(each, event)))
}

/**
 * An event that ends a status which another had ended before, without the payment coming back to it. Independent of the
 * order of arrival: one status may be left once more often than it was entered, as it was there at first.
 */
function leftTwice(history: History, events: readonly PaymentEvent[]): PaymentEvent | undefined {
  return events.find((event) => {
    if (event.previous === undefined || event.previous === event.status || asDocumented(event)) return false
    const moves = events.filter(({ status, previous }) => !same(status, previous))
    const left = moves.filter(({ previous }) => same(previous, event.previous)).length
    const entered = moves.filter(({ status }) => same(status, event.previous)).length
    const first = history.events.find(({ previous }) => previous === event.previous) !== event
    return first && left > entered + 1
  })
}

const same = (one = '', other = ''): boolean => one.toLowerCase() === other.toLowerCase()

export const eventChanges: readonly Check[] = [change, fromProcessing, chain]
