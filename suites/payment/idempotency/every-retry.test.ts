import { expect, test } from 'vitest'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { type Answered, exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { CREATE } from '../client/api.ts'
import { everyRetries } from './every-retry.ts'

const ID = 'pay.idempotency.replay-status'

/** A creation with an Idempotency-Key, ten milliseconds long. */
function creation(at: number, status: number, { key = 'k1', code = '', ...more }: Sent = {}): Exchange {
  const answer = code === '' ? {} : { error_code: code }
  const seen = { id: `x${at}`, operation: CREATE, sent: { reference: 'r1' }, at, until: at + 10, status, answer }
  const exchange = exchangeOf({ ...seen, url: 'http://h/api/v1/payments', ...more })
  return { ...exchange, request: { ...exchange.request, headers: [['Idempotency-Key', key]] } }
}

type Sent = Answered & { readonly code?: string }

const first = creation(0, 201)

test.for<[string, Exchange[], string]>([
  ['answers 200', [first, creation(20, 200), creation(40, 200)], 'pass'],
  ['answers 200 twice and then nothing of it', [first, creation(20, 200), creation(40, 409)], 'fail'],
  ['answers 201', [first, creation(20, 201)], 'fail'],
  ['is under way with another one', [first, creation(20, 200, { until: 60 }), creation(40, 409)], 'unexercised'],
  ['comes before the first one is answered', [first, creation(5, 409)], 'unexercised'],
  ['is refused for the rate', [first, creation(20, 429)], 'unexercised'],
  ['meets an outage', [first, creation(20, 502, { code: 'PROVIDER_UNAVAILABLE' })], 'unexercised'],
  ['has another body', [first, creation(20, 409, { sent: { reference: 'r2' } })], 'unexercised'],
  ['has another key', [first, creation(20, 409, { key: 'k2' })], 'unexercised'],
  ['follows a refusal', [creation(0, 400), creation(20, 400)], 'unexercised'],
])('a retry that %s', async ([_, exchanges, expected]) => {
  expect(await saidBy(everyRetries[0], { exchanges })).toEqual([`${expected} ${ID}`])
})
