import { randomUUID } from 'node:crypto'
import { isTerminal, type StatusEvent } from '../domain/payment.ts'
import { merchantIds } from '../http/keys.ts'
import { together } from '../patch.ts'
import { data, payloads, sentHeaders } from './patches.ts'
import type { Variant } from './variant.ts'

/** What is told of payments, and how. */
export const eventVariants = {
  'creation-reported': {
    title: 'The creation is reported as well, and a success is known before the answer',
    patch: {
      immediate: true,
      tells: (event) => {
        const { history, createdAt } = event.payment
        const created: StatusEvent = {
          ...event,
          id: randomUUID(),
          previous: 'pending',
          status: 'pending',
          at: createdAt,
        }
        return history.length === 2 ? [created, event] : [event]
      },
    },
  },
  'creation-reported-without-previous': {
    title: 'The creation is reported as well, with nothing as its previous status',
    patch: together(
      {
        tells: (event) => {
          const created: StatusEvent = { ...event, id: randomUUID(), previous: 'pending', status: 'pending' }
          return event.payment.history.length === 2 ? [created, event] : [event]
        },
      },
      payloads((payload) => {
        const told = data(payload)
        const previous_status = told.status === 'pending' ? '' : told.previous_status
        return { ...payload, data: { ...told, previous_status } }
      }),
    ),
  },
  'payment-type-in-words': {
    title: 'Events name the type of a payment in more words than its creation',
    patch: payloads((payload) => {
      const told = data(payload)
      return { ...payload, data: { ...told, payment_type: `${told.payment_type}_payment` } }
    }),
  },
  'pretty-webhooks': {
    title: 'Webhooks are indented',
    patch: { serialiseEvent: (payload) => `${JSON.stringify(payload, null, 2)}\n` },
  },
  'escaped-webhooks': {
    title: 'Webhooks escape slashes and spell whole amounts with a point',
    patch: {
      serialiseEvent: (payload) =>
        JSON.stringify(payload)
          .replaceAll('/', '\\/')
          .replace(/"amount":(\d+)([,}])/, '"amount":$1.0$2'),
    },
  },
  'payload-of-the-delivery': {
    title: 'Payloads name their URL, the attempt and the time of sending',
    patch: (before) => ({
      ...before,
      payload: (attempt) => ({
        ...before.payload(attempt),
        target: `${attempt.role}_url`,
        attempt: attempt.attempt,
        sent_at: attempt.now.toISOString(),
      }),
    }),
  },
  'timestamp-of-the-delivery': {
    title: 'The time of an event is that of its delivery',
    patch: (before) => ({
      ...before,
      payload: (attempt) => ({ ...before.payload(attempt), timestamp: attempt.now.toISOString() }),
    }),
  },
  'event-id-per-url': {
    title: 'Each URL gets an event_id of its own',
    patch: (before) => {
      const ids = new Map<string, string>()
      return {
        ...before,
        payload: (attempt) => {
          const payload = before.payload(attempt)
          if (attempt.role === 'webhook') return payload
          const id = ids.get(attempt.event.id) ?? randomUUID()
          ids.set(attempt.event.id, id)
          return { ...payload, event_id: id }
        },
      }
    },
  },
  'events-late': { title: 'Events come two seconds after their change', patch: { heldBackMs: () => 2000 } },
  'own-urls-only': {
    title: 'A payment with one URL of its own takes none from the defaults',
    patch: (before) => ({
      ...before,
      urls: (sources) =>
        before.urls({
          ...sources,
          defaults: sources.own.webhookUrl || sources.own.callbackUrl ? {} : sources.defaults,
        }),
    }),
  },
  'metadata-null': {
    title: 'Where a creation brought no metadata it is null in events',
    patch: payloads((payload) => ({
      ...payload,
      metadata: Object.keys(payload.metadata as object).length === 0 ? null : payload.metadata,
    })),
    warns: ['pay.event.metadata'],
  },
  'timestamp-naive': {
    title: 'Event times are in UTC and do not say so',
    patch: payloads((payload) => ({ ...payload, timestamp: String(payload.timestamp).replace('Z', '') })),
    warns: ['pay.event.timestamp'],
  },
  'timestamp-offset-basic': {
    title: 'Event times end with +0000',
    patch: payloads((payload) => ({ ...payload, timestamp: String(payload.timestamp).replace('Z', '+0000') })),
  },
  'timestamp-minutes': {
    title: 'Event times have no seconds',
    patch: payloads((payload) => ({ ...payload, timestamp: String(payload.timestamp).replace(/:\d\d\.\d+Z$/, 'Z') })),
  },
  'duplicate-deliveries': { title: 'One more copy follows a success', patch: { copiesAfterSuccess: 1 } },
  'reordered-events': {
    title: 'Terminal events overtake others',
    patch: { inOrder: false, heldBackMs: (event) => (isTerminal(event.status) ? 0 : 4500) },
  },
  'defaults-at-event': {
    title: 'Default URLs are looked up when an event happens',
    patch: { urlsSettled: 'at-event' },
  },
  'retries-slowly': { title: 'Pauses between attempts are twice as long', patch: { retryBaseMs: 60_000 } },
  'timestamp-basic': {
    title: 'Event times are in the basic format of ISO 8601',
    patch: payloads((payload) => ({ ...payload, timestamp: String(payload.timestamp).replaceAll(/[-:]/g, '') })),
  },
  'ascii-webhooks': {
    title: 'Webhooks write what is not ASCII as escapes',
    patch: (before) => ({
      ...before,
      serialiseEvent: (payload) =>
        before
          .serialiseEvent(payload)
          .replaceAll(/[^\0-\x7f&]|&/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`),
    }),
  },
  'delivery-id-prefixed': {
    title: 'Delivery ids are no UUIDs',
    patch: (before) => ({
      ...before,
      deliveryId: (attempt) => `dlv_${before.deliveryId(attempt).replaceAll('-', '')}`,
    }),
  },
  'delivery-timestamp-frozen': {
    title: 'A retry repeats the timestamp of the first attempt',
    patch: (before) => ({ ...before, timestamp: (attempt) => before.timestamp({ ...attempt, now: attempt.firstAt }) }),
  },
  'timestamp-offset': {
    title: 'Event times end with +00:00',
    patch: payloads((payload) => ({ ...payload, timestamp: String(payload.timestamp).replace('Z', '+00:00') })),
  },
  'timestamp-micros': {
    title: 'Event times have microseconds',
    patch: payloads((payload) => ({ ...payload, timestamp: String(payload.timestamp).replace('Z', '123Z') })),
  },
  'provider-reference-null': {
    title: 'Until a payment is finished its provider reference is null',
    patch: payloads((payload) => {
      const { provider_reference, ...rest } = data(payload)
      const done = rest.status !== 'processing'
      return { ...payload, data: { ...rest, provider_reference: done ? provider_reference : null } }
    }),
  },
  'lower-case-headers': {
    title: 'Webhook header names are in lower case',
    patch: sentHeaders((sent) =>
      Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value])),
    ),
  },
  'signature-upper-case': {
    title: 'The hex digits of signatures are capitals',
    patch: (before) => ({
      ...before,
      signature: (signing) => before.signature(signing).replace(/[0-9a-f]+$/, (digits) => digits.toUpperCase()),
    }),
  },
  'signing-key-per-merchant': {
    title: 'Every merchant has a signing key of its own',
    patch: (before) => ({
      ...before,
      signature: (signing) => {
        const { merchantId } = signing.event.payment
        return before.signature({
          ...signing,
          key: merchantId === merchantIds.main ? signing.key : `${signing.key}${merchantId}`,
        })
      },
    }),
  },
  'unsigned-without-key': {
    title: 'A merchant without a signing key gets unsigned events',
    patch: (before) => ({
      ...before,
      deliveryHeaders: (sent, attempt) => {
        const { 'X-Pay-Signature': _, ...unsigned } = before.deliveryHeaders(sent, attempt)
        return attempt.event.payment.merchantId === merchantIds.main ? before.deliveryHeaders(sent, attempt) : unsigned
      },
    }),
  },
  'charset-in-webhooks': {
    title: 'Webhooks declare their charset',
    patch: sentHeaders((sent) => ({ ...sent, 'Content-Type': 'application/json; charset=utf-8' })),
  },
} as const satisfies Record<string, Variant>
