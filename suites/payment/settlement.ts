import { type Arrangement, defineFixture, type Fixture } from '../../kit/check.ts'
import type { Exchange } from '../../kit/http/exchange.ts'
import { valueAt } from '../../kit/match/index.ts'
import type { Claim } from '../../kit/target/claims.ts'
import type { PaymentOutcome } from '../../kit/target/file.ts'
import { perform } from '../../kit/target/recipe.ts'
import { type PaymentStatus, terminalStatuses } from '../../specs/index.ts'
import { read } from './api.ts'
import { makePayment, mobilePayment, type Payment, type Wanted } from './payment.ts'
import { type Records, records } from './records.ts'

export const isTerminal = (status: string | undefined): boolean =>
  (terminalStatuses as readonly string[]).includes(status ?? '')

/** A payment that was brought to a terminal status, and the read that shows it. */
export interface Settled {
  readonly payment: Payment
  /** The last read: made after an event or an earlier read told of the outcome, or when the time was up. */
  readonly read: Exchange
  /** The status that it shows, as spelled. */
  readonly status: string | undefined
  /** Whether a delivery told of the outcome before the read. */
  readonly toldByEvent: boolean
}

/** The request values and the later steps with which the target brings an outcome about. */
export function recipeOf(t: Arrangement, outcome: PaymentOutcome) {
  return (
    t.target.payment?.outcomes?.[outcome] ?? t.cannot('not claimed', `the target file has no recipe for ${outcome}`)
  )
}

/** Carries out the steps of a recipe that come after the creation. */
export async function bringAbout(t: Arrangement, payment: Payment, outcome: PaymentOutcome): Promise<void> {
  const { id, reference, body } = payment
  await perform(outcome, recipeOf(t, outcome), { id, reference, phone: String(body.phone ?? '') }, t.signal)
}

/** Creates a payment, brings the outcome about and waits until a delivery or a read tells of it. */
export async function settle(
  t: Arrangement,
  outcome: PaymentOutcome & PaymentStatus,
  wanted: Wanted,
): Promise<Settled> {
  const found = await t.use(records)
  const { with: members = {} } = recipeOf(t, outcome)
  const payment = await makePayment(t, { ...wanted, members: { ...members, ...wanted.members } })
  await bringAbout(t, payment, outcome)
  return arrival(t, found, payment, outcome)
}

/**
 * Waits for the outcome. Deliveries come first: they cost no request. Reads follow with growing pauses, so that a target
 * that reports nothing is asked a handful of times.
 */
async function arrival(t: Arrangement, found: Records, payment: Payment, outcome: string): Promise<Settled> {
  const seconds = t.target.timing.settle
  const toldByEvent = await told(payment, outcome, (seconds * 1000) / 2)
  const until = Date.now() + (toldByEvent ? 10_000 / Math.min(t.target.timeScale, 10) : seconds * 500)
  for (let pauseMs = 1000 / t.target.timeScale + 20; ; pauseMs *= 1.7) {
    const answer = await read(t, payment.key, payment.id, `after ${outcome} was brought about`)
    const status = found.status(answer, payment.id)
    if (status === outcome || isTerminal(status) || Date.now() + pauseMs > until || t.signal.aborted) {
      return { payment, read: answer, status, toldByEvent }
    }
    await t.pause(pauseMs)
  }
}

async function told(payment: Payment, outcome: string, within: number): Promise<boolean> {
  const inboxes = [payment.webhook, payment.callback].filter((inbox) => inbox !== undefined)
  if (inboxes.length === 0) return false
  const wanted = inboxes.map((inbox) =>
    inbox.next((delivery) => valueAt(delivery.json, '/data/status') === outcome, { within }),
  )
  return Promise.any(wanted).then(
    () => true,
    () => false,
  )
}

type Terminal = 'completed' | 'failed' | 'expired' | 'cancelled'

/** One payment per terminal status for the whole run. Their keys differ from each other where a check wants it. */
function settledFixture(outcome: Terminal): Fixture<Settled> {
  return defineFixture({
    name: `${outcome}-payment`,
    needs: ['payment.keys.live', 'payment.bodies.mobile', `payment.outcomes.${outcome}`] satisfies Claim[],
    uses: [records, mobilePayment] as Fixture<unknown>[],
    cost: { requests: { live: 3 }, payments: 1 },
    make: async (t: Arrangement) => {
      // The first payment settles where ids and statuses stand in an answer.
      await t.use(mobilePayment)
      return settle(t, outcome, { label: `${outcome} payment` })
    },
  })
}

export const completedPayment = settledFixture('completed')
export const failedPayment = settledFixture('failed')
export const expiredPayment = settledFixture('expired')
export const cancelledPayment = settledFixture('cancelled')

export const settledPayments = {
  completed: completedPayment,
  failed: failedPayment,
  expired: expiredPayment,
  cancelled: cancelledPayment,
} as const
