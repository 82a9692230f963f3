import type { Check } from '../../../../kit/check/check.ts'
import { subjectOf } from '../../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import { type Exchange, json } from '../../../../kit/http/exchange.ts'
import { cameBack, isUuidText, show, status, valueAt } from '../../../../kit/match/index.ts'
import { paymentStatuses } from '../../../../specs/payment/statuses.ts'
import { READ } from '../../client/api.ts'
import { isLong } from '../../client/payment.ts'
import { type Records, records } from '../../client/records.ts'
import { lagMs } from '../../client/rereading.ts'
import { type CheckContext, defineCheck } from '../../define.ts'
import { creations, creationsByReference } from '../../webhooks/deliveries.ts'
import { refused } from './same-reference.ts'

const ENDS = ['failed', 'expired', 'cancelled'] as const
const reuseAfter = (end: (typeof ENDS)[number]) => `pay.reference.reuse-after-${end}` as const

const referenceOf = ({ request }: Exchange): unknown => valueAt(json(request), '/reference')

/** Beside another creation with its reference nobody knows which of them came first. */
function isAlone(t: CheckContext, each: Exchange): boolean {
  const reference = referenceOf(each)
  if (typeof reference !== 'string') return false
  return creationsByReference(t, reference).every(
    (other) => other === each || other.endedAt <= each.sentAt || each.endedAt <= other.sentAt,
  )
}

const readsById = (t: CheckContext, id: string): readonly Exchange[] =>
  t
    .exchanges()
    .filter(({ operation, request }) => operation === READ && request.url.toLowerCase().endsWith(id.toLowerCase()))

/** The reads of a payment by its id, with the key of the creation that was told of it, in the order of their answers. */
const readsOf = (t: CheckContext, { key }: Exchange, id: string): readonly Exchange[] =>
  readsById(t, id)
    .filter((each) => each.key === key)
    .toSorted((a, b) => a.endedAt - b.endedAt)

/**
 * Whether nothing was there by which a reference was refused: reads came to nothing for longer than any of them lags
 * behind. What is undone after a refusal may stand in the way for a moment, and not when the reference is sent again.
 */
function isNowhere(t: CheckContext, refusal: Exchange, reads: readonly Exchange[]): boolean {
  const lag = lagMs(t.target)
  const last = reads.at(-1)
  const missing = reads.length > 0 && reads.every((each) => each.response?.status === 404)
  if (!missing || last === undefined || last.endedAt < refusal.endedAt + lag) return false
  const before = creationsByReference(t, String(referenceOf(refusal))).filter((each) => refused.test(each).ok)
  return before.some((each) => each.endedAt + lag <= refusal.sentAt)
}

/**
 * The ids of all payments that have a reference, where it is known what came of each creation with it and one of them
 * reads. One that was neither taken nor refused as a duplicate may have left a payment that nobody was told of.
 */
function knownPayments(t: CheckContext, found: Records, refusal: Exchange): readonly string[] {
  const others = creationsByReference(t, String(referenceOf(refusal))).filter((each) => !refused.test(each).ok)
  const ids = others.map((each) => (status('2xx').test(each).ok ? found.id(each)?.toLowerCase() : undefined))
  const known = ids.filter((id) => id !== undefined)
  const reads = known.some((id) => readsById(t, id).some((each) => status('2xx').test(each).ok))
  return reads && known.length === ids.length ? [...new Set(known)] : []
}

const existingIn = ({ response }: Exchange): string =>
  String(valueAt(json(response), '/details/existing_transaction_id')).toLowerCase()

/**
 * Long references are of the run's own making, no two the same, and differ at their end: whoever keeps the beginning
 * alone takes the second for the first.
 */
