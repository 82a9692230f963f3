import { describe, expect, test } from 'vitest'
import { OTHER, PAYMENT } from '../../../../tests/made-up/payment-events.ts'
import { type Answered, exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { Records } from '../../client/records.ts'
import { endedReferences, unusedReferences } from './reference-reuse.ts'

const check = (id: string) =>
  [...endedReferences, ...unusedReferences].find((each) => each.id === `pay/references/${id}`)

const KEY = { name: 'live[0]', value: 'sk' }
const service = { baseUrl: 'http://h', keys: { live: ['sk'] }, bodies: { mobile: { amount: 500 } } }
const payment = { id: PAYMENT, reference: 'r1', key: KEY, body: { amount: 500, reference: 'r1' } }

const TAKEN: Answered = { status: 201, answer: { id: OTHER, status: 'pending' } }
const refused = (status: number, error_code: string, details: object = {}): Answered => ({
  status,
  answer: { error_code, details },
})
const duplicate = (details: object = {}) => refused(409, 'DUPLICATE_REFERENCE', details)
const reads = (status: string, id = OTHER): Answered => ({ status: 200, answer: { id, status } })

describe('the reference of a payment that ended without success', () => {
  const ID = 'pay.reference.reuse-after-expired'
  const said = (settled: object, ...answers: Answered[]) => {
    const fixtures = {
      'expired-payment': { payment, read: exchangeOf({}), toldByEvent: false, ...settled },
      records: new Records({}),
    }
    return saidBy(check('reuse-after-expired'), { fixtures, answers, service })
  }
  const expired = { status: 'expired' }

  test.for<[string, object, Answered[], string]>([
    ['is taken again', expired, [TAKEN], `pass ${ID}`],
    ['of which an event told', { status: 'pending', toldByEvent: true }, [TAKEN], `pass ${ID}`],
    ['is refused', expired, [duplicate()], `fail ${ID}`],
    [
      'is refused for something else: it is not taken all the same',
      expired,
      [refused(400, 'VALIDATION_ERROR')],
      `fail ${ID}`,
    ],
    ['is declined, which is no word on the reference', expired, [refused(402, 'PAYMENT_DECLINED')], `pass ${ID}`],
    ['gets no answer', expired, [{}], `fail ${ID}`],
    ['has not ended so', { status: 'failed' }, [], `blocked ${ID}`],
    ['has no status', {}, [], `blocked ${ID}`],
  ])('%s', async ([_, settled, answers, expected]) => {
    expect(await said(settled, ...answers)).toEqual([expected])
  })
})

describe('a reference that a failed and a live payment have', () => {
  const [FREE, LIVE, WHICH, STATUS] = [
    'reuse-after-failed',
    'duplicate-live',
    'existing-transaction-id',
    'existing-status',
  ].map((id) => `pay.reference.${id}`)
  const said = (...answers: Answered[]) => {
    const fixtures = {
      'failed-payment': { payment, status: 'failed', read: exchangeOf({}), toldByEvent: false },
      records: new Records({}),
    }
    return saidBy(check('reuse-after-failed'), { fixtures, answers, service })
  }
  const its = (details: object = {}) =>
    duplicate({ existing_transaction_id: OTHER, existing_status: 'pending', ...details })
  const skipped = [`unexercised ${WHICH}`, `unexercised ${STATUS}`]

  test.for<[string, Answered[], string[]]>([
    [
      'is refused for the live one',
      [TAKEN, its()],
      [`pass ${FREE}`, `pass ${LIVE}`, `pass ${WHICH}`, `pass ${STATUS}`],
    ],
    [
      'is refused for the dead one',
      [TAKEN, its({ existing_transaction_id: PAYMENT })],
      [`pass ${FREE}`, `pass ${LIVE}`, `fail ${WHICH}`, `pass ${STATUS}`],
    ],
    [
      'is refused with a dead status',
      [TAKEN, its({ existing_status: 'failed' })],
      [`pass ${FREE}`, `pass ${LIVE}`, `pass ${WHICH}`, `fail ${STATUS}`],
    ],
    [
      'is refused for a payment whose id nobody told',
      [{ status: 201, answer: {} }, its()],
      [`pass ${FREE}`, `pass ${LIVE}`, `unexercised ${WHICH}`, `pass ${STATUS}`],
    ],
    [
      'is taken a third time while the second one lives',
      [TAKEN, TAKEN, reads('pending')],
      [`pass ${FREE}`, `fail ${LIVE}`, ...skipped],
    ],
    [
      'is taken a third time when the second one has failed',
      [TAKEN, TAKEN, reads('failed')],
      [`pass ${FREE}`, `unexercised ${LIVE}`, ...skipped],
    ],
    [
      'is taken a third time when the second one cannot be read',
      [TAKEN, TAKEN, { status: 404 }],
      [`pass ${FREE}`, `unexercised ${LIVE}`, ...skipped],
    ],
    [
      'is taken a third time and nobody told the id',
      [{ status: 201, answer: {} }, TAKEN],
      [`pass ${FREE}`, `unexercised ${LIVE}`, ...skipped],
    ],
    ['is refused otherwise', [TAKEN, refused(400, 'CONFLICT')], [`pass ${FREE}`, `fail ${LIVE}`, ...skipped]],
    ['is not taken again', [duplicate()], [`fail ${FREE}`, `unexercised ${LIVE}`, ...skipped]],
    [
      'is declined the second time',
      [refused(402, 'PAYMENT_DECLINED')],
      [`unexercised ${LIVE}`, ...skipped, `pass ${FREE}`],
    ],
  ])('%s', async ([_, answers, expected]) => {
    expect(await said(...answers)).toEqual(expected)
  })
})

describe('the reference of a creation that was refused', () => {
  const ID = 'pay.reference.free-after-refusal'
  const said = (first: Answered, ...answers: Answered[]) => {
    const sent = { reference: 'r1', key: KEY }
    const fixtures = { 'refused-creation': { sent, answer: exchangeOf(first) }, records: new Records({}) }
    return saidBy(check('free-after-refusal'), { fixtures, answers, service })
  }
  const LEFT = 'pay.error.no-effect'
  const REFUSED: Answered = { status: 422 }
  const existing = duplicate({ existing_transaction_id: PAYMENT })
  /** As often as a payment is read that may lag behind. */
  const nowhere: Answered[] = Array.from({ length: 6 }, () => ({ status: 404 }))

  test.for<[string, Answered, Answered[], string]>([
    ['is free', REFUSED, [TAKEN], `pass ${ID}`],
    ['is free after 400', { status: 400 }, [TAKEN], `pass ${ID}`],
    ['is free after 499', { status: 499 }, [TAKEN], `pass ${ID}`],
    ['is not judged where the creation was taken', { status: 399 }, [], `unexercised ${ID}`],
    ['is not judged after a fault of the target', { status: 500 }, [], `unexercised ${ID}`],
    ['is not judged after silence', {}, [], `unexercised ${ID}`],
    [
      'is refused twice for nothing that can be read',
      REFUSED,
      [existing, ...nowhere, existing, ...nowhere],
      `fail ${ID}`,
    ],
    ['is free when what was refused is undone', REFUSED, [existing, ...nowhere, TAKEN], `pass ${ID}`],
    ['is refused for a dead payment', REFUSED, [existing, reads('failed', PAYMENT)], `fail ${ID}`],
    [
      'is refused for a live payment: whether a refusal leaves one is open',
      REFUSED,
      [existing, reads('pending', PAYMENT)],
      `pass ${ID}`,
    ],
    ['is refused for what has no id', REFUSED, [duplicate({ existing_transaction_id: 'p-1' })], `fail ${ID}`],
    ['cannot be judged while the target takes no payment', REFUSED, [{ status: 503 }], `blocked ${ID}`],
    ['is refused for something else', REFUSED, [{ status: 400 }], `fail ${ID}`],
  ])('%s', async ([_, first, answers, expected]) => {
    const all = await said(first, ...answers)
    expect(all.filter((each) => !each.endsWith(LEFT))).toEqual([expected])
  })

  const INVALID = refused(400, 'VALIDATION_ERROR')
  const still: Answered[] = Array.from({ length: 7 }, () => reads('pending', PAYMENT))
  test.for<[string, Answered, Answered[], string]>([
    ['a live payment that stays', INVALID, [existing, ...still], `fail ${LEFT}`],
    ['one that stays after a key was refused', refused(401, 'INVALID_API_KEY'), [existing, ...still], `fail ${LEFT}`],
    [
      'one that is undone meanwhile',
      INVALID,
      [existing, reads('pending', PAYMENT), reads('cancelled', PAYMENT)],
      `pass ${LEFT}`,
    ],
    ['nothing that its reference shows, which is free', INVALID, [TAKEN], `unexercised ${LEFT}`],
    [
      'one after an attempt, which may have been made',
      refused(400, 'PAYMENT_FAILED'),
      [existing, ...still],
      `unexercised ${LEFT}`,
    ],
    [
      'one that a screening blocked, which may be looked at',
      refused(403, 'TRANSACTION_BLOCKED'),
      [existing, ...still],
      `unexercised ${LEFT}`,
    ],
    ['one that a policy blocked', refused(403, 'RISK_CHECK_FAILED'), [existing, ...still], `fail ${LEFT}`],
    ['one whose key had led elsewhere', refused(409, 'CONFLICT'), [existing, ...still], `fail ${LEFT}`],
    [
      'one that shows no status',
      INVALID,
      [existing, reads('pending', PAYMENT), ...Array.from({ length: 6 }, () => ({ status: 503 }))],
      `unexercised ${LEFT}`,
    ],
  ])('what a refused creation leaves: %s', async ([_, first, answers, expected]) => {
    expect((await said(first, ...answers)).filter((each) => each.endsWith(LEFT))).toEqual([expected])
  })
})

describe('the reference of a declined payment', () => {
  const ID = 'pay.reference.reuse-after-declined'
  test.for<[string, Answered, Answered[], string]>([
    ['is free', refused(402, 'PAYMENT_DECLINED'), [TAKEN], `pass ${ID}`],
    ['is refused', refused(402, 'PAYMENT_DECLINED'), [duplicate()], `fail ${ID}`],
    ['shows nothing where it was not declined', refused(402, 'INSUFFICIENT_FUNDS'), [], `blocked ${ID}`],
  ])('%s', async ([_, first, answers, expected]) => {
    const fixtures = { 'declined-creation': { sent: { reference: 'r1', key: KEY }, answer: exchangeOf(first) } }
    expect(await saidBy(check('reuse-after-declined'), { fixtures, answers, service })).toEqual([expected])
  })
})
