import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { show, valueAt } from '../../../kit/match/index.ts'
import { autopsy, KEY_READINGS } from '../../../kit/signature/autopsy.ts'
import { verifyTimestamped } from '../../../kit/signature/signature.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { isSignature, isWellFormed, signatureForm } from '../../shared/signature-form.ts'
import { signingSecretsOfOthers } from '../../shared/signing-secrets.ts'
import { CREATE } from '../client/api.ts'
import { COMPLETED_PAYMENT } from '../client/observed.ts'
import { type CheckContext, defineRule, lineFor, type RequirementId } from '../define.ts'
import { attempts, creationsById, namedIn, paymentDeliveries } from './deliveries.ts'

const NOTHING = 'no event of a payment whose signature can be read and held against its time was seen in this run'
/** Unix seconds have ten digits from 2001 to 2286. */
const SECONDS = /^\d{10}$/
const TOLERANCE_SECONDS = 300
/** Explaining a digest that differs takes some thousand others: enough for every failure that is told. */
const EXPLAINED = 5

const values = ({ headers }: Delivery, name: string): string[] =>
  headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value)

const signatures = (delivery: Delivery): string[] => values(delivery, 'X-Pay-Signature')
const timestamps = (delivery: Delivery): string[] => values(delivery, 'X-Pay-Timestamp')

/** The value of a header that stands there once. */
const only = ([value, ...others]: readonly string[]): string | undefined => (others.length === 0 ? value : undefined)

// Events › Headers: X-Pay-Signature `sha256=<hex>`, X-Pay-Timestamp in Unix seconds.
const headers = defineRule({
  id: 'pay/signatures/headers',
  title: 'every attempt carries one signature and one timestamp in seconds',
  covers: [
    'pay.signature.header',
    'pay.signature.timestamp',
    'pay.signature.timestamp-current',
    'pay.signature.lower-case',
  ],
  needs: ['payment', 'webhooks'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const form = new Tally(t, 'pay.signature.header', 'one header X-Pay-Signature: sha256= and 64 hex digits')
    const stamp = new Tally(t, 'pay.signature.timestamp', 'one header X-Pay-Timestamp in Unix seconds: 10 digits')
    const current = new Tally(
      t,
      'pay.signature.timestamp-current',
      `an X-Pay-Timestamp within ${TOLERANCE_SECONDS} s of arrival`,
    )
    const lower = new Tally(t, 'pay.signature.lower-case', 'lower-case hex digits')
    for (const delivery of paymentDeliveries(t)) {
      const subject = subjectOf(delivery)
      const evidence = [delivery]
      const lines = signatures(delivery)
      const look = () => signatureForm(lines)
      const shape = lines.length === 0 ? look() : t.attest('pay.signature.header', delivery.id, look)
      if (isWellFormed(shape)) {
        form.agree(evidence)
        if (t.attest('pay.signature.lower-case', delivery.id, look) === 'upper-case')
          lower.contradict({ subject, actual: 'upper-case hex digits', evidence })
        else lower.agree(evidence)
      } else if (lines.length > 0 || mayExpect(t, delivery)) {
        form.contradict({ subject, actual: shape, evidence })
      }
      const seconds = only(timestamps(delivery))
      if (seconds !== undefined && SECONDS.test(seconds)) {
        stamp.agree(evidence)
        const away = Math.round(Number(seconds) - delivery.arrivedAt / 1000)
        if (Math.abs(away) <= TOLERANCE_SECONDS) current.agree(evidence)
        else
          current.contradict({
            subject,
            actual: `one ${span(away)} ${away < 0 ? 'before' : 'after'} arrival`,
            note: 'the clock of the target may be wrong',
            evidence,
          })
      } else if (timestamps(delivery).length > 0 || mayExpect(t, delivery)) {
        const actual =
          timestamps(delivery)
            .map((value) => show(value))
            .join(' and ') || 'no such header'
        const note = /^\d{13}$/.test(seconds ?? '') ? 'that many digits are milliseconds' : undefined
        stamp.contradict({ subject, actual, evidence, ...(note === undefined ? {} : { note }) })
      }
    }
    for (const tally of [form, stamp, current, lower]) tally.close(NOTHING)
    observe(t)
  },
})

/**
 * What a delivery carries while no key is set is open: without a key in the target file a missing header says nothing,
 * nor does it where the merchant is another than the one whose key that is.
 */
const mayExpect = (t: CheckContext, delivery: Delivery): boolean => t.has('payment.signingKey') && isOwn(t, delivery)

/** Whether a delivery is signed with the key of the target file: every merchant has dashboard settings of its own. */
function isOwn(t: CheckContext, delivery: Delivery): boolean {
  const id = valueAt(delivery.json, '/transaction_id')
  const byId = typeof id === 'string' ? creationsById(t, id) : []
  const creations = byId.length > 0 ? byId : namedIn(t, delivery.inbox, [CREATE])
  return creations.every(({ key }) => key === '' || key.startsWith('live['))
}

/** Minutes where seconds would differ from one delivery to the next. */
const span = (seconds: number): string =>
  Math.abs(seconds) < 600 ? `${Math.abs(seconds)} s` : `${Math.round(Math.abs(seconds) / 60)} min`

function observe(t: CheckContext): void {
  const deliveries = paymentDeliveries(t)
  const bare = deliveries.filter((delivery) => signatures(delivery).length === 0)
  if (!t.has('payment.signingKey') && bare.length > 0)
    t.observe('pay.open.signature-without-key', 'no X-Pay-Signature', bare.slice(0, 3))
  const retried = attempts(t).find((group) => group.deliveries.length > 1)?.deliveries ?? []
  const [first, second] = retried
  if (first === undefined || second === undefined || second.arrivedMono - first.arrivedMono < 1500) return
  const [before, after] = [only(timestamps(first)), only(timestamps(second))]
  if (before === undefined || after === undefined) return
  const renewed = before !== after
  t.observe(
    'pay.open.delivery-timestamp-renewal',
    renewed ? 'renewed for another attempt' : 'kept for another attempt',
    [first, second],
  )
}

