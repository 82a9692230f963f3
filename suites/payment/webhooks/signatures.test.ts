import { expect, test } from 'vitest'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { PAYMENT, told } from '../../../tests/made-up/payment-events.ts'
import { exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { CREATE } from '../client/api.ts'
import { signatureRules } from './signatures.ts'

const rule = signatureRules.find(({ id }) => id === 'pay/signatures/headers')
const SIGNED = ['X-Pay-Signature', `sha256=${'a'.repeat(64)}`] as const
const STAMPED = ['X-Pay-Timestamp', '1700000000'] as const
const KEYED = ['payment.signingKey']

async function saidOf(headers: Delivery['headers'], claims: readonly string[], key = 'live[0]'): Promise<string[]> {
  const creation = exchangeOf({ operation: CREATE, key, status: 201, answer: { data: { id: PAYMENT } } })
  const delivery = { ...told({ status: 'completed' }), headers, arrivedAt: 1_700_000_000_000 }
  const said = await saidBy(rule, { exchanges: [creation], deliveries: [delivery], claims })
  return said.filter((each) => /^\w+ pay\.signature\.(?:header|timestamp)$/.test(each)).toSorted()
}

test.for<[string, Delivery['headers'], string[], string[]]>([
  ['both headers', [SIGNED, STAMPED], KEYED, ['pass pay.signature.header', 'pass pay.signature.timestamp']],
  ['neither, with a key', [], KEYED, ['fail pay.signature.header', 'fail pay.signature.timestamp']],
  // What a delivery carries without a key is open.
  ['neither, without a key', [], [], ['unexercised pay.signature.header', 'unexercised pay.signature.timestamp']],
  [
    'headers that are there are read without a key as well',
    [
      ['X-Pay-Signature', 'abc'],
      ['X-Pay-Timestamp', 'now'],
    ],
    [],
    ['fail pay.signature.header', 'fail pay.signature.timestamp'],
  ],
  [
    'milliseconds',
    [SIGNED, ['X-Pay-Timestamp', '1700000000000']],
    KEYED,
    ['fail pay.signature.timestamp', 'pass pay.signature.header'],
  ],
  ['two timestamps', [SIGNED, STAMPED, STAMPED], KEYED, ['fail pay.signature.timestamp', 'pass pay.signature.header']],
])('%s', async ([_, headers, claims, expected]) => {
  expect(await saidOf(headers, claims)).toEqual(expected)
})

test('another merchant may have no key', async () => {
  const nothing = ['unexercised pay.signature.header', 'unexercised pay.signature.timestamp']
  expect(await saidOf([], KEYED, 'otherMerchant')).toEqual(nothing)
})

test.for<[string, Delivery['headers'], string]>([
  ['nothing', [SIGNED], 'no such header'],
  ['another text', [SIGNED, ['X-Pay-Timestamp', 'now']], '"now"'],
  ['two of them', [SIGNED, STAMPED, STAMPED], '"1700000000" and "1700000000"'],
])('in place of a timestamp is told: %s', async ([_, headers, expected]) => {
  const actual: unknown[] = []
  const conclude = (id: string, judged: { readonly ok: boolean; readonly actual?: string }): void => {
    if (id === 'pay.signature.timestamp' && !judged.ok) actual.push(judged.actual)
  }
  const delivery = { ...told({ status: 'completed' }), headers }
  await saidBy(rule, { deliveries: [delivery], claims: KEYED, context: { conclude } })
  expect(actual).toEqual([expected])
})

test.for<[string, Delivery['headers'], string[], string[]]>([
  ['without a key a delivery has no signature', [], [], ['pay.open.signature-without-key: no X-Pay-Signature']],
  ['without a key a delivery has one', [SIGNED], [], []],
  ['with a key a delivery has none', [], KEYED, []],
])('what is done without a key is told: %s', async ([_, headers, claims, expected]) => {
  const said = await saidBy(rule, { deliveries: [{ ...told({ status: 'completed' }), headers }], claims })
  expect(said.filter((each) => each.startsWith('pay.open.'))).toEqual(expected)
})
