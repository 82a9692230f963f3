import type { Check } from '../../../../kit/check/check.ts'
import { subjectOf } from '../../../../kit/check/verdicts/subject.ts'
import { type Exchange, json } from '../../../../kit/http/exchange.ts'
import {
  cameBack,
  isUuidText,
  type Matcher,
  matcher,
  member,
  no,
  ok,
  oneOf,
  status,
  valueAt,
} from '../../../../kit/match/index.ts'
import type { JsonObject } from '../../../../kit/target/file/parts.ts'
import { liveStatuses } from '../../../../specs/payment/statuses.ts'
import { judgeAccepted, validCreation } from '../../client/acceptance.ts'
import { create } from '../../client/api.ts'
import { type BodyKind, freshKey, validBody } from '../../client/bodies.ts'
import { controlCreation } from '../../client/control.ts'
import { isShort, unlessShort } from '../../client/one-key.ts'
import { type Draft, draft, type Payment } from '../../client/payment.ts'
import { records } from '../../client/records.ts'
import { refusal } from '../../client/refusal.ts'
import { MOST_READS, readNamed, readUntil } from '../../client/rereading.ts'
import { settledControl, settledPayments } from '../../client/settlement.ts'
import { type CheckContext, defineCheck, defineFixture, type FixtureContext } from '../../define.ts'
import { declinedCreation } from '../../lifecycle/outcomes.ts'
import { leavesNothing } from '../refusals/refusal-effects.ts'
import { isDead, refused, sameReference, sameUuid, usual } from './same-reference.ts'

/** Anything but a refusal for the reference: the other reasons of a deployment are its own. */
const reused: Matcher<Exchange> = matcher('2xx, the reference being free again', (exchange) =>
  status('2xx').test(exchange).ok ? ok : no(cameBack(exchange)),
)

/** The reference of a payment that ended without success is free. */
function reuse(outcome: 'failed' | 'expired' | 'cancelled'): Check {
  const fixture = settledPayments[outcome]
  const id = `pay.reference.reuse-after-${outcome}` as const
  return defineCheck({
    id: `pay/references/reuse-after-${outcome}`,
    title: `The reference of a payment that is ${outcome} can be used again`,
    covers: outcome === 'failed' ? [id, ...SECOND_LIFE] : [id],
    needs: fixture.needs,
    uses: [fixture, records],
    tier: 'write',
    cost: {
      requests: { live: outcome === 'failed' ? 3 : 1 },
      spends: { payments: outcome === 'failed' ? 2 : 1 },
      typical: { requests: { live: outcome === 'failed' ? 2 : 1 }, spends: { payments: 1 } },
    },
    async run(t) {
      const settled = await t.use(fixture)
      settledControl(t, settled, outcome)
      const label = `reference of a payment that is ${outcome}`
      const answer = await sameReference(t, settled.payment, label, 'new', { body: usual(t, settled.payment) })
      // Only a refusal for the reference contradicts; the recipe's values may bring the same outcome about at once.
      if (!status('2xx').test(answer).ok && !refused.test(answer).ok && answer.response?.status === 402) {
        if (outcome === 'failed') skipSecondLife(t, SECOND_LIFE, 'the reference was not taken again')
        t.conclude(id, {
          ok: true,
          subject: 'POST /api/v1/payments',
          expected: reused.expected,
          actual: '',
          note: 'declined, not refused for its reference',
          evidence: [answer],
        })
        return
      }
      const again = t.judge(id, answer, reused)
      if (outcome !== 'failed') return
      if (again) await judgeSecondLife(t, settled.payment, answer)
      else skipSecondLife(t, SECOND_LIFE, 'the reference was not taken again')
    },
  })
}

/** What is judged of a reference that a dead and a live payment have. */
const SECOND_LIFE = [
  'pay.reference.duplicate-live',
  'pay.reference.existing-transaction-id',
  'pay.reference.existing-status',
] as const

function skipSecondLife(t: CheckContext, ids: readonly (typeof SECOND_LIFE)[number][], why: string): void {
  for (const id of ids) t.markUnexercised(id, 'not met', why)
}

