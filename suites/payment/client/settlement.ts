import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, status as statusIs, valueAt } from '../../../kit/match/index.ts'
import { perform } from '../../../kit/run/world/recipe.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import type { Answer } from '../../../kit/webhooks/delivery.ts'
import { type PaymentStatus, terminalStatuses } from '../../../specs/payment/statuses.ts'
import type { Fixture } from '../define.ts'
import { type CheckContext, type Claim, defineFixture, type FixtureContext } from '../define.ts'
import type { PaymentOutcome } from '../service/outcomes.ts'
import { inboxName, type Role, tellsOf } from '../webhooks/deliveries.ts'
import { read } from './api.ts'
import type { BodyKind } from './bodies.ts'
import { makePayment, mobilePayment, type Payment, type Wanted } from './payment.ts'
import { answerAlways, answerOnce, isTerminalEvent } from './receivers.ts'
import { type Records, records } from './records.ts'
import { lagMs } from './rereading.ts'

export const isTerminal = (status: string | undefined): boolean =>
  (terminalStatuses as readonly string[]).includes(status ?? '')

/** A payment that was brought to a terminal status, and the read that shows it. */
export interface Settled {
  readonly payment: Payment
  /** The last read: made after an event or an earlier read told of the outcome, or when the time was up. */
  readonly read: Exchange
  /** The status that it shows, in lower case: how it is spelled is judged elsewhere. */
  readonly status: string | undefined
  /** Whether a delivery told of the outcome before the read. */
  readonly toldByEvent: boolean
}

/** The request values and the later steps with which the target brings an outcome about. */
export function recipeOf(t: FixtureContext, outcome: PaymentOutcome) {
  return (
    t.service.outcomes?.[outcome] ?? t.abortUnexercised('not claimed', `the target file has no recipe for ${outcome}`)
  )
}

/** Carries out the steps of a recipe that come after the creation. */
export async function bringAbout(t: FixtureContext, payment: Payment, outcome: PaymentOutcome): Promise<void> {
  const { id, reference, body } = payment
  await perform(t, outcome, recipeOf(t, outcome), { id, reference, phone: String(body.phone ?? '') })
}

/**
 * A read that shows the first payment, which nobody settles, at this end: then payments come to it by themselves, and
 * what was done to another one may have come too late.
 */
export async function endsByItself(t: FixtureContext, outcome: string): Promise<Exchange | undefined> {
  const { key, id } = await t.use(mobilePayment)
  const seen = await read(t, key, id, `is it ${outcome} by itself?`)
  return (await t.use(records)).status(seen, id)?.toLowerCase() === outcome ? seen : undefined
}

/** Creates a payment, brings the outcome about and waits until a delivery or a read tells of it. */
export async function settle(
  t: FixtureContext,
  outcome: PaymentOutcome & PaymentStatus,
  wanted: Wanted & { readonly readBefore?: boolean; readonly turn?: number },
): Promise<Settled> {
  const found = await t.use(records)
  const { with: members = {} } = recipeOf(t, outcome)
  const make = async (kind: BodyKind): Promise<Payment> => {
    const payment = await makePayment(t, { ...wanted, kind, members: { ...members, ...wanted.members } })
    if (wanted.readBefore === true) await read(t, payment.key, payment.id, `before ${outcome} is brought about`)
    await bringAbout(t, payment, outcome)
    return payment
  }
  const kind = wanted.kind ?? kindFor(t, members, wanted.turn)
  // A recipe need not know of every kind of payment.
  const payment = kind === 'mobile' ? await make(kind) : await make(kind).catch(() => make('mobile'))
  return arrival(t, found, payment, outcome)
}

const KINDS = ['mobile', 'card', 'qr'] as const satisfies readonly BodyKind[]

/** What holds of payments holds of each kind: those that an outcome can be brought about for. */
export function kindsOf(t: FixtureContext, outcome: PaymentOutcome): readonly BodyKind[] {
  const { with: members = {} } = recipeOf(t, outcome)
  return Object.keys(members).length > 0 ? ['mobile'] : claimedKinds(t)
}

