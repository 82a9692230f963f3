import { randomUUID } from 'node:crypto'
import type { Attempt } from '../behaviour.ts'
import { isTerminal, type JsonObject, type StatusEvent } from '../domain/payment.ts'
import type { Patch } from '../patch.ts'
import { fates } from '../recipes.ts'
import { type Flaw, flaw } from './flaw.ts'

type Change = (payload: JsonObject, attempt: Attempt) => JsonObject

const payload =
  (change: Change): Patch =>
  (before) => ({ ...before, payload: (attempt) => change(before.payload(attempt), attempt) })

const data = (change: (data: JsonObject, event: StatusEvent) => JsonObject): Patch =>
  payload((before, { event }) => ({ ...before, data: change({ ...(before.data as JsonObject) }, event) }))

const drops = (member: string) => (object: JsonObject) => {
  const { [member]: _, ...rest } = object
  return rest
}

const localTime = (at: Date) => new Date(at.getTime() + 3 * 3_600_000).toISOString().replace('Z', '')

export const eventFlaws: Record<string, Flaw> = {
  'delivers-by-put': flaw('Deliveries are PUT', ['pay.event.json-object'], { deliveryMethod: 'PUT' }),
  'delivers-in-an-array': flaw('A delivery holds an array of one event', ['pay.event.json-object'], {
    serialiseEvent: (event) => JSON.stringify([event]),
  }),
  'delivers-as-text': flaw('Deliveries declare plain text', ['pay.event.content-type'], (before) => ({
    ...before,
    deliveryHeaders: (sent, attempt) => ({ ...before.deliveryHeaders(sent, attempt), 'Content-Type': 'text/plain' }),
  })),
  'version-number': flaw(
    'version is the number 1',
    ['pay.event.version'],
    payload((p) => ({ ...p, version: 1 })),
  ),
  'version-short': flaw(
    'version is "1"',
    ['pay.event.version'],
    payload((p) => ({ ...p, version: '1' })),
  ),
  'event-name-missing': flaw(
    'Events of unfinished payments have no name',
    ['pay.event.name'],
    payload((p, { event }) => (isTerminal(event.status) ? p : { ...p, event: '' })),
  ),
  'event-id-not-uuid': flaw(
    'event_id is no UUID',
    ['pay.event.id-uuid'],
    payload((p) => ({ ...p, event_id: `evt_${String(p.event_id).replaceAll('-', '')}` })),
  ),
  'event-id-of-payment': flaw(
    'Every event of a payment has the id of the payment',
    ['pay.event.id-unique'],
    payload((p) => ({ ...p, event_id: p.transaction_id })),
  ),
  'event-id-per-attempt': flaw(
    'Retries have a new event_id',
    ['pay.event.id-stable'],
    payload((p, { attempt }) => (attempt === 1 ? p : { ...p, event_id: randomUUID() })),
  ),
  'event-id-per-copy': flaw(
    'A copy of an event that was taken has an event_id of its own',
    ['pay.event.id-stable'],
    (before) => {
      const failed = new Set<string>()
      return {
        ...before,
        copiesAfterSuccess: 1,
        retries: (outcome, attempt) => {
          failed.add(`${attempt.role} ${attempt.event.id}`)
          return before.retries(outcome, attempt)
        },
        payload: (attempt) => {
          const told = before.payload(attempt)
          const isCopy = attempt.attempt > 1 && !failed.has(`${attempt.role} ${attempt.event.id}`)
          return isCopy && isTerminal(attempt.event.status) ? { ...told, event_id: randomUUID() } : told
        },
      }
    },
  ),
  'fractions-as-other-amounts': flaw(
    'data.amount of an amount with decimals is in hundredths',
    ['pay.event.amount'],
    data((d) => (Number.isInteger(d.amount) ? d : { ...d, amount: Math.round(Number(d.amount) * 100) })),
  ),
  'coalesces-processing': flaw(
    'Of a payment that is completed soon only the end is told',
    ['pay.webhook.every-change'],
    (before) => ({
      ...before,
      tells: (event) =>
        event.status === 'processing' && event.payment.request.phone === fates.completed.phone
          ? []
          : before.tells(event),
    }),
    // Where the seed has one of them cancelled from it.
    ['pay.event.chain'],
  ),
  'timestamp-of-1970': flaw(
    'timestamp is the beginning of time',
    ['pay.event.timestamp'],
    payload((p) => ({ ...p, timestamp: '1970-01-01T00:00:00.000Z' })),
  ),
  'transaction-id-is-reference': flaw(
    'transaction_id is the reference',
    ['pay.event.transaction-id'],
    payload((p) => ({ ...p, transaction_id: p.merchant_reference })),
  ),
  'transaction-id-of-another': flaw(
    'transaction_id is a UUID of nothing',
    ['pay.event.transaction-id'],
    payload((p) => ({ ...p, transaction_id: randomUUID() })),
  ),
  'merchant-reference-missing': flaw(
    'merchant_reference is absent',
    ['pay.event.merchant-reference'],
    payload(drops('merchant_reference')),
  ),
  'merchant-reference-cut': flaw(
    'merchant_reference is cut at 8 characters',
    ['pay.event.merchant-reference'],
    payload((p) => ({ ...p, merchant_reference: String(p.merchant_reference).slice(0, 8) })),
  ),
  'long-merchant-reference-cut': flaw(
    'merchant_reference is cut at 40 characters',
    ['pay.event.merchant-reference'],
    payload((p) => ({ ...p, merchant_reference: String(p.merchant_reference).slice(0, 40) })),
  ),
  'amount-as-text': flaw(
    'data.amount is a string',
    ['pay.event.amount'],
    data((d) => ({ ...d, amount: `${d.amount}` })),
  ),
  'amount-in-cents': flaw(
    'data.amount is in hundredths',
    ['pay.event.amount'],
    data((d) => ({ ...d, amount: Number(d.amount) * 100 })),
  ),
  'currency-missing': flaw('data.currency is absent', ['pay.event.currency'], data(drops('currency'))),
  'currency-lower-case': flaw(
    'data.currency is in lower case',
    ['pay.event.currency'],
    data((d) => ({ ...d, currency: String(d.currency).toLowerCase() })),
  ),
  'event-status-missing': flaw(
    'data.status of an unfinished payment is absent',
    ['pay.event.status'],
    data((d, event) => (isTerminal(event.status) ? d : drops('status')(d))),
  ),
  'event-status-upper-case': flaw(
    'data.status is in capitals',
    ['pay.event.status', 'pay.status.known'],
    data((d) => ({ ...d, status: String(d.status).toUpperCase() })),
  ),
  'previous-status-missing': flaw(
    'data.previous_status of an unfinished payment is absent',
    ['pay.event.previous-status'],
    data((d, event) => (isTerminal(event.status) ? d : drops('previous_status')(d))),
  ),
  'previous-status-null-of-failures': flaw(
    'data.previous_status of a payment that failed is null',
    ['pay.event.previous-status'],
    data((d, event) => (event.status === 'failed' ? { ...d, previous_status: null } : d)),
  ),
  'previous-status-unknown': flaw(
    'data.previous_status of an unfinished payment is "new"',
    ['pay.event.previous-status', 'pay.status.known', 'pay.event.chain'],
    data((d, event) => (isTerminal(event.status) ? d : { ...d, previous_status: 'new' })),
  ),
  'payment-type-missing': flaw('data.payment_type is absent', ['pay.event.payment-type'], data(drops('payment_type'))),
  'payment-type-upper-case': flaw(
    'data.payment_type is in capitals',
    ['pay.event.payment-type'],
    data((d) => ({ ...d, payment_type: String(d.payment_type).toUpperCase() })),
  ),
  'provider-reference-number': flaw(
    'data.provider_reference is a number',
    ['pay.event.provider-reference'],
    data((d) => ({ ...d, provider_reference: 4711 })),
  ),
  'provider-reference-null-once-failed': flaw(
    'provider_reference of a payment that failed is null, which its event before told',
    ['pay.event.provider-reference'],
    data((d) => (d.status === 'failed' ? { ...d, provider_reference: null } : d)),
  ),
  'provider-reference-never': flaw(
    'provider_reference is always null',
    ['pay.event.provider-reference'],
    data((d) => ({ ...d, provider_reference: null })),
  ),
  'payment-type-always-mobile': flaw(
    'data.payment_type is mobile for payments of every type',
    ['pay.event.payment-type'],
    data((d) => ({ ...d, payment_type: 'mobile' })),
  ),
  'payment-type-of-mobile-only': flaw(
    'Events of other than mobile payments name no type',
    ['pay.event.payment-type'],
    data((d, { payment }) => (payment.request.type === 'mobile' ? d : { ...d, payment_type: null })),
  ),
  'reference-in-lower-case': flaw(
    'merchant_reference is written in lower case',
    ['pay.event.merchant-reference'],
    payload((p) => ({ ...p, merchant_reference: String(p.merchant_reference).toLowerCase() })),
  ),
  'reference-in-ascii': flaw(
    'merchant_reference loses what is not ASCII',
    ['pay.event.merchant-reference'],
    payload((p) => ({ ...p, merchant_reference: String(p.merchant_reference).replaceAll(/[^ -~]/g, '?') })),
  ),
  'event-time-of-a-zone': flaw(
    'timestamp is the time of a zone and says Z',
    ['pay.event.timestamp'],
    payload((p, { event }) => ({ ...p, timestamp: `${localTime(event.at)}Z` })),
  ),
  'metadata-null': flaw(
    'metadata is null',
    ['pay.event.metadata'],
    payload((p) => ({ ...p, metadata: null })),
  ),
  'metadata-missing': flaw('There is no metadata', ['pay.event.metadata'], payload(drops('metadata'))),
  'metadata-list': flaw(
    'metadata is a list',
    ['pay.event.metadata'],
    payload((p) => ({ ...p, metadata: [] })),
  ),
  'event-time-local': flaw(
    'timestamp is local time without an offset',
    ['pay.event.timestamp'],
    payload((p, { event }) => ({ ...p, timestamp: localTime(event.at) })),
  ),
  'event-time-offset': flaw(
    'timestamp has another offset than UTC',
    ['pay.event.timestamp'],
    payload((p, { event }) => ({ ...p, timestamp: `${localTime(event.at)}+03:00` })),
  ),
  'event-time-number': flaw(
    'timestamp is a number',
    ['pay.event.timestamp'],
    payload((p, { event }) => ({ ...p, timestamp: event.at.getTime() })),
  ),
  'completed-named-success': flaw(
    'The event of a completed payment is payment.success',
    ['pay.event.completed-name'],
    payload((p, { event }) => (event.status === 'completed' ? { ...p, event: 'payment.success' } : p)),
  ),
  'failed-named-completed': flaw(
    'The event of a failed payment is payment.completed',
    ['pay.event.completed-name'],
    payload((p, { event }) => (event.status === 'failed' ? { ...p, event: 'payment.completed' } : p)),
  ),
  'completed-from-pending': flaw(
    'payment.completed says that the payment was pending',
    ['pay.event.completed-from-processing', 'pay.event.chain'],
    data((d, event) => (event.status === 'completed' ? { ...d, previous_status: 'pending' } : d)),
  ),
  'previous-equals-status': flaw(
    'previous_status repeats the status',
    ['pay.event.is-a-change', 'pay.event.completed-from-processing', 'pay.event.chain'],
    data((d) => ({ ...d, previous_status: d.status })),
  ),
  'heartbeat-events': flaw('Events repeat a status that did not change', ['pay.event.is-a-change'], {
    tells: (event) =>
      isTerminal(event.status) ? [event] : [event, { ...event, id: randomUUID(), previous: event.status }],
  }),
  'chain-skips-processing': flaw(
    'Other terminal events say that the payment was pending',
    ['pay.event.chain'],
    data((d, event) =>
      event.status === 'completed' || !isTerminal(event.status) ? d : { ...d, previous_status: 'pending' },
    ),
  ),
}
