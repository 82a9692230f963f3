import { expect, test } from 'vitest'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { deliveryOf, type Received, saidBy } from '../../../tests/made-up/recorded.ts'
import { keyFor } from './creation.ts'
import { requestChecks } from './requests.ts'

const rule = requestChecks.find(({ id }) => id === 'pay-caller/requests/every')
const SEED = { seed: 1 }
const RIGHT = `Bearer ${keyFor(SEED, 'one')}`

const request = (authorization: string | undefined, below: string, more: Received = {}): Delivery => ({
  ...deliveryOf(undefined, { inbox: 'pay-caller/one', ...more }),
  method: 'POST',
  below,
  headers: authorization === undefined ? [] : [['Authorization', authorization]],
})

async function saidOf(delivery: Delivery): Promise<string[]> {
  const said = await saidBy(rule, { deliveries: [delivery], context: SEED })
  return said.map((each) => each.replace('pay-caller.request.', ''))
}

const CREATION = '/api/v1/payments'
const NOTHING = ['unexercised bearer', 'unexercised path']

test.for<[string, Delivery, string[]]>([
  ['the key, to a listed endpoint', request(RIGHT, CREATION), ['pass bearer', 'pass path']],
  ['another key', request('Bearer sk_1', CREATION), ['fail bearer', 'pass path']],
  ['another scheme', request(RIGHT.replace('Bearer', 'Basic'), CREATION), ['fail bearer', 'pass path']],
  ['no key', request(undefined, CREATION), ['fail bearer', 'pass path']],
  ['an endpoint that is not listed', request(RIGHT, '/payments'), ['pass bearer', 'fail path']],
  // Nothing of these is known to be what the client meant to send there.
  ['a request that broke off', request(undefined, '/', { aborted: true }), NOTHING],
  ['a request that was cut', request(undefined, '/', { truncated: true }), NOTHING],
  ['a request to another inbox', request(undefined, '/', { inbox: 'pay/p: webhook_url' }), NOTHING],
])('%s', async ([_, delivery, expected]) => {
  expect(await saidOf(delivery)).toEqual(expected)
})
