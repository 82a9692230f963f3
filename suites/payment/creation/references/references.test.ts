import { describe, expect, test } from 'vitest'
import { OTHER, PAYMENT } from '../../../../tests/made-up/payment-events.ts'
import { type Answered, exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { Records } from '../../client/records.ts'
import { references } from './references.ts'

const check = (id: string) => references.find((each) => each.id === `pay/references/${id}`)

const KEY = { name: 'live[0]', value: 'sk' }
const BODY = { amount: 500 }
const service = { baseUrl: 'http://h', keys: { live: ['sk'] }, bodies: { mobile: BODY, card: BODY } }
const payment = { id: PAYMENT, reference: 'r1', key: KEY, body: { ...BODY, reference: 'r1' } }

const TAKEN: Answered = { status: 201, answer: { id: OTHER, status: 'pending' } }
const duplicate = (details: object = {}): Answered => ({
  status: 409,
  answer: {
    error_code: 'DUPLICATE_REFERENCE',
    details: { existing_transaction_id: PAYMENT, existing_status: 'pending', reference: 'r1', ...details },
  },
})
const reads = (status: string): Answered => ({ status: 200, answer: { id: PAYMENT, status } })

describe('the reference of a live payment', () => {
  const ids = ['duplicate-live', 'existing-transaction-id', 'existing-status', 'echo'].map(
    (id) => `pay.reference.${id}`,
  )
  const each = (...words: string[]) => ids.map((id, at) => `${words[at] ?? words.at(-1)} ${id}`)
  const said = (answer: Answered, ...answers: Answered[]) => {
    const fixtures = { 'mobile-payment': payment, 'duplicate-reference': exchangeOf(answer), records: new Records({}) }
    return saidBy(check('duplicate'), { fixtures, answers, service })
  }

  test.for<[string, Answered[], string[]]>([
    ['is refused with what it names', [duplicate()], each('pass')],
    ['names the payment in capitals', [duplicate({ existing_transaction_id: PAYMENT.toUpperCase() })], each('pass')],
    ['names another payment', [duplicate({ existing_transaction_id: OTHER })], each('pass', 'fail', 'pass', 'pass')],
    ['names a completed payment, which lives', [duplicate({ existing_status: 'completed' })], each('pass')],
    ['names a dead payment', [duplicate({ existing_status: 'failed' })], each('pass', 'pass', 'fail', 'pass')],
    ['names another reference', [duplicate({ reference: 'R1' })], each('pass', 'pass', 'pass', 'fail')],
    ['is taken while it lives', [TAKEN, reads('pending')], each('fail', 'blocked')],
    ['is taken when it is completed', [TAKEN, reads('completed')], each('fail', 'blocked')],
    ['is taken when it has failed already: it is free', [TAKEN, reads('failed')], each('blocked')],
    ['is taken when it has failed, in capitals', [TAKEN, reads('FAILED')], each('blocked')],
    [
      'is refused for something else, whatever it reads',
      [{ status: 400, answer: { error_code: 'CONFLICT' } }],
      each('fail', 'blocked'),
    ],
    ['gets no answer', [{}], each('fail', 'blocked')],
  ])('%s', async ([_, [answer = {}, ...answers], expected]) => {
    expect(await said(answer, ...answers)).toEqual(expected)
  })
})

describe('the reference of a completed payment', () => {
  const said = (settled: object, answer: Answered) => {
    const fixtures = { 'completed-payment': { payment, read: exchangeOf({}), toldByEvent: false, ...settled } }
    return saidBy(check('duplicate-of-completed'), { fixtures, answers: [answer], service })
  }
  const [KEPT, ECHO, STATUS] = ['duplicate-completed', 'echo', 'existing-status'].map((id) => `pay.reference.${id}`)
  const completed = { status: 'completed' }
  const its = (details: object = {}) => duplicate({ existing_status: 'completed', ...details })

  test.for<[string, object, Answered, string[]]>([
    ['is refused with what it names', completed, its(), [`pass ${KEPT}`, `pass ${ECHO}`, `pass ${STATUS}`]],
    ['is refused with another status', completed, duplicate(), [`pass ${KEPT}`, `pass ${ECHO}`, `fail ${STATUS}`]],
    [
      'is refused for another payment',
      completed,
      its({ existing_transaction_id: OTHER }),
      [`pass ${KEPT}`, `pass ${ECHO}`, `unexercised ${STATUS}`],
    ],
    ['is taken', completed, TAKEN, [`fail ${KEPT}`, `unexercised ${STATUS}`, `unexercised ${ECHO}`]],
    [
      'of a payment told to be completed',
      { status: 'processing', toldByEvent: true },
      its(),
      [`pass ${KEPT}`, `pass ${ECHO}`, `unexercised ${STATUS}`],
    ],
    [
      'of a payment that is not completed',
      { status: 'pending' },
      its(),
      [KEPT, STATUS, ECHO].map((id) => `blocked ${id}`),
    ],
  ])('%s', async ([_, settled, answer, expected]) => {
    expect(await said(settled, answer)).toEqual(expected)
  })
})

describe('the reference of a payment that is processing', () => {
  const said = (seen: boolean, ...answers: Answered[]) => {
    const fixtures = { 'processing-payment': { payment, seen }, records: new Records({}) }
    return saidBy(check('duplicate-of-processing'), { fixtures, answers, service })
  }
  const [LIVE, STATUS] = ['pay.reference.duplicate-live', 'pay.reference.existing-status']
  const its = duplicate({ existing_status: 'processing' })
  const neither = [`unexercised ${LIVE}`, `unexercised ${STATUS}`]

  test.for<[string, boolean, Answered[], string[]]>([
    ['is refused as such', true, [its, reads('processing')], [`pass ${LIVE}`, `pass ${STATUS}`]],
    ['is refused as another one', true, [duplicate(), reads('processing')], [`pass ${LIVE}`, `fail ${STATUS}`]],
    ['is refused, completed meanwhile', true, [its, reads('Completed')], [`pass ${LIVE}`, `unexercised ${STATUS}`]],
    ['is taken while it is processing', true, [TAKEN, reads('processing')], [`fail ${LIVE}`, `unexercised ${STATUS}`]],
    ['is taken, failed meanwhile', true, [TAKEN, reads('failed')], neither],
    ['is refused, pending again meanwhile', true, [its, reads('pending')], neither],
    ['was not seen to be processing', false, [], neither],
  ])('%s', async ([_, seen, answers, expected]) => {
    expect(await said(seen, ...answers)).toEqual(expected)
  })
})

describe('the reference of a live payment of another type', () => {
  const ID = 'pay.reference.duplicate-live'
  const COMPLETED = 'pay.reference.duplicate-completed'
  const said = (before: Answered, ofCard: Answered, isFree: boolean, live?: Answered) =>
    saidBy(check('duplicate-of-another-type'), {
      fixtures: {
        'card-creation': { answer: exchangeOf({ status: 201 }) },
        'duplicate-of-card': { answer: exchangeOf(ofCard), isFree, ...(live && { live: exchangeOf(live) }) },
        'duplicate-reference': exchangeOf(before),
      },
      service,
    })

  test.for<[string, Answered, Answered, boolean, string]>([
    ['is refused', duplicate(), duplicate(), false, `pass ${ID}`],
    ['is taken while the first one lives', duplicate(), TAKEN, false, `fail ${ID}`],
    ['is taken when the first one has ended', duplicate(), TAKEN, true, `unexercised ${ID}`],
    ['is refused for reasons of its own', duplicate(), { status: 400 }, false, `unexercised ${ID}`],
    ['is no matter where one of the same type is taken, too', TAKEN, TAKEN, false, `unexercised ${ID}`],
  ])('%s', async ([_, before, ofCard, isFree, expected]) => {
    expect((await said(before, ofCard, isFree)).toSorted()).toEqual([expected, `unexercised ${COMPLETED}`].toSorted())
  })

  test.for<[string, Answered, string[]]>([
    ['is refused while that lives', duplicate(), [`fail ${COMPLETED}`, `pass ${ID}`]],
    ['is taken while that lives, too', TAKEN, [`unexercised ${COMPLETED}`, `fail ${ID}`]],
  ])('is taken of a completed payment, and %s', async ([_, live, expected]) => {
    expect(await said(duplicate(), TAKEN, false, live)).toEqual(expected)
  })
})
