import type { Check } from '../../../kit/check/check.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { isUuidText, status, valueAt } from '../../../kit/match/index.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { CREATE, keyOf, merchantOf } from '../client/api.ts'
import { COMPLETED_PAYMENT } from '../client/observed.ts'
import { type Records, records } from '../client/records.ts'
import { refusal } from '../client/refusal.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import {
  chargeable,
  creations,
  creationsByReference,
  namedIn,
  namesPayments,
  paymentEvents,
} from '../webhooks/deliveries.ts'
import { isDealtWith, LOST } from './idempotency.ts'
import { ONE_KEY, ONE_REFERENCE } from './races.ts'

const referenceOf = ({ request }: Exchange): unknown => valueAt(json(request), '/reference')

const isUpstreamOut = ({ response }: Exchange): boolean =>
  valueAt(json(response), '/error_code') === 'PROVIDER_UNAVAILABLE'

const isDuplicate = (answer: Exchange): boolean => refusal(['409 DUPLICATE_REFERENCE']).test(answer).ok

/** Creations under one key of one merchant, those apart whose events are judged by a rule of their own. */
function storiesOf(t: CheckContext): readonly (readonly Exchange[])[] {
  const stories = new Map<string, Exchange[]>()
  for (const each of creations(t)) {
    if (each.key === '' || keyOf(each) === '') continue
    const name = `${merchantOf(each)} ${keyOf(each)}`
    const story = stories.get(name)
    if (story === undefined) stories.set(name, [each])
    else story.push(each)
  }
  return [...stories.values()].filter((story) => !story.some((each) => each.label === LOST || isUpstreamOut(each)))
}

/**
 * What events tell of the references of these requests, until a creation under another key had one and was not refused for
 * it. One that was refused may have been executed all the same: beside such what came to URLs of these requests is theirs.
 */
function toldOf(t: CheckContext, story: readonly Exchange[]): readonly ReturnType<typeof chargeable>[] {
  const references = new Set(story.map(referenceOf).filter((each) => typeof each === 'string'))
  return [...references].map((reference) => {
    const others = creationsByReference(t, reference).filter((each) => !story.includes(each))
    const taken = others.filter((each) => !isDuplicate(each))
    const isOwn = ({ inbox }: Delivery): boolean =>
      others.length === 0 || namedIn(t, inbox, [CREATE]).some((each) => story.includes(each))
    return chargeable(t, reference, Math.min(...taken.map(({ sentAt }) => sentAt)), isOwn)
  })
}

/** Deliveries that are shown, those first that each tell of another payment. */
const SHOWN = 5

function onePerPayment(deliveries: readonly Delivery[]): readonly Delivery[] {
  const firsts = new Map(deliveries.toReversed().map((each) => [String(valueAt(each.json, '/transaction_id')), each]))
  const first = new Set(deliveries.filter((each) => [...firsts.values()].includes(each)))
  return [...first, ...deliveries.filter((each) => !first.has(each))].slice(0, SHOWN)
}

/** Creations that are shown, those among them whose answers each name another payment. */
const CREATIONS = 3

function onePerAnswer(story: readonly Exchange[], found: Records): readonly Exchange[] {
  const firsts = new Map(story.toReversed().map((each) => [found.id(each)?.toLowerCase(), each]))
  const first = [...firsts.values()]
  const others = story.filter((each) => !first.includes(each))
  const shown = [...first.toReversed(), ...others].slice(0, Math.max(CREATIONS, first.length))
  return story.filter((each) => shown.includes(each))
}

// Errors › Retry rules: no duplicate charge occurs. An answer may show the original while another payment goes on.
const ofKeys = defineCheck({
  id: 'pay/idempotency/one-payment-per-key',
  title: 'Events of creations under one key tell of one payment, whatever they were answered',
  covers: ['pay.idempotency.no-second-payment', 'pay.idempotency.concurrent-one-payment'],
  needs: ['payment.keys.live', 'payment.bodies.mobile', 'webhooks'],
  uses: [records],
  phase: 'rules',
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const found = await t.use(records)
    const several = new Tally(t, 'pay.idempotency.no-second-payment', 'one payment')
    const together = new Tally(t, 'pay.idempotency.concurrent-one-payment', 'one payment')
    for (const story of namesPayments(t) ? storiesOf(t) : []) {
      if (story.length < 2) continue
      const told = toldOf(t, story)
      const deliveries = told.flatMap((each) => each.told)
      if (deliveries.length === 0) continue
      const first = story.find((each) => status('2xx').test(each).ok)
      const original = first === undefined ? undefined : found.id(first)?.toLowerCase()
      const ids = new Set([...told.flatMap((each) => [...each.ids]), ...(original === undefined ? [] : [original])])
      const slip = original === undefined ? undefined : found.slipOfId(original)
      const tally = story.some(({ label }) => label.startsWith(ONE_KEY)) ? together : several
      const evidence = [...onePerAnswer(story, found), ...onePerPayment(deliveries)]
      if (ids.size < 2) {
        // What came to nobody could make no second one.
        if (story.filter(isDealtWith).length > 1) tally.agree(evidence)
      } else
        tally.contradict({
          subject: `the events of ${story.length} creations with one key`,
          actual: `${ids.size} payments: ${[...ids].join(', ')}`,
          ...(slip === undefined ? {} : { note: slip }),
          evidence,
        })
    }
    several.close('no event told of creations that shared a key, of which more than one was answered')
    together.close('no event told of simultaneous creations with one key, of which more than one was answered')
  },
})

// Resources: the reference is unique among live payments. A completed payment is live for good: two of them lived together.
const ofReferences = defineCheck({
  id: 'pay/references/one-live-told',
  title: 'Events of simultaneous creations with one reference tell of one completed payment',
  covers: ['pay.reference.concurrent-one-live'],
  needs: ['payment.keys.live', 'payment.bodies.mobile', 'webhooks'],
  phase: 'rules',
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const tally = new Tally(t, 'pay.reference.concurrent-one-live', 'one completed payment')
    const raced = creations(t).filter(({ label }) => label.startsWith(ONE_REFERENCE))
    for (const reference of namesPayments(t) ? new Set(raced.map(referenceOf)) : []) {
      const own = raced.filter((each) => referenceOf(each) === reference)
      const told = paymentEvents(t).filter((each) => each.reference === reference && each.status === 'completed')
      const ids = new Set(told.map(({ transactionId }) => transactionId).filter(isUuidText))
      if (ids.size === 0) continue
      const evidence = [...own, ...told.map((each) => each.delivery)]
      if (ids.size === 1) {
        if (own.filter(isDealtWith).length > 1) tally.agree(evidence)
      } else
        tally.contradict({
          subject: `the events of the reference ${reference}`,
          actual: `${ids.size} completed payments: ${[...ids].join(', ')}`,
          evidence,
        })
    }
    tally.close(
      'no event told of the completion of simultaneous creations with one reference, of which more than one was answered',
    )
  },
})

export const onePayment: readonly Check[] = [ofKeys, ofReferences]
