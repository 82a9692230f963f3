import { expect, test } from 'vitest'
import { told } from '../../../tests/made-up/payment-events.ts'
import { deliveryOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import { paymentDimensions } from './dimensions.ts'

const completed = told({ status: 'COMPLETED' })
const creation = (sent: unknown) => exchangeOf({ sent, status: 402, answer: { error_code: 'PAYMENT_DECLINED' } })

test.for<[string, Parameters<NonNullable<typeof paymentDimensions.row>>[0], string | undefined]>([
  ['row', creation({}), 'PAYMENT_DECLINED'],
  ['row', exchangeOf({ status: 502, answer: '<html>' }), undefined],
  ['row', completed, undefined],
  ['change', completed, 'completed'],
  ['change', creation({}), undefined],
  ['delivery', completed, 'completed to webhook_url'],
  ['delivery', told({ status: 'failed', to: 'callback' }), 'failed to callback_url'],
  // Half of it is no place.
  ['delivery', told({ status: undefined, name: 'payment.completed' }), undefined],
  ['delivery', { ...completed, inbox: 'merchant default: first' }, undefined],
  ['delivery', deliveryOf('no JSON'), undefined],
  ['delivery', creation({}), undefined],
  ['kind', creation({ redirect_url: 'https://shop.example', phone: '255700000001' }), 'card'],
  ['kind', creation({ phone: '255700000001' }), 'mobile'],
  ['kind', creation({ amount: 500 }), 'qr'],
  ['kind', creation('no object'), undefined],
  ['kind', completed, undefined],
])('%s of a message %#', ([dimension, message, place]) => {
  expect(paymentDimensions[dimension]?.(message)).toBe(place)
})
