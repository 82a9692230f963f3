import { expect, test } from 'vitest'
import { OTHER, PAYMENT, type Told, told } from '../../../tests/made-up/payment-events.ts'
import { contextOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import { CREATE } from '../client/api.ts'
import type { CheckContext } from '../define.ts'
import { creationsOf, namesPayments, paymentEvents, unreadable, whatCame } from './deliveries.ts'

const created = (id: string, reference: string, payment?: string) =>
  exchangeOf({
    id,
    operation: CREATE,
    sent: { reference },
    ...(payment === undefined ? {} : { status: 201, answer: { data: { id: payment } } }),
  })
const exchanges = [created('own', 'r1', PAYMENT), created('lost', 'r1'), created('other', 'r2', OTHER)]

test.for<[string, Told, string[]]>([
  ['whose answer names its payment, and no other of its reference', {}, ['own']],
  ['whose answer names its payment, whatever its reference is', { reference: 'r2' }, ['own']],
  ['of its reference, where no answer names its payment', { payment: 'unknown' }, ['own', 'lost']],
  ['of its reference, where it names no payment', { payment: null, reference: 'r2' }, ['other']],
  ['of nobody, where neither is known', { payment: 'unknown', reference: 'r3' }, []],
])('behind an event stand the creations %s', ([_, event, expected]) => {
  const { t } = contextOf<CheckContext>({ exchanges, deliveries: [told({ status: 'completed', ...event })] })
  const [seen] = paymentEvents(t)
  expect(seen && creationsOf(t, seen).map(({ id }) => id)).toEqual(expected)
})

test('an event that names neither payment nor reference is that of no creation', () => {
  const nameless = told({ status: 'completed', payment: null, members: { merchant_reference: undefined } })
  const { t } = contextOf<CheckContext>({ exchanges, deliveries: [nameless] })
  const [seen] = paymentEvents(t)
  expect(seen && creationsOf(t, seen)).toEqual([])
})

test.for<[string, Told[], string]>([
  ['nothing', [], 'nothing at all'],
  ['an event of another', [{ payment: OTHER, reference: 'r2' }], 'no event of it among 1 delivery there'],
  [
    'events of others',
    [
      { payment: OTHER, reference: 'r2' },
      { payment: OTHER, reference: 'r3' },
    ],
    'no event of it among 2 deliveries there',
  ],
  [
    'other events of the payment',
    [{ status: 'processing' }, { status: 'processing' }, { payment: OTHER, status: 'failed' }],
    'only events of it with status "processing", "failed"',
  ],
])('what came in place of an event: %s', ([_, events, expected]) => {
  const inbox = { deliveries: events.map((each) => told(each)) } as unknown as Parameters<typeof whatCame>[0]
  expect(whatCame(inbox, { id: PAYMENT, reference: 'r1' })).toBe(expected)
})

test.for<[string, number | undefined, string, boolean]>([
  ['by the id of an answer', 201, PAYMENT, true],
  ['by another id than that of the answer', 201, OTHER, false],
  // What was made behind these nobody was shown.
  ['by another id, where the answer was a failure', 500, OTHER, true],
  ['by another id, where no answer came', undefined, OTHER, true],
  ['by another id, where a refusal named none', 409, OTHER, true],
])('events name a payment %s: they do so at all, or nothing is against it', ([_, status, payment, expected]) => {
  const answered = status === undefined ? {} : { status, answer: status === 201 ? { data: { id: PAYMENT } } : {} }
  const creation = exchangeOf({ operation: CREATE, sent: { reference: 'r1' }, ...answered })
  const { t } = contextOf<CheckContext>({ exchanges: [creation], deliveries: [told({ status: 'completed', payment })] })
  expect(namesPayments(t)).toBe(expected)
})

test('where one event of a reference names the payment of its answer, others tell of payments that nobody was shown', () => {
  const creation = exchangeOf({ operation: CREATE, sent: { reference: 'r1' }, status: 201, answer: { id: PAYMENT } })
  const more = ['a', 'b', 'c'].map((payment, nth) => told({ id: `d${nth}`, status: 'completed', payment }))
  const { t } = contextOf<CheckContext>({
    exchanges: [creation],
    deliveries: [told({ status: 'completed', payment: PAYMENT }), ...more],
  })
  expect(namesPayments(t)).toBe(true)
})

test('events of payments that others made say nothing of how this service names payments', () => {
  const creation = exchangeOf({ operation: CREATE, sent: { reference: 'r1' }, status: 201, answer: { id: PAYMENT } })
  const others = ['r8', 'r9'].map((reference) => told({ status: 'completed', payment: OTHER, reference }))
  const { t } = contextOf<CheckContext>({
    exchanges: [creation],
    deliveries: [told({ status: 'completed' }), ...others],
  })
  expect(namesPayments(t)).toBe(true)
})

test('a delivery is unreadable that tells of no status of the document, in whatever letters', () => {
  const statuses = ['completed', 'COMPLETED', 'paid', undefined, '']
  const deliveries = statuses.map((status, nth) => told({ id: `d${nth}`, status }))
  const inbox = { deliveries } as unknown as Parameters<typeof unreadable>[0]
  expect(unreadable(inbox).map(({ id }) => id)).toEqual(['d2', 'd3', 'd4'])
})