/** A reference that is used again is taken again: the dead payment beside the live one does not free it. */
async function judgeSecondLife(t: CheckContext, first: Payment, second: Exchange): Promise<void> {
  const [duplicateLive, ...details] = SECOND_LIFE
  const found = await t.use(records)
  const label = 'reference of a failed and of a live payment'
  const third = await sameReference(t, first, label, 'refused', { body: usual(t, first) })
  const id = found.id(second)
  if (status('2xx').test(third).ok) {
    const now =
      id === undefined
        ? undefined
        : await readUntil(t, first.key, id, 'is the second payment alive?', (each) => isDead(found, each, id))
    if (now === undefined || isDead(found, now, id) || !status('2xx').test(now).ok)
      t.markUnexercised(
        duplicateLive,
        'not met',
        'the payment that had taken the reference again was not seen to be alive',
      )
    else t.judge(duplicateLive, third, refused)
    return skipSecondLife(t, details, 'the reference was taken a third time')
  }
  if (!t.judge(duplicateLive, third, refused)) return skipSecondLife(t, details, 'it was not refused as a duplicate')
  // Of the two payments with the reference it is the live one that is named.
  if (id === undefined)
    t.markUnexercised(
      'pay.reference.existing-transaction-id',
      'not met',
      'the answer to the second creation shows no id',
    )
  else t.judge('pay.reference.existing-transaction-id', third, member('/details/existing_transaction_id', sameUuid(id)))
  t.judge('pay.reference.existing-status', third, member('/details/existing_status', oneOf(liveStatuses)))
}

/** Of the creations that checks had refused anyway, one that the upstream or else the validation refused. */
const REFUSED_BY = ['insufficientFunds', 'invalidDetails', 'unclassified', 'limitExceeded'] as const

/** The others: whatever refuses a creation leaves its reference free. */
const ALSO_REFUSED_BY = ['riskBlocked', 'screeningBlocked', ...REFUSED_BY] as const

export interface Refusal {
  readonly sent: Pick<Draft, 'key' | 'reference'> & { readonly kind?: BodyKind }
  readonly answer: Exchange
}

async function refusedWith(t: FixtureContext, members: JsonObject): Promise<Refusal> {
  const sent = draft(t, { label: 'creation that is refused', members })
  const { label, key: as, body, idempotencyKey } = sent
  return { sent, answer: await create(t, { label, as, body, idempotencyKey, expects: 'refused' }) }
}

/** A creation that was refused, and so made no payment. */
const refusedCreation = defineFixture({
  name: 'refused-creation',
  needs: ['payment.keys.live', 'payment.bodies.mobile'],
  uses: [validCreation],
  cost: { requests: { live: 1 }, spends: { payments: 1 }, typical: { spends: { payments: 0 } } },
  make: async (t) => {
    controlCreation(t, await t.use(validCreation))
    const isClaimed = (each: (typeof ALSO_REFUSED_BY)[number]) => t.service.outcomes?.[each]?.with !== undefined
    // Where this is the only one it is blocked in turn: that is tried as well where there are others.
    const turns = [
      REFUSED_BY.find(isClaimed),
      ...(isShort(t.service.keys, t.depth) && isClaimed('riskBlocked') ? (['riskBlocked'] as const) : []),
    ]
    const claimed = turns[t.seed % turns.length]
    return refusedWith(t, claimed === undefined ? { amount: 0 } : (t.service.outcomes?.[claimed]?.with ?? {}))
  },
})

/** One that was refused for another reason, which the seed decides; undefined where requests are short. */
async function refusedOtherwise(t: CheckContext): Promise<Refusal | undefined> {
  if (isShort(t.service.keys, t.depth)) return undefined
  const { outcomes = {} } = t.service
  const first = REFUSED_BY.find((each) => outcomes[each]?.with !== undefined)
  const others = ALSO_REFUSED_BY.filter((each) => each !== first).map((each) => outcomes[each]?.with)
  const values: readonly (JsonObject | undefined)[] = [
    { currency: 'XTS' },
    ...others.filter((each) => each !== undefined),
  ]
  return refusedWith(t, values[Math.floor(t.random() * values.length)] ?? {})
}

/** A valid creation with the reference of another one, under a key of its own. */
const createAgain = (
  t: CheckContext,
  { key: as, reference, kind = 'mobile' }: Refusal['sent'],
  label: string,
): Promise<Exchange> =>
  create(t, { label, as, body: validBody(t, kind, { reference }), idempotencyKey: freshKey(t), expects: 'new' })

