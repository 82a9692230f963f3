import { orNothing } from '../../../kit/check/signals.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { status } from '../../../kit/match/index.ts'
import { read } from '../client/api.ts'
import { isAmple } from '../client/one-key.ts'
import { type Draft, draft, type Payment, submit } from '../client/payment.ts'
import { type Records, records } from '../client/records.ts'
import { isTerminal } from '../client/settlement.ts'
import { defineFixture, type FixtureContext } from '../define.ts'
import { cardCreation, qrCreation } from './card.ts'

/** The kinds of payment beside mobile ones. */
export type OtherKind = 'card' | 'qr'
export const OTHER_KINDS: readonly OtherKind[] = ['card', 'qr']

/** One that was taken; undefined where there is none. */
export const creationOfKind = async (t: FixtureContext, kind: OtherKind) => {
  if (!t.has(`payment.bodies.${kind}`)) return undefined
  const made = await t.use(kind === 'card' ? cardCreation : qrCreation).catch(orNothing)
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
    if ((await t.use(completedKinds[kind]).catch(orNothing)) !== undefined) kinds.push(kind)
  return kinds
}
