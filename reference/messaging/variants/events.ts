import type { JsonObject, ServiceEvent } from '../domain/domain.ts'
import { digits, smsWording, wording } from '../lawful.ts'
import { type Patch, tellsOf, together, without } from '../patch.ts'
import { type Variant, variant } from './variant.ts'

const sentHeaders =
  (change: (headers: Record<string, string>) => Record<string, string>): Patch =>
  (before) => ({
    ...before,
    deliveryHeaders: (sent, facts) => change(before.deliveryHeaders(sent, facts)),
  })

const data = (change: (data: JsonObject) => JsonObject): Patch =>
  tellsOf((payload) => ({ ...payload, data: change({ ...(payload.data as JsonObject) }) }))

const backoff = (baseMs: number): Patch => ({ retryPauseMs: (attempts) => baseMs * 2 ** (attempts - 1) })

const reversed = (value: JsonObject): JsonObject => Object.fromEntries(Object.entries(value).toReversed())

const escaped = (json: string): string =>
  json
    .replaceAll('/', '\\/')
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Every event once more, so long after (ms of the documents' clock); or those of one kind. */
function twice(afterMs: number, kind?: ServiceEvent['kind']): Patch {
  const copies = new WeakSet<ServiceEvent>()
  return {
    tells: (event) => {
      if (kind !== undefined && event.kind !== kind) return [event]
      const copy = { ...event }
      copies.add(copy)
      return [event, copy]
    },
    heldBackMs: (event) => (copies.has(event) ? afterMs : 0),
  }
}

/** Lawful choices of codes and callbacks. */
export const eventVariants: Readonly<Record<string, Variant>> = {
  'webhooks-registered-once': variant('A second webhook of an app and channel is refused', {
    webhookNext: (before, given) => (before === undefined ? given : undefined),
  }),
  'letters-in-codes': variant('Codes have letters', {
    otpCode: (length, prior) => `K${digits(length - 1, prior?.code.slice(1))}`,
  }),
  'expiry-phrase': variant('{expiry} becomes a phrase', {
    otpText: ({ channel, request, code, minutes }) =>
      channel === 'sms'
        ? wording((request.template ?? smsWording).replaceAll('{expiry}', '{expiry} min'), code, minutes)
        : `Code ${code}`,
  }),
  'code-ends-in-every-app': variant('A resend ends the codes of other apps for the number too', {
    otpEnds: (earlier, fresh) => earlier.phone === fresh.phone,
  }),

  'prior-code-needed': variant('Only a number that had a code before is sent another', { priorCodeNeeded: 'had' }),
  'good-code-needed': variant('Only a number whose code of the app is still good is sent another', {
    priorCodeNeeded: 'good',
  }),
  'callback-follows-codes': variant('A callback target lives as long as the latest code of its number and app', {
    callbackNext: (before, given, now, { expiresAt }) =>
      given ?? (before !== undefined && now < before.until ? { ...before, until: expiresAt.getTime() } : undefined),
  }),

  'duplicate-deliveries': variant('Every event arrives twice', { copiesAfterSuccess: 1 }),
  'two-senders': variant('Every event is sent by two senders, each with its own attempts', twice(8000)),
  'submits-told-twice': variant(
    'Events of the submit are sent once more after as long as a retry takes',
    twice(30_000, 'sent'),
  ),
  'reports-before-submit': variant('A delivery report arrives before the event of the submit', {
    heldBackMs: ({ kind }) => (kind === 'sent' ? 3000 : 0),
  }),
  'whatsapp-events-too': variant('Events of WhatsApp go to the webhook of their channel', {
    besides: (event) =>
      event.kind === 'sent' || event.kind === 'delivered'
        ? [
            {
              ...event,
              id: event.id.replace('evt_', 'evt_w'),
              name: event.kind === 'sent' ? 'whatsapp.sent' : 'whatsapp.read',
              channel: 'whatsapp',
              data: { conversation: event.subject, type: 'template' },
            },
          ]
        : [],
  }),
  'queued-told-too': variant(
    'A message is told as sms.queued before its submit',
    (before) => ({
      ...before,
      tells: (event) =>
        before.tells(event).flatMap((each) =>
          each.kind === 'sent'
            ? [
                {
                  ...each,
                  id: each.id.replace('evt_', 'evt_q'),
                  name: 'sms.queued',
                  data: { ...each.data, status: 'QUEUED' },
                },
                each,
              ]
            : [each],
        ),
    }),
    ['msg.event.name-known'],
  ),
  'whatsapp-codes-told-late': variant('What becomes of a code by WhatsApp is told three seconds later', {
    heldBackMs: ({ kind, data }) =>
      kind === 'otp' && (data as { readonly delivery_method?: unknown }).delivery_method === 'whatsapp' ? 3000 : 0,
  }),
  'events-take-seconds': variant('Events take five seconds', { heldBackMs: () => 5000 }),
  'events-in-disorder': variant('Events of one message arrive in any order', {
    heldBackMs: ({ kind }) => ({ sent: 4000, submitFailed: 2500 })[kind as string] ?? 0,
  }),
  'no-secret': variant('The webhook has no secret', { signs: false }),
  'other-labels': variant(
    'Labels of status are others',
    data((told) => ({ ...told, status: told.status === 'SENT' ? 'DELIVERED' : 'UNDELIVERABLE' })),
  ),
  'submitted-omitted': variant(
    'sms.sent has no submitted_to_provider',
    data((told) => without(told, 'submitted_to_provider')),
  ),
  'escaped-callbacks': variant(
    'Callbacks escape slashes and what is not ASCII',
    together(
      data((told) => ({ ...told, route: 'Jambo é 😀 a/b' })),
      { serialiseEvent: (payload) => escaped(JSON.stringify(payload)) },
    ),
  ),
  'unescaped-callbacks': variant(
    'Callbacks hold letters beyond ASCII as they are',
    data((told) => ({ ...told, route: 'Jambo é 😀 a/b' })),
  ),
  'other-key-order': variant(
    'The keys of callbacks have another order',
    tellsOf((payload) => reversed({ ...payload, data: reversed(payload.data as JsonObject) })),
  ),
  'job-per-recipient': variant(
    'Every recipient of a batch but the first has a job of its own',
    (before) => ({
      ...before,
      eventData: (kind, sms, at) => {
        const told = before.eventData(kind, sms, at)
        return 'job_id' in told && sms.index > 0 ? { ...told, job_id: `${sms.jobId}-${sms.index}` } : told
      },
    }),
    ['msg.event.batch-job-id'],
  ),
  'created-at-of-attempt': variant(
    'created_at tells of the attempt',
    tellsOf((payload) => ({ ...payload, created_at: new Date().toISOString() })),
  ),
  'message-in-order': variant('An event waits until the one before it of the message was taken or given up', {
    holdsLane: true,
  }),
  'webhook-in-order': variant('An event waits until the one before it was taken or given up', {
    lane: (_event, { url }) => url,
    holdsLane: true,
  }),
  'quick-retries': variant('The first pause is 5 seconds', backoff(5000)),
  'slow-retries': variant(
    'The first pause is 60 seconds, and there are 4 attempts',
    together(backoff(60_000), { maxAttempts: 4 }),
  ),
  'retries-within-seconds': variant(
    'The first pause is a second, and there are 8 attempts',
    together(backoff(1000), { maxAttempts: 8 }),
  ),
  'one-retry': variant('There are two attempts', { maxAttempts: 2 }),
  'capped-pauses': variant('Pauses double up to a minute, and there are 7 attempts', {
    maxAttempts: 7,
    retryPauseMs: (attempts) => Math.min(60_000, 30_000 * 2 ** (attempts - 1)),
  }),
  'many-attempts': variant('There are eleven attempts', {
    maxAttempts: 11,
    retryPauseMs: (attempts) => 20_000 * 1.5 ** (attempts - 1),
  }),
  'jitter-of-half-a-pause': variant('Pauses vary by half', {
    retryPauseMs: (attempts) => 30_000 * 2 ** (attempts - 1) * [0.75, 1.2, 0.8, 1.25][attempts % 4]!,
  }),
  'callback-charset': variant(
    'Content-Type of callbacks has a charset',
    sentHeaders((sent) => ({ ...sent, 'Content-Type': 'application/json; charset=utf-8' })),
    ['msg.event.content-type-exact'],
  ),
  'lower-case-headers': variant(
    'Header names of callbacks are in lower case',
    sentHeaders((sent) => Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]))),
  ),
  'more-callback-headers': variant(
    'Callbacks have more headers',
    sentHeaders((sent) => ({ ...sent, 'X-Svc-Delivery': '1', Accept: '*/*' })),
  ),
}