/** Creates another payment with the reference of a creation that was refused: what that has left stands in its way. */
export async function judgeFree(t: CheckContext, { sent, answer: first }: Refusal): Promise<void> {
  let answer = await createAgain(t, sent, 'reference of a refused creation')
  if (!refused.test(answer).ok) return judgeTakenAgain(t, answer)
  let { existing, alive } = await inTheWay(t, sent, answer)
  if (existing?.response?.status === 404) {
    // What was undone meanwhile stands in the way no longer.
    answer = await createAgain(t, sent, 'reference of a refused creation, once more')
    if (!refused.test(answer).ok) return judgeTakenAgain(t, answer)
    ;({ existing, alive } = await inTheWay(t, sent, answer))
  }
  if (alive && leavesNothing(first)) await judgeLeft(t, sent.key, first, answer)
  else t.markUnexercised(NO_EFFECT, 'not met', 'no live payment of a creation that was refused unseen was met')
  t.conclude('pay.reference.free-after-refusal', {
    ok: alive,
    subject: subjectOf(answer),
    expected: 'no DUPLICATE_REFERENCE, there being no live payment',
    actual:
      existing === undefined ? cameBack(answer) : `${cameBack(answer)}, and its payment reads ${cameBack(existing)}`,
    evidence: [first, answer, ...(existing === undefined ? [] : [existing])],
  })
}

const NO_EFFECT = 'pay.error.no-effect'

function judgeTakenAgain(t: CheckContext, answer: Exchange): void {
  judgeAccepted(t, 'pay.reference.free-after-refusal', answer)
  // Whoever refuses no reference twice would not name what is in its way.
  t.markUnexercised(NO_EFFECT, 'not met', 'no reference led to a payment that the refused creation had left')
}

/** A live payment that a refusal has left, also after as long as anything takes to be undone. */
async function judgeLeft(t: CheckContext, key: Draft['key'], first: Exchange, taken: Exchange): Promise<void> {
  const id = String(valueAt(json(taken.response), '/details/existing_transaction_id'))
  const found = await t.use(records)
  const isGone = (each: Exchange): boolean => isDead(found, each, id) || each.response?.status === 404
  const last = await readUntil(t, key, id, 'is it there still?', isGone)
  const now = found.status(last, id)
  if (!isGone(last) && (!status('2xx').test(last).ok || now === undefined))
    return t.markUnexercised(NO_EFFECT, 'not met', `what became of the payment was not seen: ${cameBack(last)}`)
  t.conclude(NO_EFFECT, {
    ok: isGone(last),
    subject: subjectOf(first),
    expected: 'no live payment of a creation that was refused',
    actual: `${cameBack(first)}, and the payment ${id} with its reference is ${now}`,
    evidence: [first, taken, last],
  })
}

/** Whether a refusal leaves a record is open: a live payment that can be read may stand in the way. */
async function inTheWay(t: CheckContext, { key }: Refusal['sent'], answer: Exchange) {
  const id = valueAt(json(answer.response), '/details/existing_transaction_id')
  const existing = isUuidText(id) ? await readNamed(t, key, id, 'is it there?') : undefined
  const alive = existing !== undefined && status('2xx').test(existing).ok && !isDead(await t.use(records), existing, id)
  return { existing, alive }
}

const isRefused = ({ response }: Exchange): boolean =>
  response !== undefined && response.status >= 400 && response.status < 500

/** Before anything is live. */
export const unusedReferences: readonly Check[] = [
  // Resources: the reference is unique among live payments. What was refused has none, unless it is shown to.
  defineCheck({
    id: 'pay/references/free-after-refusal',
    title: 'The reference of a creation that was refused is free',
    covers: ['pay.reference.free-after-refusal', 'pay.error.no-effect'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [refusedCreation, records],
    tier: 'write',
    cost: {
      requests: { live: 7 + 2 * MOST_READS },
      spends: { payments: 5 },
      typical: { requests: { live: 1 }, spends: { payments: 2 }, at: unlessShort(3) },
    },
    async run(t) {
      const refusal = await t.use(refusedCreation)
      if (!isRefused(refusal.answer))
        t.abortUnexercised('not met', `the creation was not refused: ${cameBack(refusal.answer)}`)
      await judgeFree(t, refusal)
      const other = await refusedOtherwise(t)
      if (other !== undefined && isRefused(other.answer)) await judgeFree(t, other)
    },
  }),

  // States and transitions: a declined payment is failed, so its reference is free.
  defineCheck({
    id: 'pay/references/reuse-after-declined',
    title: 'The reference of a payment that was declined can be used again',
    covers: ['pay.reference.reuse-after-declined'],
    needs: declinedCreation.needs,
    uses: [declinedCreation],
    tier: 'write',
    cost: { requests: { live: 1 }, spends: { payments: 1 } },
    async run(t) {
      const { sent, answer } = await t.use(declinedCreation)
      t.control(answer, refusal(['402 PAYMENT_DECLINED']))
      const again = await createAgain(t, sent, 'reference of a declined payment')
      judgeAccepted(t, 'pay.reference.reuse-after-declined', again)
    },
  }),
]

/** After an end without success. */
export const endedReferences: readonly Check[] = [reuse('failed'), reuse('expired'), reuse('cancelled')]
