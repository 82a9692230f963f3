import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../../kit/http/exchange.ts'
import { OTHER, PAYMENT, type Told, told } from '../../../../tests/made-up/payment-events.ts'
import { exchangeOf, type Recorded, saidBy } from '../../../../tests/made-up/recorded.ts'
import { CREATE, PROFILE } from '../../client/api.ts'
import { inboxName } from '../deliveries.ts'
import { eventHistory } from './event-history.ts'

const [samePayload, ownEventsOnly, callbackOnlyTerminal] = eventHistory
const URLS = { webhook: 'http://h/w', callback: 'http://h/c' }
const inboxes = { [inboxName('p', 'webhook')]: URLS.webhook, [inboxName('p', 'callback')]: URLS.callback }

const created = (sent: object, answer: unknown = {}): Exchange =>
  exchangeOf({ operation: CREATE, sent, status: 201, answer })

describe('the payload at both URLs', () => {
  const KEPT = ['pass pay.webhook.same-payload']
  const APART = ['fail pay.webhook.same-payload']
  const LOOSE = ['warn pay.webhook.same-payload']
  const NOTHING = ['unexercised pay.webhook.same-payload']
  const hook: Told = { status: 'completed', previous: 'processing', at: 1 }
  const back: Told = { ...hook, to: 'callback' }
  const withMembers = (members: object): Told => ({ ...back, members })

  test.for<[string, Told[], string[]]>([
    ['is the same', [hook, back], KEPT],
    ['is the same in another order of arrival', [back, hook], KEPT],
    ['shows nothing at one URL', [hook], NOTHING],
    [
      'shows nothing before an end',
      [
        { ...hook, status: 'processing' },
        { ...back, status: 'processing' },
      ],
      NOTHING,
    ],
    ['shows nothing of two ends', [hook, { ...back, status: 'failed' }], NOTHING],
    ['shows nothing of two payments', [hook, { ...back, payment: OTHER }], NOTHING],
    [
      'shows nothing without a payment',
      [
        { ...hook, payment: null },
        { ...back, payment: null },
      ],
      NOTHING,
    ],
    [
      'shows nothing without a status',
      [
        { ...hook, status: undefined },
        { ...back, status: undefined },
      ],
      NOTHING,
    ],
    ['has another value', [hook, withMembers({ merchant_reference: 'r2' })], APART],
    ['may have one member more, which is advised against', [hook, withMembers({ more: 1 })], LOOSE],
    ['may have one member less, which is advised against', [{ ...hook, members: { more: 1 } }, back], LOOSE],
    [
      'lacks no member of the table',
      [{ ...hook, members: { metadata: {} } }, withMembers({ metadata: undefined })],
      APART,
    ],
    ['may have another event_id and time', [hook, { ...back, eventId: OTHER, at: 9 }], KEPT],
    [
      'may have one of that name within, which is advised against',
      [hook, withMembers({ data: { status: 'completed', previous_status: 'processing', timestamp: 1 } })],
      LOOSE,
    ],
    ['has another value within', [hook, { ...back, previous: 'pending' }], APART],
    ['has null where nothing is', [{ ...hook, members: { metadata: {} } }, withMembers({ metadata: null })], APART],
    ['has a list where an object is', [{ ...hook, members: { metadata: {} } }, withMembers({ metadata: [] })], APART],
    [
      'has lists of the same values',
      [{ ...hook, members: { tags: [1, { a: 2 }] } }, withMembers({ tags: [1, { a: 2 }] })],
      KEPT,
    ],
    [
      'has lists of other values, outside the table',
      [{ ...hook, members: { tags: [1, { a: 2 }] } }, withMembers({ tags: [1, { a: 3 }] })],
      KEPT,
    ],
    ['agrees at a later attempt', [{ ...hook, previous: 'pending' }, hook, back], KEPT],
    ['agrees with a later attempt', [hook, { ...back, previous: 'pending' }, back], KEPT],
    [
      'of an end in capitals is compared as well',
      [
        { ...hook, status: 'FAILED' },
        { ...back, status: 'FAILED' },
      ],
      KEPT,
    ],
  ])('%s', async ([_, events, expected]) => {
    expect(await saidBy(samePayload, { deliveries: events.map(told) })).toEqual(expected)
  })

  test('at one address in both roles shows nothing', async () => {
    const both = [created({ webhook_url: URLS.webhook, callback_url: URLS.webhook })]
    expect(await saidBy(samePayload, { inboxes, exchanges: both, deliveries: [hook, back].map(told) })).toEqual(NOTHING)
  })
})

