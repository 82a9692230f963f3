import { expect, test } from 'vitest'
import { contextOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import { lackedBy } from '../client/lacking.ts'
import type { CheckContext } from '../define.ts'
import { judgeOfKind } from './unshown-fields.ts'

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
  const { t, said } = contextOf<CheckContext>({})
  judgeOfKind(t, 'pay.create.card', refused(details, status))
  expect(said).toEqual([expected])
})
