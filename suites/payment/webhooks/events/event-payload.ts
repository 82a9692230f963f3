import type { Check } from '../../../../kit/check/check.ts'
import { subjectOf } from '../../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import { header, json } from '../../../../kit/http/exchange.ts'
import {
  equals,
  isObject,
  isString,
  isText,
  isUtcTime,
  isUuid,
  isUuidText,
  type Matcher,
  matcher,
  no,
  ok,
  oneOf,
  show,
  soft,
  utcMoment,
  valueAt,
} from '../../../../kit/match/index.ts'
import { paymentStatuses } from '../../../../specs/payment/statuses.ts'
import { CREATE } from '../../client/api.ts'
import { COMPLETED_PAYMENT } from '../../client/observed.ts'
import { records } from '../../client/records.ts'
import { type CheckContext, defineCheck, defineRule, type RequirementId } from '../../define.ts'
import { type History, histories, isTerminal, mayReportCreation } from '../../lifecycle/histories.ts'
import {
  creations,
  creationsById,
  creationsByReference,
  creationsOf,
  eventSubject,
  namedIn,
  namesPayments,
  type PaymentEvent,
  paymentDeliveries,
  paymentEvents,
} from '../deliveries.ts'
import {
  givenByThen,
  objectOrNothing,
  ownAmount,
  ownCurrency,
  ownType,
  stringOrNull,
  wasGiven,
} from './member-values.ts'

const NOTHING = 'no event of a payment was seen in this run'
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

// Events: the service POSTs JSON. The media type is not shown.
const envelope = defineRule({
  id: 'pay/event-payload/envelope',
  title: 'every delivery is a POST of one JSON object',
  covers: ['pay.event.json-object', 'pay.event.content-type'],
  needs: ['payment', 'webhooks'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const object = new Tally(t, 'pay.event.json-object', 'a POST of one JSON object')
    const type = new Tally(t, 'pay.event.content-type', 'Content-Type application/json')
    for (const delivery of paymentDeliveries(t)) {
      const subject = subjectOf(delivery)
      const whole = isObject.test(delivery.json).ok
      const actual = whole ? delivery.method : `${delivery.method} with ${show(delivery.body.toString('utf8'))}`
      if (whole && delivery.method === 'POST') object.agree([delivery])
      else object.contradict({ subject, actual, evidence: [delivery] })
      const declared = header(delivery.headers, 'Content-Type')
      if (declared !== undefined && JSON_TYPE.test(declared)) type.agree([delivery])
      else type.contradict({ subject, actual: declared ?? 'no Content-Type', evidence: [delivery] })
    }
    object.close(NOTHING)
    type.close(NOTHING)
  },
})

/** A member that every payload carries, and what is known of its value. */
interface Member {
  readonly id: RequirementId
  readonly pointer: string
  /** The member of a creation that it tells of, where there is one. */
  readonly of?: 'reference' | 'amount' | 'currency' | 'type'
  readonly expected: (t: CheckContext, event: PaymentEvent) => Matcher<unknown>
}

const whatever = (expected: Matcher<unknown>) => () => expected

// Resources › Webhook payload: the table of members; Versioning: version 1.0.
const MEMBERS: readonly Member[] = [
  { id: 'pay.event.version', pointer: '/version', expected: whatever(equals('1.0')) },
  { id: 'pay.event.name', pointer: '/event', expected: whatever(isText) },
  { id: 'pay.event.id-uuid', pointer: '/event_id', expected: whatever(isUuid) },
  { id: 'pay.event.transaction-id', pointer: '/transaction_id', expected: (t, event) => ownId(t, event) },
  {
    id: 'pay.event.merchant-reference',
    pointer: '/merchant_reference',
    of: 'reference',
    expected: (t, event) => ownReference(t, event),
  },
  {
    id: 'pay.event.amount',
    pointer: '/data/amount',
    of: 'amount',
    expected: (t, event) => ownAmount(sent(t, event, 'amount'), creationsOf(t, event)),
  },
  {
    id: 'pay.event.currency',
    pointer: '/data/currency',
    of: 'currency',
    expected: (t, event) => ownCurrency(sent(t, event, 'currency')),
  },
  { id: 'pay.event.status', pointer: '/data/status', expected: whatever(oneOf(paymentStatuses)) },
  {
    id: 'pay.event.payment-type',
    pointer: '/data/payment_type',
    of: 'type',
    expected: (t, event) => ownType(sent(t, event, 'type'), creations(t)),
  },
  {
    id: 'pay.event.provider-reference',
    pointer: '/data/provider_reference',
    expected: (t, event) => {
      if (isTerminal(event.status ?? '') && wasGiven(t, event)) return isString
      return event.status === 'completed' ? givenByThen : stringOrNull()
    },
  },
  { id: 'pay.event.metadata', pointer: '/metadata', expected: whatever(objectOrNothing) },
  { id: 'pay.event.timestamp', pointer: '/timestamp', expected: (t, event) => utcOf(t, event) },
]

