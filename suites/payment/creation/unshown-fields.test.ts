import { expect, test } from 'vitest'
import { contextOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import { lackedBy } from '../client/lacking.ts'
import type { CheckContext } from '../define.ts'
import { judgeOfKind } from './unshown-fields.ts'

const WHOLE = { amount: 500, redirect_url: 'https://a', cancel_url: 'https://a', billing_address: { city: 'x' } }
const sent = { amount: 500, type: 'card', customer: { firstname: 'Asha' } }
const refused = (details: unknown, status = 400) =>
  exchangeOf({
    operation: 'POST /api/v1/payments',
    sent,
    status,
    answer: { status: 'error', code: status, error_code: 'VALIDATION_ERROR', message: 'no', details },
  })

test.for<[string, unknown, string[]]>([
  [
    'fields that the body has not',
    [
      { field: 'phone', message: 'required' },
      { field: 'amount', message: 'low' },
    ],
    ['phone'],
  ],
  ['texts', ['network', 'phone'], ['network', 'phone']],
  ['an object by field', { '$.network': 'required' }, ['network']],
  ['members of one that is there', [{ field: 'customer.email', message: 'required' }], []],
  [
    'members of one that is not',
    [
      { field: 'billing.line1', message: 'required' },
      { field: 'billing[0]', message: '' },
    ],
    ['billing'],
  ],
  ['sentences', ['a field is missing'], []],
  ['nothing', undefined, []],
])('a refusal names %s', ([_, details, expected]) => {
  expect(lackedBy(refused(details))).toEqual(expected)
})

test.for<[string, unknown, number, string]>([
  ['that asks for what its document does not show is not accused', ['phone'], 400, 'blocked pay.create.card'],
  ['that refuses what it was given is', [{ field: 'amount', message: 'low' }], 400, 'fail pay.create.card'],
  ['that says nothing of fields is', undefined, 400, 'fail pay.create.card'],
  ['that answers otherwise is', ['phone'], 500, 'fail pay.create.card'],
])('a target %s', ([_, details, status, expected]) => {
  const { t, said } = contextOf<CheckContext>({ service: { bodies: { card: WHOLE } } })
  judgeOfKind(t, 'pay.create.card', refused(details, status))
  expect(said).toEqual([expected])
})

test.for<[string, object, number, string]>([
  ['cancel_url', { ...WHOLE, cancel_url: undefined }, 400, 'blocked pay.create.card'],
  ['a billing address', { ...WHOLE, billing_address: undefined }, 400, 'blocked pay.create.card'],
  [
    'nothing but a billing address of the customer',
    { ...WHOLE, billing_address: undefined, customer: { address: 'x' } },
    400,
    'fail pay.create.card',
  ],
  ['cancel_url, and is answered 500', { ...WHOLE, cancel_url: undefined }, 500, 'fail pay.create.card'],
])('a card body that lacks %s', ([_, body, status, expected]) => {
  const card = JSON.parse(JSON.stringify(body))
  const { t, said } = contextOf<CheckContext>({ service: { bodies: { card } } })
  judgeOfKind(t, 'pay.create.card', refused(undefined, status))
  expect(said).toEqual([expected])
})
