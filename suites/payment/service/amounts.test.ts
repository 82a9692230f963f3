import { expect, test } from 'vitest'
import { resolveTarget } from '../../../kit/target/target.ts'
import { largestAllowed, largestAmount, namedAmounts, overLimit } from './amounts.ts'
import { paymentSection } from './section.ts'

const target = (payment: object, allow: Readonly<Record<string, number>> = {}) =>
  resolveTarget(
    { payment: { baseUrl: 'http://127.0.0.1:1', ...payment }, allow },
    { sections: [paymentSection], secrets: [] },
  )

const named = {
  bodies: { mobile: { amount: 700, currency: 'TZS' }, card: { amount: 20, currency: 'USD' }, qr: { amount: '9' } },
  outcomes: { limitExceeded: { with: { amount: 9000 } }, declined: { with: { phone: '1' } } },
}

test('amounts are named by bodies and recipes, the largest first, with the currency of the mobile body', () => {
  expect(namedAmounts(target(named))).toEqual([
    { from: 'payment.outcomes.limitExceeded', amount: 9000, currency: 'TZS' },
    { from: 'payment.bodies.mobile', amount: 700, currency: 'TZS' },
    { from: 'payment.bodies.card', amount: 20, currency: 'USD' },
  ])
})

test('what checks add is added to bodies, not to recipes', () => {
  expect(namedAmounts(target(named), 100).map(({ amount }) => amount)).toEqual([9000, 800, 120])
})

test.each([
  ['the limit of the file, whatever it names', named, { amount: 50 }, 50],
  ['the largest that it names', named, {}, 9000],
  ['the least payment, where it names none', {}, {}, 500],
])('at most %s', (_, payment, allow, most) => {
  expect(largestAllowed(target(payment, allow), 0)).toBe(most)
})

const all = () => true

test('the largest that is asked for is one that is named and allowed, with what checks add where that is allowed as well', () => {
  expect(largestAmount(target(named), 100, all)).toMatchObject({ amount: 9000, from: 'payment.outcomes.limitExceeded' })
  expect(largestAmount(target(named, { amount: 1000 }), 100, all)).toMatchObject({
    amount: 800,
    from: 'payment.bodies.mobile',
  })
  expect(largestAmount(target(named, { amount: 750 }), 100, all)).toMatchObject({ amount: 700 })
  expect(largestAmount(target(named, { amount: 10 }), 100, all)).toBeUndefined()
  const isBody = (claim: string) => claim.startsWith('payment.bodies.')
  expect(largestAmount(target(named), 100, isBody)).toMatchObject({ amount: 800 })
})

test('what names more than the file allows is not used, and the line that allows it is told', () => {
  const claim = 'payment.outcomes.limitExceeded'
  expect(overLimit(target(named, { amount: 750 }), claim)).toEqual({
    reason: `the amount 9000 of ${claim} is larger than any that the target file allows`,
    line: 'allow.amount: 9000   # in place of 750',
  })
  expect(overLimit(target(named, { amount: 750 }), 'payment.bodies.mobile')).toBeUndefined()
  expect(overLimit(target(named, { amount: 50 }), 'payment.bodies.mobile')?.line).toBe(
    'allow.amount: 700   # in place of 50',
  )
  expect(overLimit(target(named), claim)).toBeUndefined()
})