const members = defineRule({
  id: 'pay/event-payload/members',
  title: 'every payload carries the members of the table',
  covers: MEMBERS.map(({ id }) => id),
  needs: ['payment', 'webhooks'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    for (const { id, pointer, of, expected } of MEMBERS) {
      const name = pointer.slice(1).replaceAll('/', '.')
      const tally = new Tally(t, id, `${name} as the payload table has it`)
      for (const event of paymentEvents(t)) {
        // A creation that should have been refused for this member has none to tell: that it was taken is judged there.
        if (of !== undefined && sent(t, event, of).some((value) => typeof value === 'object')) continue
        const inner = expected(t, event)
        const named = matcher<unknown>(`${name}: ${inner.expected}`, (value) => inner.test(value))
        tally.test(eventSubject(event), event.delivery, named, valueAt(event.json, pointer))
      }
      tally.close(NOTHING)
    }
    const names = [...new Set(paymentEvents(t).flatMap(({ name }) => (name === undefined ? [] : [name])))]
    if (names.length > 0) t.observe('pay.open.event-names', names.toSorted().join(', '))
  },
})

/** Whether an event tells of the end of a payment whose creation was answered with a status before it. */
function endsWhatLived({ shown }: History, { status }: PaymentEvent): boolean {
  const began = shown.find(({ exchange }) => exchange.operation === CREATE)?.status
  return began !== undefined && !isTerminal(began) && isTerminal(status ?? '')
}

// Resources › Webhook payload: previous_status is a string, a status. What it holds when a creation is reported is open.
const previousStatus = defineCheck({
  id: 'pay/event-payload/previous-status',
  title: 'previous_status is one of the six statuses',
  covers: ['pay.event.previous-status'],
  needs: ['payment', 'webhooks'],
  uses: [records],
  phase: 'rules',
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const known = histories(t, await t.use(records))
    const tally = new Tally(
      t,
      'pay.event.previous-status',
      `data.previous_status: one of ${paymentStatuses.join(', ')}`,
    )
    for (const event of paymentEvents(t)) {
      const value = valueAt(event.json, '/data/previous_status')
      const history = known.get(event.transactionId ?? '')
      const evidence = [event.delivery]
      if ((paymentStatuses as readonly unknown[]).includes(value)) tally.agree(evidence)
      else if (history !== undefined && mayReportCreation(history, event)) {
        t.observe('pay.open.event-first-change', `reported, with previous_status ${show(value)}`, evidence)
      } else {
        // null is a usual way to say that there was none; the shown event names its previous status, and so does the end
        // of a payment that was shown to be alive.
        const there = event.name === 'payment.completed' || (history !== undefined && endsWhatLived(history, event))
        const absent = (value === undefined || value === null) && !there
        tally.contradict({ subject: eventSubject(event), actual: show(value), soft: absent, evidence })
      }
    }
    tally.close('no event of a change of status was seen in this run')
  },
})

// Events › Receiver rules: payment.completed is the name shown; the table of states: it tells of a completed payment.
const completedName = defineRule({
  id: 'pay/event-payload/completed-name',
  title: 'payment.completed tells of completed payments, and nothing else does',
  covers: ['pay.event.completed-name'],
  needs: ['payment', 'webhooks'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const tally = new Tally(
      t,
      'pay.event.completed-name',
      'payment.completed with the status completed, and only with it',
    )
    for (const event of paymentEvents(t)) {
      if (event.name === undefined || event.status === undefined) continue
      // The spelling of a status is judged elsewhere.
      const completed = event.status.toLowerCase() === 'completed'
      const told = event.name === 'payment.completed'
      if (completed && told) tally.agree([event.delivery])
      else if (completed || told) {
        const actual = `${show(event.name)} with the status ${show(event.status)}`
        tally.contradict({ subject: eventSubject(event), actual, evidence: [event.delivery] })
      }
    }
    tally.close('no event of a completed payment was seen in this run')
  },
})

