import { randomUUID } from 'node:crypto'
import type { EventKind, JsonObject, ServiceEvent } from '../../domain/domain.ts'
import { appIds } from '../../http/keys.ts'
import { type Patch, tellsOf, without } from '../../patch.ts'
import { type Flaw, flaw } from '../flaw.ts'

const STRANGER = '0c0ffee0-0000-4000-8000-000000000001'

const serialised = (write: (payload: JsonObject) => string): Patch => ({ serialiseEvent: write })

/** Changes the headers of attempts from the given one on; undefined leaves a header out. */
const headers =
  (change: Record<string, string | undefined>, from = 1): Patch =>
  (before) => ({
    ...before,
    deliveryHeaders: (sent, facts) => {
      const lawful = before.deliveryHeaders(sent, facts)
      if (facts.attempt < from) return lawful
      const next = { ...lawful, ...change }
      return Object.fromEntries(
        Object.entries(next).filter((entry): entry is [string, string] => entry[1] !== undefined),
      )
    },
  })

/** Changes events before they are queued. */
const events =
  (change: (event: ServiceEvent) => ServiceEvent | readonly ServiceEvent[]): Patch =>
  (before) => ({ ...before, tells: (event) => before.tells(event).flatMap((told) => change(told)) })

const created = (write: (iso: string) => string): Patch =>
  tellsOf((payload) => ({ ...payload, created_at: write(String(payload.created_at)) }))

const silent =
  (...kinds: readonly EventKind[]): Patch =>
  (before) => ({
    ...before,
    eventName: (kind) => (kinds.includes(kind) ? undefined : before.eventName(kind)),
  })

const of =
  (kind: EventKind, change: (payload: JsonObject) => JsonObject): Patch =>
  (before) => ({
    ...before,
    payload: (facts) => (facts.event.kind === kind ? change(before.payload(facts)) : before.payload(facts)),
  })

const shuffled = (payload: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(payload)
      .map((entry) => ({ entry, at: Math.random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ entry }) => entry),
  )

const spaced = (payload: JsonObject): string => JSON.stringify(payload, undefined, 1).replaceAll(/\n\s*/g, ' ')

