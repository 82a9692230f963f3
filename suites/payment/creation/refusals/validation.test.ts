import { expect, test } from 'vitest'
import { type Answered, exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { validCreation } from '../../client/acceptance.ts'
import { idempotencyKey } from '../../idempotency/idempotency-key.ts'
import { validation } from './validation.ts'

const CUT = 'came to no response (closed)'

test.for<[string, string, Answered, string]>([
  ['pay/validation/wrong-types', 'pay.error.details-binding', {}, `${CUT}, so there are no details to see`],
  ['pay/validation/wrong-types', 'pay.error.details-binding', { status: 201, answer: {} }, 'came to 201, so'],
  ['pay/validation/key-too-long', 'pay.idempotency.key-too-long-reason', {}, `${CUT}, not to 400 VALIDATION_ERROR`],
])('%s says of what was not refused what it came to (%#)', async ([check, id, answer, expected]) => {
  const reasons: Record<string, string> = {}
  await saidBy(
    [...validation, ...idempotencyKey].find((each) => each.id === check),
    {
      service: { baseUrl: 'http://h', keys: { live: ['sk'] }, bodies: { mobile: { amount: 500 } } },
      fixtures: { [validCreation.name]: exchangeOf({ status: 201 }) },
      answers: Array.from({ length: 9 }, () => answer),
      context: {
        markUnexercised: (name: string, _why: string, reason: string) => {
          reasons[name] = reason
        },
      },
    },
  )
  expect(reasons[id]).toContain(expected)
})