/** What the creations behind an event sent in a member; empty where nothing is known, or left to the target. */
function sent(t: CheckContext, event: PaymentEvent, member: string): readonly unknown[] {
  const values = creationsOf(t, event).map(({ request }) => valueAt(json(request), `/${member}`))
  return values.filter((value) => value !== undefined && value !== null && value !== '')
}

function ownId(t: CheckContext, { reference, transactionId }: PaymentEvent): Matcher<unknown> {
  const same = reference === undefined ? [] : creationsByReference(t, reference)
  // A creation without a clear answer may have made a payment whose id nobody was told, and one that was refused may
  // have left a record: what comes of it is judged elsewhere.
  const clear = same.every(({ response }) => {
    const declined = valueAt(json(response), '/error_code') === 'PAYMENT_DECLINED'
    return response !== undefined && (response.status < 300 || declined)
  })
  const answers = same.filter(({ response }) => response !== undefined && response.status < 300)
  const telling = answers.some((answer) => UUID_ANYWHERE.test(answer.response?.body.toString('utf8') ?? ''))
  return matcher('the UUID of the payment', (value) => {
    if (!isUuidText(value)) return no(show(value))
    if (!clear || !telling || creationsById(t, transactionId ?? '').length > 0) return ok
    // Where events name payments as answers do, what has a course of its own is a payment that nobody was shown.
    if (hasCourse(t, value.toLowerCase()) && namesPayments(t)) return ok
    return no(`${show(value)}, which no answer to a creation with the reference ${show(reference)} names`)
  })
}

/** Whether several events tell of an id: of different statuses, or at different places. */
function hasCourse(t: CheckContext, id: string): boolean {
  const told = paymentEvents(t).filter(({ transactionId }) => transactionId === id)
  return new Set(told.map(({ delivery, status }) => `${status} ${delivery.inbox}`)).size > 1
}

const UUID_ANYWHERE = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

const NAIVE = /^\d{4}-?\d{2}-?\d{2}T\d{2}:?\d{2}(?::?\d{2}(?:[.,]\d+)?)?$/

/** A time of ISO 8601 without a zone may be one in UTC that does not say so. */
const utcForm: Matcher<unknown> = matcher(isUtcTime.expected, (value) => {
  const form = isUtcTime.test(value)
  if (form.ok || typeof value !== 'string' || !NAIVE.test(value)) return form
  return Number.isFinite(utcMoment(`${value}Z`)) ? soft(show(value), 'it does not say that it is UTC') : form
})

/** Clocks may differ by so much, ms. */
const SKEW_MS = 300_000
/** The least that two zones differ by, ms. */
const ZONE_MS = 900_000

/**
 * A time that says it is UTC and lies hours off is the time of some zone. It tells of the change or of the delivery, so
 * it lies between the beginning of the run and the arrival; the header of the same delivery shows the sender's clock.
 */
function utcOf(t: CheckContext, event: PaymentEvent): Matcher<unknown> {
  const { delivery } = event
  // A payment of before the run may be told of too.
  if (creationsOf(t, event).length === 0) return utcForm
  return matcher(isUtcTime.expected, (value) => {
    const form = utcForm.test(value)
    if (!form.ok && form.soft !== true) return form
    const at = utcMoment(NAIVE.test(String(value)) ? `${value}Z` : String(value))
    const began = Math.min(delivery.arrivedAt, ...t.exchanges().map(({ sentAt }) => sentAt))
    const off = Math.max(at - delivery.arrivedAt, began - at)
    if (off <= SKEW_MS) return form
    const clock = Number(header(delivery.headers, 'X-Pay-Timestamp')) * 1000
    const sure = off >= ZONE_MS && Math.abs(clock - delivery.arrivedAt) <= SKEW_MS
    const actual = `${show(value)}, ${Math.round(off / 60_000)} minutes ${at > delivery.arrivedAt ? 'after its arrival' : 'before the run began'}`
    return sure ? no(actual) : soft(actual, 'the clock of the target may be wrong')
  })
}

function ownReference(t: CheckContext, event: PaymentEvent): Matcher<unknown> {
  const byId = event.transactionId === undefined ? [] : creationsById(t, event.transactionId)
  const behind = byId.length > 0 ? byId : namedIn(t, event.delivery.inbox, [CREATE])
  const references = [...new Set(behind.map(({ request }) => valueAt(json(request), '/reference')))]
  const known = references.filter((reference) => typeof reference === 'string')
  return known.length > 0 ? oneOf(known) : isText
}

export const eventPayload: readonly Check[] = [envelope, members, previousStatus, completedName]