const claimedKinds = (t: FixtureContext): readonly BodyKind[] =>
  KINDS.filter((each) => each === 'mobile' || t.has(`payment.bodies.${each}`))

/**
 * Where a recipe names no members of a kind, the seed decides which it is. Payments of the same turn are of one kind,
 * and those of other turns are not.
 */
function kindFor(t: FixtureContext, members: JsonObject, turn?: number): BodyKind {
  const kinds = claimedKinds(t)
  const at = turn === undefined ? Math.floor(t.random() * kinds.length) : t.seed + turn
  const chosen = kinds[at % kinds.length]
  return Object.keys(members).length > 0 || chosen === undefined ? 'mobile' : chosen
}

/**
 * Waits for the outcome. Deliveries come first: they cost no request. Reads follow with growing pauses, so that a target
 * that reports nothing is asked a handful of times.
 */
async function arrival(t: FixtureContext, found: Records, payment: Payment, outcome: string): Promise<Settled> {
  const seconds = t.target.timing.settle
  const began = t.clock.now()
  const event = await t.awaiting(outcome, seconds / 2, 'timing.settle', () => told(payment, (seconds * 1000) / 2))
  const until = event === undefined ? began + seconds * 1000 : t.clock.now() + lagMs(t.target)
  for (let pauseMs = t.clock.scaled(1) + 20; ; pauseMs *= 1.7) {
    const answer = await read(t, payment.key, payment.id, `after ${outcome} was brought about`)
    const status = found.status(answer, payment.id)?.toLowerCase()
    if (status === outcome || isTerminal(status) || t.clock.now() >= until || t.signal.aborted) {
      return { payment, read: answer, status, toldByEvent: event === outcome }
    }
    await t.awaiting(outcome, seconds, 'timing.settle', () => t.pause(Math.min(pauseMs, until - t.clock.now())))
  }
}

/** The first terminal status that a delivery tells of. */
async function told(payment: Payment, within: number): Promise<string | undefined> {
  const inboxes = [payment.webhook, payment.callback].filter((inbox) => inbox !== undefined)
  const wanted = inboxes.map((inbox) => inbox.next(isTerminalEvent, { within }))
  return Promise.any(wanted).then(
    ({ json }) => String(valueAt(json, '/data/status')).toLowerCase(),
    () => undefined,
  )
}

/** Why it is not known that a payment came to an outcome, by the read of it. */
export const unsettledText = ({ read: answer, status }: Pick<Settled, 'read' | 'status'>, outcome: string): string =>
  statusIs('2xx').test(answer).ok
    ? `the payment is ${status ?? 'in an unknown status'}, not ${outcome}`
    : `whether the payment is ${outcome} is not known: a read was answered ${cameBack(answer)}`

/** Blocks unless a payment was seen to have come to an outcome, by a read or an event. */
export function settledControl(t: FixtureContext, settled: Settled, outcome: string): void {
  if (settled.status !== outcome && !settled.toldByEvent)
    t.abortBlocked(unsettledText(settled, outcome), [settled.read, settled.payment.creation])
}

type Terminal = 'completed' | 'failed' | 'expired' | 'cancelled'

/** One payment per terminal status for the whole run; `receive` decides how its receivers behave. */
function settledFixture(
  outcome: Terminal,
  receive: (t: FixtureContext, label: string) => void = () => undefined,
): Fixture<Settled> {
  return defineFixture({
    name: `${outcome}-payment`,
    needs: ['payment.keys.live', 'payment.bodies.mobile', `payment.outcomes.${outcome}`] satisfies Claim[],
    uses: [records, mobilePayment] as Fixture<unknown>[],
    cost: {
      requests: { live: outcome === 'completed' ? 4 : 3 },
      spends: { payments: 1 },
      typical: { requests: { live: outcome === 'completed' ? 3 : 2 } },
    },
    make: async (t: FixtureContext) => {
      // The first payment settles where ids and statuses stand in an answer.
      await t.use(mobilePayment)
      const label = `${outcome} payment`
      receive(t, label)
      // What one read has shown must not be all that later reads show.
      return settle(t, outcome, { label, readBefore: outcome === 'completed' })
    },
  })
}

