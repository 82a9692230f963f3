import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { all, show, status } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { freshKey, LONGEST } from '../client/bodies.ts'
import { controlCreation } from '../client/control.ts'
import { sendDefective } from '../client/defect.ts'
import { type Draft, draft, mobilePayment, submit, type Wanted } from '../client/payment.ts'
import { type Records, records } from '../client/records.ts'
import { refusal } from '../client/refusal.ts'
import {
  type CheckContext,
  defineCheck,
  defineFixture,
  type FixtureContext,
  lineFor,
  type RequirementId,
} from '../define.ts'
import { shows } from '../idempotency/idempotency.ts'
import { MOST, replayed } from '../idempotency/replaying.ts'
import { isBilling } from '../service/card-needs.ts'
import { judgeOfKind } from './unshown-fields.ts'

const cardNeeds = ['payment.keys.live', 'payment.bodies.card'] as const

/** Resources: the one type that the document shows. */
const MOBILE = 'mobile'

const NAMED = { card: 'card', qr: 'QR' } as const

/** A payment is of a kind by its type alone: what has that of a mobile payment is one, and owes nothing that others owe. */
function assertOwnType(t: FixtureContext, kind: 'card' | 'qr'): void {
  const { mobile, [kind]: own } = t.service.bodies ?? {}
  const type = own?.type
  if (type === undefined || type !== (mobile?.type ?? MOBILE)) return
  t.abortUnexercised(
    'not claimed',
    `payment.bodies.${kind} has the type of a mobile payment, ${show(type)}: a ${NAMED[kind]} payment is told by its type`,
    lineFor(`payment.bodies.${kind}`),
  )
}

/**
 * A creation of this kind, its answer unjudged. One with what has mobile payments complete is told of by events as every
 * other is; where that is not taken, one of the body as it is. What becomes of it is up to whoever uses it: its label, which
 * its receivers are called by, too, says what was sent.
 */
const creationOf = (kind: 'card' | 'qr', label: string) =>
  defineFixture({
    name: `${kind}-creation`,
    needs: ['payment.keys.live', `payment.bodies.${kind}`],
    cost: {
      requests: { live: 3 },
      spends: { payments: 3 },
      typical: { requests: { live: 1 }, spends: { payments: 1 } },
    },
    make: async (t): Promise<CreationOfKind> => {
      assertOwnType(t, kind)
      const members = t.service.outcomes?.completed?.with
      // The longest key is a key as every other is.
      if (members !== undefined) {
        const wanted = { label: `${label} with the values of outcomes.completed`, kind, members }
        const completing = await sentWith(t, wanted, freshKey(t, LONGEST))
        if (isTaken(completing)) return { ...completing, longest: completing.answer }
      }
      const longest = await sentWith(t, { label, kind }, freshKey(t, LONGEST))
      if (isTaken(longest)) return { ...longest, longest: longest.answer }
      // Whether it was refused for its key a short one tells.
      return { ...(await sentWith(t, { label, kind })), longest: longest.answer }
    },
  })

/** A creation, and what it was answered. */
interface Sent {
  readonly sent: Draft
  readonly answer: Exchange
}

export interface CreationOfKind extends Sent {
  /** The answer to the one with a key of 255 characters: that one, or one before it, which was refused. */
  readonly longest: Exchange
}

async function sentWith(t: FixtureContext, wanted: Wanted, idempotencyKey?: string): Promise<Sent> {
  const sent = draft(t, { ...wanted, ...(idempotencyKey !== undefined && { idempotencyKey }) })
  return { sent, answer: await submit(t, sent) }
}

const isTaken = ({ answer }: Sent): boolean => status('2xx').test(answer).ok

export const cardCreation = creationOf('card', 'card payment')
export const qrCreation = creationOf('qr', 'QR payment')

// Errors › Payments: missing card fields are named by PAYMENT_FAILED; the rows on fields fit them as well.
async function judgeWithout(t: CheckContext, id: RequirementId, label: string, members: JsonObject): Promise<void> {
  controlCreation(t, (await t.use(cardCreation)).answer, 'card')
  const answer = await sendDefective(t, { label, kind: 'card', members })
  t.judge(id, answer, refusal(['400 PAYMENT_FAILED'], ['400 VALIDATION_ERROR', '400 INVALID_REQUEST']))
}

/** A retry of a creation, byte for byte. */
function judgeReplay(t: CheckContext, found: Records, first: Exchange, again: Exchange): void {
  t.judge('pay.idempotency.replay-status', again, status(200))
  const id = found.id(first)
  if (id === undefined)
    t.markUnexercised('pay.idempotency.replay-same-payment', 'not met', 'the answer to the creation shows no id')
  else t.judge('pay.idempotency.replay-same-payment', again, all(status('2xx'), shows(id, found)))
}

/** Takes the billing address out of a body, whose name the document does not show; undefined where none is found. */
function withoutBilling(body: JsonObject): JsonObject | undefined {
  const out: JsonObject = Object.fromEntries(
    Object.keys(body)
      .filter(isBilling)
      .map((name) => [name, undefined]),
  )
  const { customer } = body
  if (typeof customer === 'object' && customer !== null) {
    const inner = Object.keys(customer).filter(isBilling)
    if (inner.length > 0) out.customer = Object.fromEntries(inner.map((name) => [name, undefined]))
  }
  return Object.keys(out).length === 0 ? undefined : out
}