describe('a URL given for one payment', () => {
  const KEPT = ['pass pay.webhook.own-events-only']
  const STRANGE = ['fail pay.webhook.own-events-only']
  const NOTHING = ['unexercised pay.webhook.own-events-only']
  const own = created({ reference: 'r1', webhook_url: URLS.webhook }, { id: PAYMENT })
  const elsewhere = created({ reference: 'r2', webhook_url: 'http://h/other' }, { id: OTHER })
  const event: Told = { status: 'processing' }

  test.for<[string, Recorded['exchanges'], Told, string[], object?]>([
    ['gets the events of that payment', [own], event, KEPT],
    ['gets an event of a payment that was made without it', [own, elsewhere], { ...event, payment: OTHER }, STRANGE],
    [
      'gets one whose id tells more than its reference',
      [own, elsewhere],
      { ...event, payment: OTHER, reference: 'r1' },
      STRANGE,
    ],
    [
      'gets one of a payment that was made with it, too',
      [own, created({ reference: 'r3', webhook_url: URLS.webhook }, { id: OTHER })],
      { ...event, payment: OTHER, reference: 'r3' },
      KEPT,
    ],
    ['gets one of an unknown id and its own reference', [own], { ...event, payment: OTHER }, KEPT],
    ['gets one of an unknown id and another reference', [own], { ...event, payment: OTHER, reference: 'r2' }, STRANGE],
    ['gets one of no id and another reference', [own], { ...event, payment: null, reference: 'r2' }, STRANGE],
    ['gets one without a reference', [own], { ...event, payment: null, members: { merchant_reference: 4 } }, KEPT],
    ['was given without a reference', [created({ webhook_url: URLS.webhook })], event, NOTHING],
    [
      'was given as callback_url',
      [created({ reference: 'r1', callback_url: URLS.webhook })],
      { ...event, reference: 'r2' },
      STRANGE,
    ],
    ['was given to nobody', [elsewhere], event, NOTHING],
    [
      'is that of the merchant as well',
      [own, exchangeOf({ operation: PROFILE, sent: { webhook_url: URLS.webhook } })],
      { ...event, payment: OTHER, reference: 'r2' },
      NOTHING,
    ],
    [
      'is a default of the target file',
      [own],
      { ...event, payment: OTHER, reference: 'r2' },
      NOTHING,
      { webhookUrl: URLS.webhook },
    ],
    [
      'is no default of the target file',
      [own],
      { ...event, payment: OTHER, reference: 'r2' },
      STRANGE,
      { webhookUrl: 'http://h/d' },
    ],
  ])('%s', async ([_, exchanges = [], given, expected, defaults]) => {
    const service = defaults === undefined ? {} : { defaults }
    expect(await saidBy(ownEventsOnly, { inboxes, exchanges, service, deliveries: [told(given)] })).toEqual(expected)
  })
})

describe('a callback_url', () => {
  const id = 'pay.webhook.callback-only-terminal'
  test.for<[string, Told, string]>([
    ['is called with an end', { status: 'completed', to: 'callback' }, `pass ${id}`],
    ['is called with an end in capitals', { status: 'FAILED', to: 'callback' }, `pass ${id}`],
    ['is called with pending', { status: 'pending', to: 'callback' }, `fail ${id}`],
    ['is called with Processing', { status: 'Processing', to: 'callback' }, `fail ${id}`],
    ['is called with a word that is judged elsewhere', { status: 'queued', to: 'callback' }, `unexercised ${id}`],
    ['is called without a status', { status: undefined, to: 'callback' }, `unexercised ${id}`],
    ['is no webhook_url', { status: 'pending', to: 'webhook' }, `unexercised ${id}`],
  ])('%s', async ([_, event, expected]) => {
    expect(await saidBy(callbackOnlyTerminal, { deliveries: [told(event)] })).toEqual([expected])
  })

  test('is not judged where it is the webhook_url as well', async () => {
    const exchanges = [created({ webhook_url: URLS.callback, callback_url: URLS.callback })]
    const deliveries = [told({ status: 'pending', to: 'callback' })]
    expect(await saidBy(callbackOnlyTerminal, { inboxes, exchanges, deliveries })).toEqual([`unexercised ${id}`])
  })
})
