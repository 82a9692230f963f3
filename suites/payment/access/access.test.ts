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

const TEST_KEY = 'pay.access.test-key'
const OFF = { status: 403, answer: { error_code: 'TEST_MODE_UNAVAILABLE' } }
const TAKEN = { status: 201, answer: { data: { id: OTHER, status: 'pending' } } }
const MODES = ['payment.outcomes.testModeOn', 'payment.outcomes.testModeOff']

/** What is said of a test key, and how long is waited, where creations with it are answered so once test mode was off again. */
async function switched(after: Answered[], claims = MODES): Promise<[string[], number[]]> {
  const waits: number[] = []
  const said = await saidBy(
    access.find(({ id }) => id === 'pay/access/test-key'),
    {
      service: {
        ...{
          baseUrl: 'http://127.0.0.1',
          keys: { live: ['sk'], test: 'sk_test' },
          bodies: { mobile: { amount: 500 } },
        },
        outcomes: {
          testModeOn: { call: { url: 'http://127.0.0.1' } },
          testModeOff: { call: { url: 'http://127.0.0.1' } },
        },
      },
      fixtures: { [validCreation.name]: exchangeOf(TAKEN) },
      // Off, a read, on, and with a live key.
      answers: [OFF, { status: 404 }, TAKEN, TAKEN, ...after],
      claims,
      context: {
        seed: 0,
        step: async () => '',
        afterwards: () => undefined,
        pause: async (ms: number) => void waits.push(ms),
      },
    },
  )
  return [said.filter((each) => each.endsWith(` ${TEST_KEY}`)).slice(1), waits]
}

test.for<[string, Answered[], [string[], number[]]]>([
  ['refused at once', [OFF], [[`pass ${TEST_KEY}`], []]],
  // A switch may have to become known everywhere.
  ['refused a while later', [TAKEN, OFF], [[`pass ${TEST_KEY}`], [5000]]],
  ['taken for good', [TAKEN, TAKEN], [[`fail ${TEST_KEY}`], [5000]]],
])('once test mode is off again a test key is %s', async ([_, after, expected]) => {
  expect(await switched(after)).toEqual(expected)
})

test('what cannot be turned off again is not turned on', async () => {
  // A creation with test mode on would have to be answered.
  expect(await switched([], MODES.slice(0, 1))).toEqual([[], []])
})
