import type { Check } from '../../../kit/check/check.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { all, leaves, type Matcher, matcher, no, noted, ok, show, status } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { otherLiveKey } from '../client/api.ts'
import { ofSameMerchant } from '../client/merchants.ts'
import { unlessShort } from '../client/one-key.ts'
import { mobilePayment } from '../client/payment.ts'
import { mentions, Records } from '../client/records.ts'
import { readThere } from '../client/rereading.ts'
import { type CheckContext, defineCheck, defineFixture } from '../define.ts'

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

/** Hundredths are a usual way to write an amount. */
const WRITTEN_IN: readonly number[] = [1, 100]
/** A phone is told apart by its last digits, whatever stands for the country. */
const OWN_DIGITS = 8

/**
 * Where an answer shows the amount, the currency or the phone beside the id of the payment, they are those of its
 * creation. Bodies are not shown, so any usual writing will do, and so does an amount that is shown anywhere.
 */
export function asCreated(id: string, body: JsonObject): Matcher<Exchange> {
  return matcher('the amount, currency and phone of its creation where they are shown', (exchange) => {
    const all = leaves(json(exchange.response))
    const homes = all
      .filter(({ value }) => String(value).toLowerCase() === id.toLowerCase())
      .map(({ pointer }) => parent(pointer))
    const beside = (name: RegExp) =>
      all.find(
        ({ pointer }) => homes.includes(parent(pointer)) && name.test(pointer.slice(pointer.lastIndexOf('/') + 1)),
      )
    const wrong = [
      differs(
        beside(/^amount$/i)?.value,
        (shown) =>
          typeof body.amount === 'number' &&
          !isAmount(shown, body.amount) &&
          !all.some(({ value }) => isAmount(value, body.amount)),
      ),
      differs(
        beside(/^currency$/i)?.value,
        (shown) => /^[a-z]{3}$/i.test(shown) && shown.toLowerCase() !== String(body.currency).toLowerCase(),
      ),
      differs(
        beside(/^(?:phone|phone_number|msisdn)$/i)?.value,
        (shown) =>
          isNumberOf(shown) && isNumberOf(String(body.phone)) && ownDigits(shown) !== ownDigits(String(body.phone)),
      ),
    ].filter((each) => each !== undefined)
    return wrong.length === 0
      ? ok
      : no(
          `${wrong.map((each) => show(each)).join(' and ')} for ${show({ amount: body.amount, currency: body.currency, phone: body.phone })}`,
        )
  })
}

const parent = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'))
/** A fraction of a unit may be rounded either way: how many decimals an amount keeps is not shown. */
export const isAmount = (shown: unknown, sent: unknown, writtenIn: readonly number[] = WRITTEN_IN): boolean =>
  typeof sent === 'number' &&
  writtenIn.some((times) =>
    Number.isInteger(sent) ? Number(shown) === sent * times : Math.abs(Number(shown) - sent * times) < times,
  )
const isNumberOf = (text: string): boolean => /^\+?\d{8,15}$/.test(text)
const ownDigits = (phone: string): string => phone.slice(-OWN_DIGITS)

/** The value that is shown, where it is another one. */
function differs(shown: unknown, isOther: (text: string) => boolean): unknown {
  if ((typeof shown !== 'string' && typeof shown !== 'number') || shown === '') return undefined
  return isOther(String(shown)) ? shown : undefined
}

/** What is expected of the first read of a payment; an id that is none may be the mistake of the target file. */
export function firstReadOf(t: CheckContext, id: string, expected: Matcher<Exchange>): Matcher<Exchange> {
  const slip = new Records(t.service.record ?? {}).slipOfId(id)
  return slip === undefined ? expected : noted(expected, slip, (answer) => status('4xx').test(answer).ok)
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
    cost: { requests: { live: 5 }, typical: { requests: { live: 0 }, at: unlessShort(1) } },
    run: async (t) => {
      const { id, reference, key, body } = await t.use(mobilePayment)
      const shown = all(status('2xx'), naming(id), referenceIfShown(reference), asCreated(id, body))
      t.judge('pay.read.payment', await t.use(firstRead), firstReadOf(t, id, shown), {
        kind: 'mobile',
      })
      // The payment is the merchant's, and not the key's.
      const other = otherLiveKey(t, key)
      if (other === undefined) return
      const answer = await readThere(t, other, id, 'another key of the merchant')
      t.judge('pay.read.payment', answer, ofSameMerchant(other, key, shown, status(404)), { kind: 'mobile' })
    },
  }),
]