function judgeLongReferences(t: CheckContext): void {
  const distinct = new Tally(t, 'pay.reference.distinct', 'another reference than each that was sent before')
  for (const each of creations(t)) {
    const reference = String(referenceOf(each))
    if (!isLong(reference)) continue
    if (status('2xx').test(each).ok) distinct.agree([each])
    else if (refused.test(each).ok && creationsByReference(t, reference).length === 1)
      distinct.contradict({ subject: subjectOf(each), actual: cameBack(each), evidence: [each] })
  }
  distinct.close('no creation with a long reference was taken')
}

// Errors › Payments: a live payment with this reference exists; details has existing_transaction_id, existing_status,
// reference. Whichever creation met it.
const namedPayments = defineCheck({
  id: 'pay/references/named-payments',
  title:
    'every DUPLICATE_REFERENCE of a creation that was not sent beside another names a payment that is there, its status and the reference',
  covers: [
    'pay.reference.existing-transaction-id',
    'pay.reference.existing-status',
    'pay.reference.echo',
    'pay.reference.distinct',
    ...ENDS.map(reuseAfter),
  ],
  needs: ['payment'],
  uses: [records],
  phase: 'rules',
  observes: ['payment.keys.live', 'payment.bodies.mobile', 'allow.payments'],
  run: async (t) => {
    const found = await t.use(records)
    const named = new Tally(t, 'pay.reference.existing-transaction-id', 'existing_transaction_id of the live payment')
    const told = new Tally(t, 'pay.reference.existing-status', 'existing_status, one of the six statuses')
    const echo = new Tally(t, 'pay.reference.echo', 'the reference that was sent')
    const free = ENDS.map((end) => ({ end, tally: new Tally(t, reuseAfter(end), `a reference that is free again`) }))
    const refusals = creations(t).filter((one) => refused.test(one).ok && isAlone(t, one))
    // Whether a transaction has the id of its payment is not shown: where refusals name payments by it they are held to it.
    const isById = refusals.some((each) => knownPayments(t, found, each).includes(existingIn(each)))
    for (const each of refusals) {
      const details = valueAt(json(each.response), '/details')
      const subject = subjectOf(each)
      const [id, now, reference] = ['existing_transaction_id', 'existing_status', 'reference'].map((member) =>
        valueAt(details, `/${member}`),
      )
      const reads = isUuidText(id) ? readsOf(t, each, id) : []
      const known = isById ? knownPayments(t, found, each) : []
      if (!isUuidText(id)) named.contradict({ subject, actual: show(id), evidence: [each] })
      else if (known.length > 0 && !known.includes(id.toLowerCase())) {
        const actual = `${id}, while the reference is that of ${known.join(' and ')}`
        named.contradict({ subject, actual, evidence: [each, ...creationsByReference(t, String(referenceOf(each)))] })
      } else if (!isNowhere(t, each, reads)) named.agree([each])
      else {
        const actual = `${id}, which reads ${cameBack(reads.at(-1) ?? each)}`
        named.contradict({ subject, actual, evidence: [each, ...reads.slice(-1)] })
      }
      const isKnown = (paymentStatuses as readonly unknown[]).includes(now)
      if (isKnown) told.agree([each])
      else told.contradict({ subject, actual: show(now), evidence: [each] })
      if (reference === referenceOf(each)) echo.agree([each])
      else echo.contradict({ subject, actual: show(reference), evidence: [each] })
      for (const { end, tally } of free) {
        const dead = reads.filter((read) => status('2xx').test(read).ok && found.status(read, String(id)) === end)
        if (now !== end || dead.length === 0) continue
        const actual = `${cameBack(each)} with existing_status ${end}, as the payment reads`
        tally.contradict({ subject, actual, evidence: [each, ...dead.slice(-1)] })
      }
    }
    judgeLongReferences(t)
    const nothing = 'no creation was answered with DUPLICATE_REFERENCE in this run'
    for (const tally of [named, told, echo]) tally.close(nothing)
    for (const { end, tally } of free) tally.close(`no reference was refused for a payment that is ${end}`)
  },
})

export const referenceRules: readonly Check[] = [namedPayments]
