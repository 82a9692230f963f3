import { expect, test } from 'vitest'
import type { Exchange } from '../../../../kit/http/exchange.ts'
import { OTHER, PAYMENT, type Told, told } from '../../../../tests/made-up/payment-events.ts'
import { type Answered, exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { CREATE } from '../../client/api.ts'
import { isAgainstPolicy, isCollision, refusalEffects } from './refusal-effects.ts'

const creation = (
  reference: string,
  answered: Answered,
  urls: object = { webhook_url: 'http://127.0.0.1/in' },
): Exchange => exchangeOf({ operation: CREATE, sent: { reference, ...urls }, ...answered })
const refused = (code: string, status = 400): Answered => ({ id: 'refused', status, answer: { error_code: code } })
const INVALID = refused('VALIDATION_ERROR')
const unheard = told({ id: 'other', status: 'completed', payment: OTHER, reference: 'r2' })

test.for<[string, Exchange[], Told[], string]>([
  ['an event of its success', [creation('r1', INVALID)], [{ status: 'completed' }], 'fail'],
  ['an event of its beginning', [creation('r1', INVALID)], [{ status: 'processing' }], 'fail'],
  ['an event of its failure', [creation('r1', INVALID)], [{ status: 'processing' }, { status: 'failed' }], 'pass'],
  ['no event where it named a URL', [creation('r1', INVALID)], [], 'pass'],
  // Where it named none there was nobody to be told.
  ['no event where it named no URL', [creation('r1', INVALID, {})], [], 'unexercised'],
  ['no event where its URL is no text', [creation('r1', INVALID, { webhook_url: 7 })], [], 'unexercised'],
  ['a beginning after an attempt', [creation('r1', refused('PAYMENT_FAILED'))], [{ status: 'processing' }], 'warn'],
  ['a success after an attempt', [creation('r1', refused('PAYMENT_FAILED'))], [{ status: 'completed' }], 'fail'],
  ['a refusal that is judged elsewhere', [creation('r1', refused('PAYMENT_DECLINED', 402))], [], 'unexercised'],
  [
    'an event that came before its reference was used again',
    [creation('r1', INVALID), creation('r1', { id: 'made', status: 201, answer: { data: { id: OTHER } }, at: 50 })],
    [{ status: 'processing' }],
    'fail',
  ],
  [
    'an event of the payment that its reference made',
    [creation('r1', INVALID), creation('r1', { id: 'made', status: 201, answer: { data: { id: PAYMENT } } })],
    [{ status: 'completed' }],
    'pass',
  ],
  [
    'an event of a payment that a creation made whose reference nobody can read',
    [
      exchangeOf({ id: 'made', operation: CREATE, sent: {}, status: 201, answer: { data: { id: PAYMENT } } }),
      creation('r1', refused('DUPLICATE_REFERENCE', 409)),
    ],
    [{ status: 'processing' }],
    'pass',
  ],
])('%s', async ([_, exchanges, events, expected]) => {
  const deliveries = [unheard, ...events.map((each, index) => told({ id: `d${index}`, ...each }))]
  expect(await saidBy(refusalEffects[0], { exchanges, deliveries })).toEqual([`${expected} pay.error.no-effect`])
})

test('where no event came at all silence proves nothing', async () => {
  const exchanges = [creation('r1', INVALID)]
  expect(await saidBy(refusalEffects[0], { exchanges })).toEqual(['unexercised pay.error.no-effect'])
})

test.for<[number, string, { collides?: true; isPolicy?: true }]>([
  [409, 'CONFLICT', { collides: true }],
  [409, 'DUPLICATE_REFERENCE', {}],
  [400, 'CONFLICT', {}],
  [403, 'RISK_CHECK_FAILED', { isPolicy: true }],
  [403, 'TRANSACTION_BLOCKED', {}],
  [400, 'RISK_CHECK_FAILED', {}],
])('a refusal with %i %s is what its status and its code say together', ([status, error_code, expected]) => {
  const answer = exchangeOf({ status, answer: { error_code } })
  expect([isCollision(answer), isAgainstPolicy(answer)]).toEqual([
    expected.collides === true,
    expected.isPolicy === true,
  ])
})