const without = (name: string, covers: RequirementId, title: string, members: JsonObject): Check =>
  defineCheck({
    id: `pay/validation/card-${name}`,
    title,
    covers: [covers],
    needs: cardNeeds,
    uses: [cardCreation],
    tier: 'write',
    yields: true,
    cost: { requests: { live: 1 }, spends: { payments: 1 }, typical: { spends: { payments: 0 } } },
    run: (t) => judgeWithout(t, covers, `card without ${Object.keys(members).join(', ')}`, members),
  })

export const card: readonly Check[] = [
  // What the service does: card payments can be created.
  defineCheck({
    id: 'pay/card/accepted',
    title: 'A valid card payment is accepted',
    covers: ['pay.create.card'],
    needs: cardNeeds,
    uses: [cardCreation],
    tier: 'write',
    run: async (t) => judgeOfKind(t, 'pay.create.card', (await t.use(cardCreation)).answer),
  }),

  // What the service does: dynamic QR payments can be created.
  defineCheck({
    id: 'pay/qr/accepted',
    title: 'A valid QR payment is accepted',
    covers: ['pay.create.qr'],
    needs: ['payment.keys.live', 'payment.bodies.qr'],
    uses: [qrCreation],
    tier: 'write',
    run: async (t) => judgeOfKind(t, 'pay.create.qr', (await t.use(qrCreation)).answer),
  }),

  // Errors › Retry rules: they speak of payments, of whichever type. A card payment may be created by other hands.
  defineCheck({
    id: 'pay/idempotency/card',
    title: 'A card payment takes an Idempotency-Key as well, and a retry with it answers 200 with that payment',
    covers: ['pay.idempotency.replay-status', 'pay.idempotency.replay-same-payment', 'pay.idempotency.key-required'],
    needs: cardNeeds,
    uses: [cardCreation, mobilePayment, records],
    tier: 'write',
    yields: true,
    cost: {
      requests: { live: 1 + MOST.requests },
      spends: { payments: 1 + MOST.payments },
      typical: { requests: { live: 2 }, spends: { payments: 0 } },
    },
    async run(t) {
      // It settles which of several UUIDs in an answer is the id.
      await t.use(mobilePayment)
      const found = await t.use(records)
      const { sent, answer: first } = await t.use(cardCreation)
      t.control(first, status('2xx'))
      const without = await sendDefective(t, {
        label: 'card without Idempotency-Key',
        kind: 'card',
        idempotencyKey: 'none',
      })
      t.judge('pay.idempotency.key-required', without, refusal(['400 IDEMPOTENCY_KEY_REQUIRED']))
      const again = await replayed(t, { ...sent, id: found.id(first) }, 'replay of a card payment')
      judgeReplay(t, found, first, again)
    },
  }),

  defineCheck({
    id: 'pay/idempotency/qr',
    title: 'A retry with the Idempotency-Key of a QR payment answers 200 with that payment',
    covers: ['pay.idempotency.replay-status', 'pay.idempotency.replay-same-payment'],
    needs: ['payment.keys.live', 'payment.bodies.qr'],
    uses: [qrCreation, mobilePayment, records],
    tier: 'write',
    yields: true,
    cost: {
      requests: { live: MOST.requests },
      spends: { payments: MOST.payments },
      typical: { requests: { live: 1 }, spends: { payments: 0 } },
    },
    async run(t) {
      await t.use(mobilePayment).catch(() => undefined)
      const found = await t.use(records)
      const { sent, answer: first } = await t.use(qrCreation)
      t.control(first, status('2xx'))
      const again = await replayed(t, { ...sent, id: found.id(first) }, 'replay of a QR payment')
      judgeReplay(t, found, first, again)
    },
  }),

  without('redirect-url', 'pay.card.redirect-url-required', 'A card payment without redirect_url is refused', {
    redirect_url: undefined,
  }),
  without('cancel-url', 'pay.card.cancel-url-required', 'A card payment without cancel_url is refused', {
    cancel_url: undefined,
  }),

  // Resources › Payment create request: card payments need a billing address as well.
  defineCheck({
    id: 'pay/validation/card-billing',
    title: 'A card payment without a billing address is refused',
    covers: ['pay.card.billing-required'],
    needs: cardNeeds,
    uses: [cardCreation],
    tier: 'write',
    yields: true,
    cost: { requests: { live: 1 }, spends: { payments: 1 }, typical: { spends: { payments: 0 } } },
    run: async (t) => {
      await t.use(cardCreation)
      const members = withoutBilling(t.service.bodies?.card ?? {})
      if (members !== undefined)
        return judgeWithout(t, 'pay.card.billing-required', 'card without billing address', members)
      t.markUnexercised(
        'pay.card.billing-required',
        'not claimed',
        'no member of the card body is named after billing or address',
        lineFor('payment.bodies.card'),
      )
    },
  }),
]