// Events › Signature: HMAC-SHA256 of timestamp, dot and raw body, keyed with the signing key. How the key is read is open.
const verifies = defineRule({
  id: 'pay/signatures/verifies',
  title: 'every attempt is signed over timestamp, dot and raw body',
  covers: ['pay.signature.verifies'],
  needs: ['payment', 'webhooks'],
  observes: COMPLETED_PAYMENT,
  judgedWith: { 'pay.signature.verifies': ['payment.signingKey'] },
  run: async (t) => {
    const id: RequirementId = 'pay.signature.verifies'
    const key = t.service.signingKey
    if (key === undefined || key === '') {
      t.markUnexercised(id, 'not claimed', 'the target file names no signing key', lineFor('payment.signingKey'))
      return
    }
    const tally = new Tally(t, id, 'the HMAC-SHA256 of timestamp, dot and raw body under the signing key')
    const deliveries = paymentDeliveries(t)
    let unexplained = 0
    const right: Delivery[] = []
    const wrong: { readonly delivery: Delivery; readonly seen: Explained }[] = []
    for (const delivery of deliveries) {
      const signature = only(signatures(delivery))
      const timestamp = only(timestamps(delivery))
      const missing = signatures(delivery).length === 0 ? 'no X-Pay-Signature' : 'no X-Pay-Timestamp'
      const own = isOwn(t, delivery)
      if (signatures(delivery).length === 0 || timestamps(delivery).length === 0) {
        if (own) tally.contradict({ subject: subjectOf(delivery), actual: missing, evidence: [delivery] })
        continue
      }
      if (timestamp === undefined || timestamp === '') continue
      const isTold = own && unexplained < EXPLAINED
      const seen = t.attest(id, delivery.id, (): Seen => {
        // What has not the form of one signature is judged as such.
        if (!isSignature(signature)) return { ok: null }
        if (verifyTimestamped(key, signature, timestamp, delivery.body).ok) return { ok: true }
        return { ok: false, ...(isTold ? explained(t, key, delivery) : NOT_LOOKED_INTO) }
      })
      if (seen.ok === null) continue
      if (seen.ok) {
        right.push(delivery)
        tally.agree([delivery])
        continue
      }
      if (!own) continue
      if (seen.actual === UNEXPLAINED.actual) unexplained += 1
      if (seen.reading !== undefined) t.observe('pay.open.signing-key-encoding', seen.reading, [delivery])
      wrong.push({ delivery, seen })
    }
    const isRepeated = (each: Delivery): boolean =>
      attempts(t).some(({ deliveries: [first, ...more] }) => first !== each && more.includes(each))
    const isOfRepeats =
      right.length > 0 && !right.some(isRepeated) && wrong.every(({ delivery }) => isRepeated(delivery))
    const note = isOfRepeats ? { note: 'first attempts verify, and those that follow them do not' } : {}
    for (const { delivery, seen } of wrong)
      tally.contradict({
        subject: subjectOf(delivery),
        actual: seen.actual,
        soft: seen.soft,
        evidence: [delivery],
        ...note,
      })
    tally.close(NOTHING)
  },
})

/** What became of a signature under the key: null where there is none in the form that is shown. */
type Seen = { readonly ok: true } | { readonly ok: null } | ({ readonly ok: false } & Explained)

/** Why a digest differs, and the reading of the key by which it does not, where the document leaves that open. */
type Explained = { readonly actual: string; readonly soft: boolean; readonly reading?: string | undefined }

const UNEXPLAINED: Explained = {
  actual:
    'a digest that neither this key nor a usual mistake makes; payment.signingKey may be another than the service has',
  soft: false,
}

/** After so many that nothing explains the next would take as long to look at. */
const NOT_LOOKED_INTO: Explained = { actual: 'another digest, whose cause was not looked for', soft: false }

function explained(t: CheckContext, key: string, delivery: Delivery): Explained {
  const timestamp = only(timestamps(delivery))
  const deliveryId = only(values(delivery, 'X-Pay-Delivery-ID'))
  const group = attempts(t).find(({ deliveries }) => deliveries.includes(delivery))?.deliveries ?? []
  const previous = group.slice(0, group.indexOf(delivery)).map((each) => {
    const stamp = only(timestamps(each))
    return { body: each.body, ...(stamp === undefined ? {} : { timestamp: stamp }) }
  })
  const found = autopsy({
    scheme: 'timestamped',
    key,
    signature: only(signatures(delivery)) ?? '',
    body: delivery.body,
    otherSecrets: otherSecrets(t),
    previous,
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(deliveryId === undefined ? {} : { deliveryId }),
  })
  if (found === undefined) return UNEXPLAINED
  const open = found.parts.every((part) => KEY_READINGS.has(part) || part === 'upper-case')
  return { actual: `another digest. ${found.sentence}`, soft: open, reading: open ? found.recipe : undefined }
}

/** Secrets of the target that could have been taken for the signing key, by the name the target file gives them. */
function otherSecrets({ service, target }: CheckContext): Record<string, string> {
  const { live = [], ...single } = service.keys ?? {}
  return {
    ...Object.fromEntries(live.map((value, index) => [`payment.keys.live[${index}]`, value])),
    ...Object.fromEntries(Object.entries(single).map(([name, value]) => [`payment.keys.${name}`, value])),
    ...signingSecretsOfOthers(target, 'payment'),
  }
}

export const signatureRules: readonly Check[] = [headers, verifies]
