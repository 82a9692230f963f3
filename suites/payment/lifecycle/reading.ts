import type { Check } from '../../../kit/check/check.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { all, leaves, type Matcher, matcher, no, ok, show, status } from '../../../kit/match/index.ts'
import { otherLiveKey } from '../client/api.ts'
import { mobilePayment } from '../client/payment.ts'
import { mentions } from '../client/records.ts'
import { readThere } from '../client/rereading.ts'
import { defineCheck, defineFixture } from '../define.ts'

/** The first read of the payment that most checks look at, by its owner; unjudged. */
export const firstRead = defineFixture({
  name: 'first-read',
  needs: ['payment.keys.live', 'payment.bodies.mobile'],
  uses: [mobilePayment],
  tier: 'read',
  cost: { requests: { live: 5 }, typical: { requests: { live: 1 } } },
  make: async (t) => {
    const payment = await t.use(mobilePayment)
    return readThere(t, payment.key, payment.id, 'mobile payment')
  },
})

/** An answer that names the id anywhere. */
export function naming(id: string): Matcher<Exchange> {
  return matcher(`the id ${id} in the body`, (exchange) =>
    mentions(exchange, id) ? ok : no(`${exchange.response?.status ?? 'nothing'} without that id`),
  )
}

const REFERENCE = /\/(merchant_)?reference$/i

/** Where a merchant reference is shown, it is this one. A service may have a reference of its own beside it. */
export function referenceIfShown(reference: string): Matcher<Exchange> {
  return matcher(`reference ${reference} where one is shown`, (exchange) => {
    const shown = leaves(json(exchange.response)).filter(({ value }) => typeof value === 'string')
    if (shown.some(({ value }) => value === reference)) return ok
    const other = shown.find(({ pointer }) => REFERENCE.test(pointer))
    return other === undefined ? ok : no(`${other.pointer.slice(1).replaceAll('/', '.')} ${show(other.value)}`)
  })
}

export const reading: readonly Check[] = [
  // Endpoints: GET by id answers with the payment. Which 2xx it is and how the body is shaped is left open.
  defineCheck({
    id: 'pay/reading/payment',
    title: 'A payment is read by its id, with whichever key of its merchant',
    covers: ['pay.read.payment'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [mobilePayment, firstRead],
    tier: 'write',
    cost: { requests: { live: 5 }, typical: { requests: { live: 1 } } },
    run: async (t) => {
      const { id, reference, key } = await t.use(mobilePayment)
      const shown = all(status('2xx'), naming(id), referenceIfShown(reference))
      t.judge('pay.read.payment', await t.use(firstRead), shown)
      // The payment is the merchant's, and not the key's.
      const other = otherLiveKey(t, key)
      if (other !== undefined)
        t.judge('pay.read.payment', await readThere(t, other, id, 'another key of the merchant'), shown)
    },
  }),
]