export const eventFlaws: Record<string, Flaw> = {
  'no-callbacks': flaw(
    'Nothing is reported',
    [
      'msg.event.callback-sent',
      'msg.event.sent',
      'msg.event.submit-failed',
      'msg.event.delivered',
      'msg.event.expired',
      'msg.event.report-failed',
      'msg.event.batch-one-each',
    ],
    { linkedApp: () => undefined },
  ),
  'unlinked-send-reported': flaw(
    'A send of a key that is linked to no app is reported',
    ['msg.event.unlinked-silent'],
    { linkedApp: (appId) => appId ?? appIds.main },
  ),
  'unconfigured-app-reported': flaw(
    'A send of an app without an SMS webhook is reported to the webhook of another app or channel',
    ['msg.event.unconfigured-silent'],
    {
      webhooksOf: (store, appId, channel) => [store.webhook(appId, channel) ?? store.allWebhooks().at(-1) ?? []].flat(),
    },
  ),
  'webhook-of-other-channel-told': flaw(
    'An SMS is told to every webhook of its app, whatever its channel',
    ['msg.event.other-webhooks-silent'],
    { webhooksOf: (store, appId) => ['sms', 'whatsapp'].flatMap((channel) => store.webhook(appId, channel) ?? []) },
  ),
  'webhook-of-other-channel-stands-in': flaw(
    'An SMS of an app without an SMS webhook is told to its webhook of another channel',
    ['msg.event.other-webhooks-silent'],
    {
      webhooksOf: (store, appId, channel) =>
        [store.webhook(appId, channel) ?? store.webhook(appId, 'whatsapp') ?? []].flat(),
    },
  ),
  'webhook-of-other-app-told': flaw(
    'An SMS is told to the SMS webhooks of every app',
    ['msg.event.other-webhooks-silent'],
    { webhooksOf: (store, _appId, channel) => store.apps.flatMap(({ id }) => store.webhook(id, channel) ?? []) },
  ),
  'pending-reported': flaw(
    'A pending message is reported as sms.pending',
    ['msg.event.pending-silent', 'msg.event.name-known'],
    (before) => ({ ...before, eventName: (kind) => before.eventName(kind) ?? 'sms.pending' }),
  ),
  'pending-reported-as-delivered': flaw(
    'A pending message is reported as delivered',
    ['msg.event.pending-silent'],
    (before) => ({
      ...before,
      eventName: (kind) => before.eventName(kind === 'pending' ? 'delivered' : kind),
      eventData: (kind, ...rest) => before.eventData(kind === 'pending' ? 'delivered' : kind, ...rest),
    }),
  ),
  'puts-callbacks': flaw('A callback is a PUT', ['msg.event.method'], { deliveryMethod: 'PUT' }),
  'callbacks-in-list': flaw(
    'The body of a callback is a list',
    ['msg.event.json-object'],
    serialised((payload) => JSON.stringify([payload])),
  ),
  'pretty-callbacks': flaw(
    'The body of a callback is indented',
    ['msg.event.compact'],
    serialised((payload) => JSON.stringify(payload, undefined, 2)),
  ),
  'spaced-callbacks': flaw(
    'The body of a callback has spaces between members',
    ['msg.event.compact'],
    serialised(spaced),
  ),
  'callbacks-end-with-newline': flaw(
    'The body of a callback ends with a newline, signed with it',
    ['msg.event.compact'],
    serialised((payload) => `${JSON.stringify(payload)}\n`),
  ),
  'callbacks-begin-with-mark': flaw(
    'The body of a callback begins with a byte order mark',
    ['msg.event.compact'],
    serialised((payload) => `\uFEFF${JSON.stringify(payload)}`),
  ),
  'random-key-order': flaw(
    'The keys of a callback have a random order',
    ['msg.event.key-order'],
    tellsOf((payload) => ({ ...shuffled(payload), data: shuffled(payload.data as JsonObject) })),
  ),
  'callbacks-as-text': flaw(
    'Callbacks are declared as plain text',
    ['msg.event.content-type'],
    headers({ 'Content-Type': 'text/plain' }),
  ),
  'retries-without-content-type': flaw(
    'Retries have no Content-Type',
    ['msg.event.content-type'],
    headers({ 'Content-Type': undefined }, 2),
  ),
  'content-type-with-charset': flaw(
    'Content-Type of a callback has a charset',
    ['msg.event.content-type-exact'],
    headers({ 'Content-Type': 'application/json; charset=utf-8' }),
  ),
  'other-user-agent': flaw(
    'User-Agent of a callback is another',
    ['msg.event.user-agent'],
    headers({ 'User-Agent': 'node' }),
  ),
  'other-version-of-user-agent': flaw(
    'User-Agent of a callback carries another version',
    ['msg.event.user-agent'],
    headers({ 'User-Agent': 'Svc-Webhook/2.0' }),
  ),
  'retries-without-user-agent': flaw(
    'Retries have no User-Agent',
    ['msg.event.user-agent'],
    headers({ 'User-Agent': undefined }, 2),
  ),
  'app-id-header-no-uuid': flaw(
    'X-Svc-App-ID and app_id are no UUID',
    ['msg.event.app-id-header', 'msg.event.app-id-header-app'],
    events((event) => ({ ...event, appId: 'app-1' })),
  ),
  'retries-without-app-id': flaw(
    'Retries have no X-Svc-App-ID',
    ['msg.event.app-id-header'],
    headers({ 'X-Svc-App-ID': undefined }, 2),
  ),
  'callbacks-of-another-app': flaw(
    'X-Svc-App-ID and app_id are those of another app',
    ['msg.event.app-id-header-app'],
    events((event) => ({ ...event, appId: appIds.second })),
  ),
  'service-type-upper-case': flaw(
    'X-Svc-Service-Type is SMS in capitals',
    ['msg.event.service-type'],
    headers({ 'X-Svc-Service-Type': 'SMS' }),
  ),
  'retries-without-service-type': flaw(
    'Retries have no X-Svc-Service-Type',
    ['msg.event.service-type'],
    headers({ 'X-Svc-Service-Type': undefined }, 2),
  ),

  'id-without-prefix': flaw(
    'id of an event does not start with evt_',
    ['msg.event.id'],
    events((event) => ({ ...event, id: event.id.slice('evt_'.length) })),
  ),
  'id-of-message': flaw(
    'The events of a message share one id',
    ['msg.event.id-unique'],
    events((event) => ({ ...event, id: `evt_${event.subject}` })),
  ),
  'id-per-attempt': flaw('Every attempt has its own id', ['msg.event.id-stable'], (before) => ({
    ...before,
    payload: (facts) => ({ ...before.payload(facts), ...(facts.attempt > 1 ? { id: `evt_${randomUUID()}` } : {}) }),
  })),
  'expiry-without-name': flaw(
    'An event of an expired message has no event',
    ['msg.event.name', 'msg.event.expired'],
    of('expired', (payload) => without(payload, 'event')),
  ),
  'unknown-event-told': flaw(
    'An event of an unknown name is told',
    ['msg.event.name-known'],
    events((event) =>
      event.kind === 'sent' ? [event, { ...event, id: `evt_${randomUUID()}`, name: 'sms.routed' }] : event,
    ),
  ),
  'unknown-whatsapp-event-told': flaw(
    'A WhatsApp event of an unknown name is told',
    ['msg.event.whatsapp-name'],
    events((event) =>
      event.kind === 'delivered'
        ? [event, { ...event, id: `evt_${randomUUID()}`, name: 'whatsapp.typing', channel: 'whatsapp' }]
        : event,
    ),
  ),
  'channel-upper-case': flaw(
    'channel is SMS in capitals',
    ['msg.event.channel', 'msg.event.channel-sms'],
    tellsOf((payload) => ({ ...payload, channel: 'SMS' })),
  ),
  'channel-text': flaw(
    'channel of an SMS event is text',
    ['msg.event.channel-sms'],
    tellsOf((payload) => ({ ...payload, channel: 'text' })),
  ),
  'app-id-in-capitals': flaw(
    'app_id is X-Svc-App-ID in capitals',
    ['msg.event.app-id'],
    tellsOf((payload) => ({ ...payload, app_id: String(payload.app_id).toUpperCase() })),
  ),
  'app-id-differs': flaw(
    'app_id is not X-Svc-App-ID',
    ['msg.event.app-id'],
    tellsOf((payload) => ({ ...payload, app_id: STRANGER })),
  ),
  'created-at-without-ms': flaw(
    'created_at has no milliseconds',
    ['msg.event.created-at'],
    created((iso) => iso.replace(/\.\d+/, '')),
  ),
  'created-at-with-offset': flaw(
    'created_at has an offset',
    ['msg.event.created-at'],
    created((iso) => iso.replace('Z', '+00:00')),
  ),
  'created-at-of-another-zone': flaw(
    'created_at is the local time with a Z',
    ['msg.event.created-at'],
    created((iso) => new Date(Date.parse(iso) + 3 * 3_600_000).toISOString()),
  ),
  'delivered-at-of-another-zone': flaw(
    'delivered_at is the local time with a Z',
    ['msg.event.delivered-at'],
    of('delivered', (payload) => {
      const data = payload.data as JsonObject
      const at = new Date(Date.parse(String(data.delivered_at)) + 5.5 * 3_600_000).toISOString()
      return { ...payload, data: { ...data, delivered_at: at } }
    }),
  ),
  'created-at-local': flaw(
    'created_at has no zone',
    ['msg.event.created-at'],
    created((iso) => iso.replace('Z', '')),
  ),
  'data-of-expiry-is-text': flaw(
    'data of an expiry is a text',
    ['msg.event.data', 'msg.event.expired-message-id', 'msg.event.expired-status', 'msg.event.expired-at'],
    of('expired', (payload) => ({ ...payload, data: JSON.stringify(payload.data) })),
  ),

  'submit-not-reported': flaw(
    'A submit that succeeds is not reported',
    ['msg.event.sent', 'msg.event.batch-one-each'],
    silent('sent'),
  ),
  'failed-submit-not-reported': flaw(
    'A submit that fails is not reported',
    ['msg.event.submit-failed'],
    silent('submitFailed'),
  ),
  'failed-submit-is-delivered': flaw(
    'A submit that failed is reported as delivered as well',
    ['msg.event.submit-failed'],
    events((event) =>
      event.kind === 'submitFailed'
        ? [
            event,
            {
              ...event,
              id: `evt_${randomUUID()}`,
              kind: 'delivered',
              name: 'sms.delivered',
              data: { message_id: event.data.message_id, status: 'SENT', delivered_at: event.at.toISOString() },
            },
          ]
        : event,
    ),
  ),
  'delivered-says-failed': flaw(
    'The status of a delivery is FAILED',
    ['msg.event.status-labels'],
    of('delivered', (payload) => ({ ...payload, data: { ...Object(payload.data), status: 'FAILED' } })),
  ),
  'delivery-not-reported': flaw('A delivery is not reported', ['msg.event.delivered'], silent('delivered')),
  'expiry-not-reported': flaw('An expiry is not reported', ['msg.event.expired'], silent('expired')),
  'failure-not-reported': flaw(
    'A failed delivery is not reported',
    ['msg.event.report-failed'],
    silent('reportFailed'),
  ),
}
