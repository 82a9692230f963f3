import { expect, test } from 'vitest'
import { OTHER, PAYMENT, type Told, told } from '../../../tests/made-up/payment-events.ts'
import { contextOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import { CREATE } from '../client/api.ts'
import type { CheckContext } from '../define.ts'
import { creationsOf, paymentEvents } from './deliveries.ts'

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
