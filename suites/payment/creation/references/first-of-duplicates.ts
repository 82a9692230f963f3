import type { Check } from '../../../../kit/check/check.ts'
import { type Exchange, json } from '../../../../kit/http/exchange.ts'
import { show, valueAt } from '../../../../kit/match/index.ts'
import { CREATE, read } from '../../client/api.ts'
import { isShort, isShortAt } from '../../client/one-key.ts'
import { accepted, draft, mobilePayment, type Payment, submit } from '../../client/payment.ts'
import { type Records, records } from '../../client/records.ts'
import { MOST_READS, readUntil } from '../../client/rereading.ts'
import { bringAbout, processingPayment } from '../../client/settlement.ts'
import { type CheckContext, defineCheck } from '../../define.ts'
import { isDead, refused, sameReference, sameUuid } from './same-reference.ts'

/** The usual payment, which may come to be processing by itself, or one that its recipe has processing. */
type What = 'live' | 'processing'

const LIVE: readonly unknown[] = ['pending', 'processing']

/** A payment that ended may have done so by chance: so many others have to end beside one that goes on. */
const TRIALS = 2
/** For so long a refusal may have its effect before it is looked for. */
const AFTER_REFUSAL_MS = 1000
const IN_A_TRIAL = 2 + MOST_READS + 1 + MOST_READS + 1

/** A refusal that names the payment as living. */
function refusalFor(t: CheckContext, { id }: Payment): Exchange | undefined {
  return t.exchanges().find((each) => {
    const details = valueAt(json(each.response), '/details')
    return (
      each.operation === CREATE &&
      refused.test(each).ok &&
      sameUuid(id).test(valueAt(details, '/existing_transaction_id')).ok &&
      LIVE.includes(valueAt(details, '/existing_status'))
    )
  })
}

/** Where no other check has sent a duplicate one is sent here, to a payment that lives. */
async function refusedNow(t: CheckContext, found: Records, what: What, first: Payment): Promise<Exchange | undefined> {
  const before = await read(t, first.key, first.id, `is it ${what} before its duplicate?`)
  if (!LIVE.includes(found.status(before, first.id)?.toLowerCase())) return undefined
  const duplicate = await sameReference(t, first, `reference of a ${what} payment`, 'refused')
  return refused.test(duplicate).ok ? duplicate : undefined
}

async function another(t: CheckContext, found: Records, what: What, label: string): Promise<Payment> {
  const members = what === 'processing' ? (t.service.outcomes?.processing?.with ?? {}) : {}
  const sent = draft(t, { label, members })
  const payment = await accepted(t, found, sent, await submit(t, sent))
  if (what === 'processing') await bringAbout(t, payment, 'processing')
  return payment
}

interface Trial {
  readonly shows: 'ended with its duplicate' | 'nothing'
  readonly evidence: readonly Exchange[]
}

/** Two payments of one body, the older of which is left alone. */
async function trial(t: CheckContext, found: Records, what: What): Promise<Trial> {
  const control = await another(t, found, what, `${what} payment that is left alone`)
  const first = await another(t, found, what, `${what} payment with a duplicate`)
  const { key, id } = first
  const wanted = what === 'live' ? LIVE : [what]
  const isLive = (each: Exchange): boolean => wanted.includes(found.status(each, id)?.toLowerCase())
  const before = await readUntil(t, key, id, `is it ${what} before its duplicate?`, isLive)
  const duplicate = await sameReference(t, first, `reference of a ${what} payment, once more`, 'refused')
  const after = await readUntil(t, key, id, 'does its duplicate end it?', (each) => isDead(found, each, id))
  const beside = await read(t, control.key, control.id, 'does the other one go on?')
  const wasLive = isLive(before) && refused.test(duplicate).ok
  const goesOn = found.status(beside, control.id) !== undefined && !isDead(found, beside, control.id)
  return {
    shows: wasLive && isDead(found, after, id) && goesOn ? 'ended with its duplicate' : 'nothing',
    evidence: [first.creation, duplicate, after, beside],
  }
}

async function judgeFirst(t: CheckContext, found: Records, what: What, first: Payment): Promise<void> {
  const id = 'pay.error.no-effect'
  const refusal = refusalFor(t, first) ?? (await refusedNow(t, found, what, first))
  if (refusal === undefined) return t.markUnexercised(id, 'not met', `no duplicate of a ${what} payment was refused`)
  // In a whole run it was refused long ago.
  await t.pause(Math.max(0, refusal.endedAt + AFTER_REFUSAL_MS - t.clock.now()))
  const now = await read(t, first.key, first.id, 'after its duplicate was refused')
  const subject = `POST /api/v1/payments (reference of a ${what} payment)`
  const judged = { subject, expected: 'a refusal that leaves the first payment as it is' }
  if (!isDead(found, now, first.id))
    return void t.conclude(id, { ...judged, ok: true, actual: '', evidence: [refusal, now] })
  const trials: Trial[] = []
  for (let many = 0; many < TRIALS; many += 1) {
    const next = await trial(t, found, what)
    if (next.shows === 'nothing') return t.markUnexercised(id, 'not met', 'payments without a duplicate end as well')
    trials.push(next)
  }
  t.conclude(id, {
    ...judged,
    ok: false,
    actual: `${show(found.status(now, first.id))} after the refusal, and so were ${TRIALS} others, beside which payments of the same body went on`,
    evidence: [refusal, now, ...trials.flatMap(({ evidence }) => evidence)],
  })
}

export const firstOfDuplicates: readonly Check[] = [
  // States and transitions: while a payment is live creation with its reference is rejected; Errors › Retry rules: the
  // existing payment is there to be fetched. What is rejected has no effect on it.
  defineCheck({
    id: 'pay/references/duplicate-leaves-first',
    title: 'A creation that is refused for its reference does not end the payment that has it',
    covers: ['pay.error.no-effect'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [mobilePayment, processingPayment, records],
    tier: 'write',
    // The end of it may come a while after the refusal.
    phase: 'settled',
    cost: {
      requests: { live: 2 * (3 + TRIALS * IN_A_TRIAL) },
      spends: { payments: 2 * (1 + 2 * TRIALS) },
      typical: {
        requests: {},
        spends: { payments: 0 },
        at: (target, depth) => (isShortAt(target, depth) ? {} : { requests: { live: depth === 'deep' ? 2 : 1 } }),
      },
    },
    async run(t) {
      if (isShort(t.service.keys, t.depth)) t.abortUnexercised('not met', 'one live key has no requests to spare')
      const found = await t.use(records)
      await judgeFirst(t, found, 'live', await t.use(mobilePayment))
      if (t.depth !== 'deep' || !t.has('payment.outcomes.processing')) return
      const processing = await t.use(processingPayment).catch(() => undefined)
      if (processing?.seen === true) await judgeFirst(t, found, 'processing', processing.payment)
    },
  }),
]
