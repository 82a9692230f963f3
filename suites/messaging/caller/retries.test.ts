import { expect, test } from 'vitest'
import type { SharedContext } from '../../../kit/check/context.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { contextOf, deliveryOf } from '../../../tests/made-up/recorded.ts'
import { judgeAgain } from './retries.ts'

const request = (key?: string): Delivery => ({
  ...deliveryOf({ phone_number: '255700000001' }),
  method: 'POST',
  headers: key === undefined ? [] : [['Idempotency-Key', key]],
})

test.for<[string, Parameters<typeof judgeAgain>[1], Delivery, Delivery[], string]>([
  ['nothing is sent again', 'send', request(), [], 'pass'],
  ['a send, without a key', 'send', request(), [request()], 'fail'],
  ['a send, with its key', 'send', request('a'), [request('a')], 'pass'],
  ['a send, with another key', 'send', request('a'), [request('b')], 'fail'],
  ['a send, once with its key and once without', 'send', request('a'), [request('a'), request()], 'fail'],
  ['an app creation, without a key', 'app creation', request(), [request()], 'fail'],
  // Its recipient gets another code, of which the last one is right.
  ['an OTP resend, without a key', 'OTP resend', request(), [request()], 'warn'],
  ['an OTP resend, with its key', 'OTP resend', request('a'), [request('a')], 'pass'],
])('%s', ([_, what, first, again, expected]) => {
  const { t, said } = contextOf<SharedContext>({})
  judgeAgain(t, what, 'time-out', first, again)
  expect(said).toEqual([`${expected} msg-caller.retry.not-blind`])
})
