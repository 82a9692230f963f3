import { expect, test } from 'vitest'
import { OTHER } from '../../../tests/made-up/payment-events.ts'
import { type Answered, exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { validCreation } from '../client/acceptance.ts'
import { access } from './access.ts'

const refused = (error_code: string, more: object = {}): Answered => ({
  status: 403,
  answer: { success: false, message: 'The payment was blocked', error_code, ...more },
})
const RISK = refused('RISK_CHECK_FAILED')

test.for<[string, Answered[], [blocked: string, hidden: string]]>([
  ['without a reason', [refused('TRANSACTION_BLOCKED')], ['pass', 'pass']],
  ['with details', [refused('TRANSACTION_BLOCKED', { details: { list: 'sanctions' } })], ['pass', 'fail']],
  // What holds for some payments may have held for this one: one more is tried.
  ['for a risk first', [RISK, refused('TRANSACTION_BLOCKED')], ['pass', 'pass']],
  ['for a risk each time', [RISK, RISK], ['fail', 'unexercised']],
  ['with another code', [refused('VALIDATION_ERROR')], ['fail', 'unexercised']],
])('a payment that is screened is blocked %s', async ([_, answers, [blocked, hidden]]) => {
  const said = await saidBy(
    access.find(({ id }) => id === 'pay/access/screening'),
    {
      service: {
        ...{ baseUrl: 'http://127.0.0.1', keys: { live: ['sk'] }, bodies: { mobile: { amount: 500 } } },
        outcomes: { screeningBlocked: { with: {} } },
      },
      fixtures: { [validCreation.name]: exchangeOf({ status: 201, answer: { data: { id: OTHER } } }) },
      answers,
    },
  )
  expect(said).toEqual([`${blocked} pay.access.blocked`, `${hidden} pay.access.blocked-reason-hidden`])
})
