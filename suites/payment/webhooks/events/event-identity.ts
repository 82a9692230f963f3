import type { Check } from '../../../../kit/check/check.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import { show } from '../../../../kit/match/index.ts'
import { COMPLETED_PAYMENT } from '../../client/observed.ts'
import { type CheckContext, defineRule } from '../../define.ts'
import { isTerminal } from '../../lifecycle/histories.ts'
import { attempts, eventSubject, mayHaveFailed, type PaymentEvent, paymentEvents, rolesOf } from '../deliveries.ts'

// Events › Receiver rules: on failure the service retries, and receivers deduplicate with event_id.
const stable = defineRule({
  id: 'pay/event-identity/stable',
  title: 'every attempt of an event carries its event_id',
  covers: ['pay.event.id-stable'],
  needs: ['payment', 'webhooks'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const tally = new Tally(t, 'pay.event.id-stable', 'one event_id on all attempts of an event')
    for (const group of attempts(t)) if (repeated(group.deliveries)) tally.agree(group.deliveries)
    for (const inbox of new Set(paymentEvents(t).map(({ delivery }) => delivery.inbox))) {
      // One address in both roles lawfully gets an event twice, and whether the two share their event_id is open.
      if (rolesOf(t, inbox).size === 2) continue
      for (const { first, again } of secondEnds(paymentEvents(t).filter(({ delivery }) => delivery.inbox === inbox))) {
        tally.contradict({
          subject: eventSubject(again),
          actual: `event_id ${show(again.eventId)} beside ${show(first.eventId)} for the one end ${show(again.status)}`,
          evidence: [first.delivery, again.delivery],
        })
      }
      for (const event of strays(paymentEvents(t).filter(({ delivery }) => delivery.inbox === inbox))) {
        const { again, first, soft } = event
        tally.contradict({
          subject: eventSubject(again),
          actual: `event_id ${show(again.eventId)} after ${show(first.eventId)} for the status ${show(again.status)}`,
          evidence: [first.delivery, again.delivery],
          ...(soft
            ? { soft, note: 'the timestamps differ: a payment may come to a status that is not final twice' }
            : {}),
        })
      }
    }
    tally.close('no event was attempted again in this run')
  },
})

const repeated = (deliveries: readonly PaymentEvent['delivery'][]): boolean =>
  deliveries.slice(0, -1).some(mayHaveFailed)

/**
 * Events at one inbox that tell of one end under two event_ids although the first was taken: a payment ends once, so
 * receivers that deduplicate by event_id count it twice.
 */
function secondEnds(events: readonly PaymentEvent[]): { first: PaymentEvent; again: PaymentEvent }[] {
  const change = ({ transactionId, name, status, previous }: PaymentEvent): string =>
    JSON.stringify([transactionId, name, status, previous])
  const ends = events.filter((each) => each.transactionId !== undefined && isTerminal(each.status ?? ''))
  // An event_id that stands for two statuses is judged as such.
  const isShared = ({ eventId, status }: PaymentEvent): boolean =>
    events.some((each) => each.eventId === eventId && each.status !== status)
  return ends.flatMap((again, index) => {
    if (again.eventId === undefined || isShared(again)) return []
    const alike = ends.slice(0, index).filter((each) => each.eventId !== undefined && change(each) === change(again))
    const [first] = alike
    // What follows a failure is judged as a further attempt.
    const known = alike.some(({ eventId, delivery }) => eventId === again.eventId || mayHaveFailed(delivery))
    return first === undefined || known || isShared(first) || cameBack(events, again) ? [] : [{ first, again }]
  })
}

/** Attempts at one inbox that tell again, under another event_id, what an attempt told that we did not take. */
function strays(events: readonly PaymentEvent[]): { first: PaymentEvent; again: PaymentEvent; soft: boolean }[] {
  const identity = ({ transactionId, name, status, previous }: PaymentEvent): string =>
    JSON.stringify([transactionId, name, status, previous])
  return events.flatMap((again, index) => {
    if (again.eventId === undefined || again.transactionId === undefined || again.status === undefined) return []
    const alike = events
      .slice(0, index)
      .filter((each) => each.eventId !== undefined && identity(each) === identity(again))
    if (alike.some(({ eventId }) => eventId === again.eventId)) return []
    const first = alike.findLast(({ delivery }) => mayHaveFailed(delivery))
    if (first === undefined || cameBack(events, again)) return []
    return { first, again, soft: !isTerminal(again.status) && first.timestamp !== again.timestamp }
  })
}

/** Whether the payment went back to the status before: then the same change is lawfully told as another event. */
function cameBack(events: readonly PaymentEvent[], { transactionId, status, previous }: PaymentEvent): boolean {
  return events.some(
    (each) => each.transactionId === transactionId && each.status === previous && each.previous === status,
  )
}

// Resources › Webhook payload: event_id is the key by which receivers deduplicate.
const unique = defineRule({
  id: 'pay/event-identity/unique',
  title: 'two events do not share an event_id',
  covers: ['pay.event.id-unique'],
  needs: ['payment', 'webhooks'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const tally = new Tally(t, 'pay.event.id-unique', 'an event_id of its own on every event')
    const byId = new Map<string, PaymentEvent[]>()
    for (const event of paymentEvents(t)) {
      if (event.eventId === undefined || event.transactionId === undefined || event.status === undefined) continue
      byId.set(event.eventId, [...(byId.get(event.eventId) ?? []), event])
    }
    for (const [eventId, [first, ...others]] of byId) {
      if (first === undefined) continue
      const other = others.find((each) => !samePayment(each, first) || each.status !== first.status)
      if (other === undefined) {
        if (byId.size > 1) tally.agree([first.delivery])
        continue
      }
      const whose = ({ transactionId, status }: PaymentEvent): string => `${show(status)} of ${transactionId}`
      tally.contradict({
        subject: eventSubject(other),
        actual: `event_id ${show(eventId)} for ${whose(first)} and for ${whose(other)}`,
        evidence: [first.delivery, other.delivery],
      })
    }
    observeAcrossUrls(t)
    tally.close('fewer than two events were seen in this run')
  },
})

/** One of the two is enough: which of them is wrong is judged elsewhere. */
const samePayment = (a: PaymentEvent, b: PaymentEvent): boolean =>
  a.transactionId === b.transactionId || (a.reference !== undefined && a.reference === b.reference)

/** Whether the deliveries to the two URLs share event_id is left open. */
function observeAcrossUrls(t: CheckContext): void {
  const terminal = paymentEvents(t).filter(({ status, eventId }) => eventId !== undefined && isTerminal(status ?? ''))
  for (const one of terminal) {
    const other = terminal.find(
      (each) =>
        each.delivery.inbox !== one.delivery.inbox &&
        each.transactionId === one.transactionId &&
        each.status === one.status,
    )
    if (other === undefined) continue
    const value = one.eventId === other.eventId ? 'both URLs get one event_id' : 'each URL gets an event_id of its own'
    t.observe('pay.open.event-id-across-urls', value, [one.delivery, other.delivery])
    return
  }
}

export const eventIdentity: readonly Check[] = [stable, unique]
