import type { Depth } from '../../../kit/check/depth.ts'
import type { Amounts } from '../../../kit/check/order/cost.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { status } from '../../../kit/match/index.ts'
import type { Target } from '../../../kit/target/target.ts'
import { read } from '../client/api.ts'
import { isAmple, isShort, isShortAt } from '../client/one-key.ts'
import { type Draft, draft, type Payment, submit } from '../client/payment.ts'
import { type Records, records } from '../client/records.ts'
import { isTerminal } from '../client/settlement.ts'
import { type CheckContext, defineFixture, type FixtureContext } from '../define.ts'
import { cardCreation, qrCreation } from './card.ts'

/** The kinds of payment beside mobile ones. */
export type OtherKind = 'card' | 'qr'
export const OTHER_KINDS: readonly OtherKind[] = ['card', 'qr']

/** One that was taken; undefined where there is none. */
export const creationOfKind = async (t: FixtureContext, kind: OtherKind) => {
  if (!t.has(`payment.bodies.${kind}`)) return undefined
  const made = await t.use(kind === 'card' ? cardCreation : qrCreation).catch(() => undefined)
  return made !== undefined && status('2xx').test(made.answer).ok ? made : undefined
}

/** The payment that an answer to a creation shows; undefined where it shows no id. */
function paymentOf(found: Records, { label: _, kind: __, ...sent }: Draft, answer: Exchange): Payment | undefined {
  const id = found.id(answer)
  return id === undefined ? undefined : { ...sent, id, creation: answer }
}

interface Looked {
  readonly payment: Payment
  readonly status: string | undefined
}

/** The payment of a kind that was made with the values of outcomes.completed, and its status now. */
export async function withCompletedValues(t: FixtureContext, kind: OtherKind): Promise<Looked | undefined> {
  const made = await creationOfKind(t, kind)
  if (made === undefined || t.service.outcomes?.completed?.with === undefined) return undefined
  const found = await t.use(records)
  const payment = paymentOf(found, made.sent, made.answer)
  return payment === undefined ? undefined : { payment, status: await statusNow(t, kind, payment) }
}

async function statusNow(t: FixtureContext, kind: OtherKind, { key, id }: Payment): Promise<string | undefined> {
  const now = await read(t, key, id, `is the ${kind} payment completed?`)
  return (await t.use(records)).status(now, id)?.toLowerCase()
}

/** Pauses before the reads of a further payment, s on the clock of the documents. */
const PAUSES = [1, 2, 4]

/** Another one of these values, where the first was ended by others. */
async function anotherOf(t: FixtureContext, kind: OtherKind): Promise<Payment | undefined> {
  const sent = draft(t, {
    label: `${kind} payment, completed`,
    kind,
    members: t.service.outcomes?.completed?.with ?? {},
  })
  const payment = paymentOf(await t.use(records), sent, await submit(t, sent))
  if (payment === undefined) return undefined
  for (const seconds of PAUSES) {
    await t.pause(t.clock.scaled(seconds))
    const now = await statusNow(t, kind, payment)
    if (now === 'completed') return payment
    if (isTerminal(now)) break
  }
  return undefined
}

/** A payment of this kind that the values of outcomes.completed have had completed, as a read shows; undefined otherwise. */
const completedOf = (kind: OtherKind) =>
  defineFixture({
    name: `completed-${kind}`,
    needs: ['payment.keys.live', `payment.bodies.${kind}`, 'payment.outcomes.completed'],
    uses: [cardCreation, qrCreation, records],
    cost: {
      requests: { live: 2 + PAUSES.length },
      spends: { payments: 1 },
      typical: {
        requests: {},
        spends: { payments: 0 },
        at: (target, depth) => (depth === 'deep' || isAmple(target) ? { requests: { live: 1 } } : {}),
      },
    },
    make: async (t): Promise<Payment | undefined> => {
      const first = await withCompletedValues(t, kind)
      if (first?.status === 'completed') return first.payment
      return isTerminal(first?.status) ? anotherOf(t, kind) : undefined
    },
  })

export const completedKinds = { card: completedOf('card'), qr: completedOf('qr') } as const

/**
 * The kinds for which recipes hold: a recipe need not know of every kind, and whoever has a card payment completed by the
 * values of a recipe reads the values of the others as well.
 */
export async function kindsOfRecipes(t: FixtureContext): Promise<readonly OtherKind[]> {
  const kinds: OtherKind[] = []
  for (const kind of OTHER_KINDS)
    if ((await t.use(completedKinds[kind]).catch(() => undefined)) !== undefined) kinds.push(kind)
  return kinds
}

/** Checks of what holds of payments of other kinds as well, each of which takes several requests. */
const TURNS = ['outages', 'defaults', 'duplicates', 'reuse'] as const
export type Turn = (typeof TURNS)[number]

/** Seeds in a row that give the turn to the same check, which asks about other cells with each of them. */
const IN_A_ROW = 8

/** Whether a run has requests for a check of other kinds: where the minute of the limiter is short one of them has its turn. */
export const hasTurn = ({ service, target, depth, seed }: CheckContext, turn: Turn): boolean =>
  depth === 'deep' ||
  isAmple(target) ||
  (!isShort(service.keys, depth) && TURNS[Math.floor(Math.abs(seed) / IN_A_ROW) % TURNS.length] === turn)

/** How many cells of kinds an ordinary run asks about. */
export const cellsOf = (target: Target): number => (isAmple(target) ? 2 : 1)

/**
 * What a check of so many cells usually asks for, each of which takes so many requests, and makes so many payments as far as
 * its answers show; an average, where it has its turn.
 */
export const typically =
  (cells: number, requests: number, payments = 0) =>
  (target: Target, depth: Depth): Amounts<'live', 'payments'> => {
    if (isShortAt(target, depth)) return {}
    const asked = depth === 'deep' ? cells : isAmple(target) ? cellsOf(target) : 1 / TURNS.length
    return {
      requests: { live: Math.ceil(asked * requests) },
      ...(depth !== 'deep' && isAmple(target) && { spends: { payments: asked * payments } }),
    }
  }

export const NO_TURN = 'requests are short: another check of card and QR payments has its turn with this seed'
