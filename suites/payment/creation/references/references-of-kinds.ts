import type { Check } from '../../../../kit/check/check.ts'
import { orNothing } from '../../../../kit/check/signals.ts'
import { subjectOf } from '../../../../kit/check/verdicts/subject.ts'
import type { Exchange } from '../../../../kit/http/exchange.ts'
import { cameBack, status } from '../../../../kit/match/index.ts'
import { create, read } from '../../client/api.ts'
import { type BodyKind, freshKey, validBody } from '../../client/bodies.ts'
import { draft, type Payment } from '../../client/payment.ts'
import { sendRefused } from '../../client/recipes.ts'
import { records } from '../../client/records.ts'
import { refusal } from '../../client/refusal.ts'
import { MOST_READS } from '../../client/rereading.ts'
import { bringProcessing, settle } from '../../client/settlement.ts'
import { type CheckContext, defineCheck } from '../../define.ts'
import { creationsByReference } from '../../webhooks/deliveries.ts'
import { cardCreation, qrCreation } from '../card.ts'
import { completedKinds, kindsOfRecipes, type OtherKind } from '../completed-kinds.ts'
import { alternating, cellsOf, hasTurn, NO_TURN, type Turn, typically } from '../kind-turns.ts'
import { inTurn } from '../refusals/turns.ts'
import { sampleOf } from '../refusals/wrong-members.ts'
import { duplicate } from './references.ts'
import { refused, sameReference } from './same-reference.ts'

/** The cells of the kinds for which recipes hold; stops where there are none. */
async function cellsOfKinds<T>(
  t: CheckContext,
  turn: Turn,
  all: (kind: OtherKind) => readonly T[],
): Promise<readonly T[]> {
  if (!hasTurn(t, turn)) t.abortUnexercised('not met', NO_TURN)
  const kinds = await kindsOfRecipes(t)
  if (kinds.length === 0)
    t.abortUnexercised(
      'not met',
      'no card or QR payment with the values of outcomes.completed was completed when it was read',
    )
  const cells = alternating(kinds.map(all))
  return cells.length === 0 ? [] : inTurn(t, cells, cellsOf(t.target))
}

interface LiveCell {
  readonly kind: OtherKind
  readonly state: 'completed' | 'processing'
}

/** A payment of the kind that is in this state; undefined where it could not be brought about. */
async function paymentIn(t: CheckContext, { kind, state }: LiveCell): Promise<Payment | undefined> {
  if (state === 'completed') return t.use(completedKinds[kind])
  const brought = await bringProcessing(t, { label: `processing ${kind} payment`, kind }).catch(orNothing)
  return brought?.seen === true ? brought.payment : undefined
}

const idOf = ({ state }: LiveCell) => `pay.reference.duplicate-${state === 'completed' ? 'completed' : 'live'}` as const

/** States and transitions: a payment of any kind keeps its reference while it lives. */
async function judgeLive(t: CheckContext, cell: LiveCell): Promise<void> {
  const id = idOf(cell)
  const first = await paymentIn(t, cell)
  if (first === undefined)
    return t.markUnexercised(id, 'not met', `no ${cell.kind} payment was seen to be ${cell.state}`)
  // Resources: unique among the live payments of the merchant, be they of one kind or of several.
  for (const second of sampleOf(t, ['mobile', cell.kind] as const, 1)) await judgeSecond(t, cell, first, second)
}

async function judgeSecond(t: CheckContext, cell: LiveCell, first: Payment, second: BodyKind): Promise<void> {
  const id = idOf(cell)
  const label = `reference of a ${cell.kind} payment that is ${cell.state}${second === 'mobile' ? '' : `, by a ${second} payment`}`
  const { reference } = first
  const answer = await sameReference(t, first, label, 'refused', { body: validBody(t, second, { reference }) })
  if (!refused.test(answer).ok && !status('2xx').test(answer).ok)
    return t.markUnexercised(id, 'not met', `it came to ${cameBack(answer)}`)
  const found = await t.use(records)
  const after = await read(t, first.key, first.id, `is the ${cell.kind} payment ${cell.state} still?`)
  const now = found.status(after, first.id)?.toLowerCase()
  if (now !== 'completed' && now !== cell.state)
    return t.markUnexercised(id, 'not met', `the ${cell.kind} payment was ${now ?? 'in an unknown status'} by then`)
  t.judge(id, answer, refused)
}

const ENDS = ['failed', 'expired', 'cancelled', 'declined'] as const
type End = (typeof ENDS)[number]

interface EndCell {
  readonly kind: OtherKind
  readonly end: End
}

/** A payment that ended so, as far as its reference goes. */
interface Ended extends Pick<Payment, 'key' | 'reference'> {
  readonly shows: Exchange
}

async function endedOf(t: CheckContext, { kind, end }: EndCell): Promise<Ended | undefined> {
  const label = `${end} ${kind} payment`
  if (end === 'declined') {
    const sent = draft(t, { label, kind, members: t.service.outcomes?.declined?.with ?? {} })
    const shows = await sendRefused(t, sent)
    return refusal(['402 PAYMENT_DECLINED']).test(shows).ok ? { ...sent, shows } : undefined
  }
  const settled = await settle(t, end, { label, kind }).catch(orNothing)
  const isOfKind = settled?.payment.body.type === t.service.bodies?.[kind]?.type
  return settled !== undefined && isOfKind && settled.status === end
    ? { ...settled.payment, shows: settled.read }
    : undefined
}

