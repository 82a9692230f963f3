import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Run } from '../../../../kit/run/run.ts'
import { signTimestamped } from '../../../../kit/signature/signature.ts'
import { resolveTarget } from '../../../../kit/target/target.ts'
import { startCapture } from '../../../../kit/webhooks/listener/server.ts'
import { CREATE } from '../../client/api.ts'
import { statusRules } from '../../lifecycle/statuses.ts'
import { paymentService } from '../../service/index.ts'
import { inboxName } from '../deliveries.ts'
import { deliveryIds } from '../retries/delivery-ids.ts'
import { signatureRules } from '../signatures.ts'
import { eventChanges } from './event-changes.ts'
import { eventHistory } from './event-history.ts'
import { eventIdentity } from './event-identity.ts'
import { eventPayload } from './event-payload.ts'

const SIGNING_KEY = 'whk_0123456789'
const checks = [
  ...eventPayload,
  ...eventIdentity,
  ...eventChanges,
  ...signatureRules,
  ...deliveryIds,
  ...eventHistory,
  ...statusRules,
]

interface Told {
  readonly status: string
  readonly previous: unknown
  /** Seconds after the creation at which it happened; deliveries are made in the order given. */
  readonly at: number
  readonly to?: 'webhook' | 'callback'
  readonly eventId?: string
  readonly members?: object
}

/** What the rules find in a run that made one payment, first answered `pending`, and received these deliveries. */
async function contradictions(events: readonly Told[]): Promise<string[]> {
  const capture = await startCapture()
  const payment = { baseUrl: 'http://127.0.0.1:9', keys: { live: ['sk'] }, signingKey: SIGNING_KEY }
  const target = resolveTarget({ payment }, { sections: [paymentService.section], secrets: [] })
  const run = new Run({ target, services: [paymentService], seed: 1, capture, checks })
  const { clock, store, log } = run.session
  const inboxes = {
    webhook: capture.inbox(inboxName('p', 'webhook')),
    callback: capture.inbox(inboxName('p', 'callback')),
  }
  const id = randomUUID()
  const began = clock.now()
  const common = { amount: 5000, currency: 'TZS' }
  const body = {
    ...common,
    type: 'mobile',
    reference: 'r1',
    webhook_url: inboxes.webhook.url,
    callback_url: inboxes.callback.url,
  }
  const answer = { status: 'success', data: { id, status: 'pending' } }
  store.exchange({
    service: 'payment',
    check: 'test',
    label: '',
    operation: CREATE,
    key: 'live[0]',
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:9/api/v1/payments',
      headers: [],
      body: Buffer.from(JSON.stringify(body)),
    },
    response: { status: 201, headers: [], body: Buffer.from(JSON.stringify(answer)) },
    sentAt: began,
    endedAt: began,
  })
  for (const { status, previous, at, to = 'webhook', eventId = randomUUID(), members = {} } of events) {
    const data = { ...common, status, previous_status: previous, payment_type: 'mobile', provider_reference: 'prv_1' }
    const payload = JSON.stringify({
      version: '1.0',
      event: `payment.${status}`,
      event_id: eventId,
      transaction_id: id,
      merchant_reference: 'r1',
      data,
      metadata: {},
      timestamp: new Date(began + at * 1000).toISOString(),
      ...members,
    })
    const stamp = String(Math.floor(clock.now() / 1000))
    await fetch(inboxes[to].url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Pay-Signature': signTimestamped(SIGNING_KEY, stamp, payload),
        'X-Pay-Timestamp': stamp,
        'X-Pay-Delivery-ID': randomUUID(),
      },
      body: payload,
    })
  }
  await run.all()
  await Promise.all([run.close(), capture.close()])
  const bad = log.judgements.filter(({ verdict }) => !['pass', 'unexercised', 'noted'].includes(verdict))
  return [...new Set(bad.map(({ requirement, verdict }) => `${requirement} ${verdict}`))]
}

const processing: Told = { status: 'processing', previous: 'pending', at: 1 }
const completed: Told = { status: 'completed', previous: 'processing', at: 2 }
const shared = randomUUID()

test.each<[string, Told[]]>([
  ['the usual way', [processing, completed, { ...completed, to: 'callback' }]],
  ['events out of order', [completed, processing]],
  ['a reported creation, pending before', [{ status: 'pending', previous: 'pending', at: 0 }, processing, completed]],
  ['a reported creation, nothing before', [{ status: 'pending', previous: null, at: 0 }, processing, completed]],
  ['no processing', [{ status: 'completed', previous: 'pending', at: 1 }]],
  ['a completion told as the table has it', [completed]],
  [
    'a way back to pending',
    [
      processing,
      { status: 'pending', previous: 'processing', at: 2 },
      { status: 'failed', previous: 'pending', at: 3 },
    ],
  ],
  [
    'copies after a success',
    [
      { ...completed, eventId: shared },
      { ...completed, eventId: shared },
    ],
  ],
  ['own ids and times per URL', [completed, { ...completed, to: 'callback', at: 3 }]],
])('does not accuse %s', async (_, events) => {
  expect(await contradictions(events)).toEqual([])
})

test.each<[string, Told[], string[]]>([
  [
    'completed from pending, though processing was told',
    [processing, { ...completed, previous: 'pending' }],
    ['pay.event.completed-from-processing fail', 'pay.event.chain warn'],
  ],
  [
    'one id for two events',
    [
      { ...processing, eventId: shared },
      { ...completed, eventId: shared },
    ],
    ['pay.event.id-unique fail'],
  ],
  ['callback_url before the end', [{ ...processing, to: 'callback' }], ['pay.webhook.callback-only-terminal fail']],
  [
    'other metadata at callback_url',
    [completed, { ...completed, to: 'callback', members: { metadata: { a: 1 } } }],
    ['pay.webhook.same-payload fail'],
  ],
  [
    'an event of another payment',
    [{ ...completed, members: { merchant_reference: 'r2', transaction_id: randomUUID() } }],
    ['pay.event.merchant-reference fail', 'pay.webhook.own-events-only fail'],
  ],
])('accuses %s', async (_, events, expected) => {
  expect(await contradictions(events)).toEqual(expected)
})
