import { expect, test } from 'vitest'
import type { Exchange } from '../../../../kit/http/exchange.ts'
import { PAYMENT, type Told, told } from '../../../../tests/made-up/payment-events.ts'
import { exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { CREATE, PROFILE } from '../../client/api.ts'
import { Records } from '../../client/records.ts'
import { inboxName } from '../deliveries.ts'
import { skippedChanges } from './skipped-changes.ts'

const INBOX = inboxName('p', 'webhook')
const URL = 'http://127.0.0.1/in'
const end: Told = { id: 'end', status: 'completed', previous: 'processing' }
const processing: Told = { id: 'change', status: 'processing', previous: 'pending' }

/** An update that makes the inbox a default of the merchant, and when it was answered; the creation is sent at 10. */
const update = (until: number) =>
  exchangeOf({ operation: PROFILE, sent: { webhook_url: `${URL}?shop=7` }, status: 200, at: until - 5, until })

const saidOf = (
  events: readonly Told[],
  { status = 'pending', urls = { webhook_url: URL } as object, before = [] as readonly Exchange[] } = {},
) =>
  saidBy(skippedChanges[0], {
    exchanges: [
      ...before,
      exchangeOf({
        operation: CREATE,
        sent: { reference: 'r1', ...urls },
        status: 201,
        answer: { data: { id: PAYMENT, status } },
        at: 10,
      }),
    ],
    deliveries: events.map(told),
    inboxes: { [INBOX]: URL },
    fixtures: { records: new Records({}) },
  })

const ID = 'pay.webhook.every-change'

test.for<[string, readonly Told[], Parameters<typeof saidOf>[1], string]>([
  ['both changes are told', [processing, end], {}, `pass ${ID}`],
  ['an end from processing alone', [end], {}, `fail ${ID}`],
  ['an end at a default of the merchant', [end], { urls: {}, before: [update(9)] }, `warn ${ID}`],
  // What came before it came to be one went to the default before it.
  ['an end at a new default of the merchant', [end], { urls: {}, before: [update(11)] }, `unexercised ${ID}`],
  ['an end at a URL that no update named', [end], { urls: {} }, `unexercised ${ID}`],
  ['a payment that was processing at once', [end], { status: 'processing' }, `unexercised ${ID}`],
  ['an end from pending', [{ ...end, previous: 'pending' }], {}, `unexercised ${ID}`],
  // callback_url is called at the end alone: an inbox that is both may be silent as such.
  ['a URL that is both', [end], { urls: { webhook_url: URL, callback_url: URL } }, `unexercised ${ID}`],
  ['a URL that is the callback', [end], { urls: { callback_url: URL } }, `unexercised ${ID}`],
])('%s', async ([_, events, given, expected]) => {
  expect(await saidOf(events, given)).toEqual([expected])
})