/** Resources: a reference may be used again after a payment with it has ended without success. */
async function judgeEnded(t: CheckContext, cell: EndCell): Promise<void> {
  const id = `pay.reference.reuse-after-${cell.end}` as const
  const { kind, end } = cell
  const ended = await endedOf(t, cell)
  if (ended === undefined)
    return t.markUnexercised(id, 'not met', `payment.outcomes.${end} brought no ${kind} payment to its end`)
  // How a creation is written is asked once more where that was refused: by then the first payment may have left the reference.
  const made = creationsByReference(t, ended.reference).filter((each) => status('2xx').test(each).ok)
  if (made.length > (end === 'declined' ? 0 : 1))
    return t.markUnexercised(id, 'not met', 'another creation of the run has taken the reference already')
  const answer = await create(t, {
    label: `reference of a ${kind} payment that is ${end}`,
    as: ended.key,
    body: validBody(t, kind, { reference: ended.reference }),
    idempotencyKey: freshKey(t),
    expects: 'new',
  })
  const isTaken = status('2xx').test(answer).ok
  // The other reasons to refuse it are the deployment's own.
  if (!isTaken && answer.response?.status !== 409)
    return t.markUnexercised(id, 'not met', `it came to ${cameBack(answer)}`)
  t.conclude(id, {
    ok: isTaken,
    subject: subjectOf(answer),
    expected: '2xx, the reference being free again',
    actual: cameBack(answer),
    evidence: [ended.shows, answer],
  })
}

const LIVE = ['pay.reference.duplicate-live', 'pay.reference.duplicate-completed'] as const
const ENDED = [
  'pay.reference.reuse-after-failed',
  'pay.reference.reuse-after-expired',
  'pay.reference.reuse-after-cancelled',
  'pay.reference.reuse-after-declined',
] as const

const OTHER_CELLS = 'the seed of this run chose others'

export const referencesOfKinds: readonly Check[] = [
  // States and transitions: while a payment with it is pending, processing or completed, creation is rejected.
  defineCheck({
    id: 'pay/references/duplicate-of-kinds',
    title:
      'A payment with the reference of a live card or QR payment is refused, be it mobile or of the same kind, however far that has come',
    covers: LIVE,
    judgedWith: { 'pay.reference.duplicate-live': ['payment.outcomes.processing'] },
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.outcomes.completed'],
    needsAnyOf: [['payment.bodies.card', 'payment.bodies.qr']],
    uses: [cardCreation, qrCreation, completedKinds.card, completedKinds.qr, duplicate, records],
    tier: 'write',
    phase: 'settled',
    cost: {
      requests: { live: 28 },
      spends: { payments: 12 },
      typical: { requests: {}, spends: { payments: 0 }, isSample: true, at: typically(4, 3, 1) },
    },
    async run(t) {
      const cells = await cellsOfKinds(t, 'duplicates', (kind): readonly LiveCell[] => [
        { kind, state: kind === 'card' || !t.has('payment.outcomes.processing') ? 'completed' : 'processing' },
        ...(t.has('payment.outcomes.processing')
          ? [{ kind, state: kind === 'card' ? ('processing' as const) : ('completed' as const) }]
          : []),
      ])
      if (!refused.test(await t.use(duplicate)).ok)
        t.abortUnexercised(
          'not met',
          'the reference of a payment of the same type was not refused as it is to be, either',
        )
      for (const cell of cells) await judgeLive(t, cell)
      for (const id of LIVE) t.markUnexercised(id, 'not met', OTHER_CELLS)
    },
  }),

  // Resources: a reference may be reused after a payment with it is failed, cancelled or expired.
  defineCheck({
    id: 'pay/references/reuse-of-kinds',
    title: 'The reference of a card or QR payment that ended without success can be used again',
    covers: ENDED,
    judgedWith: Object.fromEntries(
      ENDS.map((end) => [`pay.reference.reuse-after-${end}`, [`payment.outcomes.${end}`]]),
    ),
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.outcomes.completed'],
    needsAnyOf: [['payment.bodies.card', 'payment.bodies.qr']],
    uses: [cardCreation, qrCreation, completedKinds.card, completedKinds.qr, records],
    tier: 'write',
    phase: 'settled',
    cost: {
      requests: { live: 8 * (4 + MOST_READS) },
      spends: { payments: 24 },
      typical: {
        requests: {},
        spends: { payments: 0 },
        deepSpends: { payments: 16 },
        isSample: true,
        at: typically(8, 4, 2),
      },
    },
    async run(t) {
      const cells = await cellsOfKinds(t, 'reuse', (kind) =>
        ENDS.filter((end) => t.has(`payment.outcomes.${end}`)).map((end): EndCell => ({ kind, end })),
      )
      await Promise.all(cells.map((cell) => judgeEnded(t, cell)))
      for (const id of ENDED) t.markUnexercised(id, 'not met', OTHER_CELLS)
    },
  }),
]