/** Where a receiver that redirects sends its caller: nothing of a payment belongs there. */
export const TRAP = 'pay/trap of the redirect'

/** How receivers answer the first attempt at the end of a payment: no 2xx, so each is a failure. */
export const FIRST_ANSWERS = {
  failed: { webhook: 404, callback: 410 },
  expired: { webhook: 302, callback: 503 },
  cancelled: { webhook: 401 },
} as const satisfies Partial<Record<Terminal, Partial<Record<Role, number>>>>

/** A failure; a redirect leads to the trap, where there is one. */
export const failure = (status: number, trap: string | undefined): Answer => ({
  kind: 'status',
  status,
  headers: status === 302 && trap !== undefined ? { Location: trap } : {},
})

const misbehave = (t: FixtureContext, label: string, answers: Partial<Record<Role, number>>): void => {
  const trap = t.inbox(TRAP)?.url
  for (const [role, status] of Object.entries(answers) as [Role, number][])
    answerOnce(t, t.inbox(inboxName(label, role)), failure(status, trap))
}

/** Those beside the completed one have receivers that misbehave once or answer tersely: the retries are judged there. */
export const settledPayments = {
  completed: settledFixture('completed'),
  failed: settledFixture('failed', (t, label) => misbehave(t, label, FIRST_ANSWERS.failed)),
  expired: settledFixture('expired', (t, label) => misbehave(t, label, FIRST_ANSWERS.expired)),
  cancelled: settledFixture('cancelled', (t, label) => {
    misbehave(t, label, FIRST_ANSWERS.cancelled)
    answerAlways(t.inbox(inboxName(label, 'callback')), { kind: 'status', status: 202 })
  }),
} as const

/** Every claimed terminal payment of the run that could be made. */
export async function ended(t: CheckContext): Promise<(Settled & { outcome: Terminal })[]> {
  const made: (Settled & { outcome: Terminal })[] = []
  for (const outcome of Object.keys(settledPayments) as Terminal[]) {
    if (!t.has(`payment.outcomes.${outcome}`)) continue
    const settled = await t.use(settledPayments[outcome]).catch(() => undefined)
    if (settled !== undefined) made.push({ ...settled, outcome })
  }
  return made
}

/** Tells of a change that is no end. */
export const tellsOfProcessing = tellsOf('processing')

/** A payment that its recipe leaves processing, and whether a read showed it so. Its receiver fails once as well. */
export const processingPayment = defineFixture({
  name: 'processing-payment',
  needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.outcomes.processing'],
  uses: [records, mobilePayment],
  cost: { requests: { live: 4 }, spends: { payments: 1 }, typical: { requests: { live: 3 } } },
  make: async (t) => {
    await t.use(mobilePayment)
    const label = 'processing payment'
    answerOnce(t, t.inbox(inboxName(label, 'webhook')), { kind: 'status', status: 500 }, tellsOfProcessing)
    return bringProcessing(t, { label })
  },
})

/** Makes a payment that its recipe leaves processing, and looks whether a read shows it so. */
export async function bringProcessing(t: FixtureContext, wanted: Omit<Wanted, 'members'>) {
  const { with: members = {} } = recipeOf(t, 'processing')
  const payment = await makePayment(t, { ...wanted, members })
  await bringAbout(t, payment, 'processing')
  return { payment, seen: await isSeenProcessing(t, payment) }
}

async function isSeenProcessing(t: FixtureContext, { key, id }: Payment): Promise<boolean> {
  const found = await t.use(records)
  let began = Number.POSITIVE_INFINITY
  for (let pauseMs = t.clock.scaled(1) + 20; ; pauseMs *= 2) {
    const answer = await read(t, key, id, 'is it processing?')
    const now = found.status(answer, id)?.toLowerCase()
    // By recorded times: whoever judges the evidence again asks as often.
    began = Math.min(began, answer.sentAt)
    const isOver = answer.endedAt + pauseMs > began + t.target.timing.settle * 500
    if ((now !== undefined && now !== 'pending') || isOver || t.signal.aborted) return now === 'processing'
    await t.pause(pauseMs)
  }
}
