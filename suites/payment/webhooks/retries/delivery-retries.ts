import type { Check } from '../../../../kit/check/check.ts'
import { systemClock } from '../../../../kit/clock/clock.ts'
import { valueAt } from '../../../../kit/match/index.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import type { Inbox } from '../../../../kit/webhooks/inbox.ts'
import { placeOf } from '../../../../kit/webhooks/inbox-name.ts'
import { holdSeconds } from '../../../../kit/webhooks/patience.ts'
import { endWatch, type Failure, judgeEnd, judgeRetries, usualRetry } from '../../../shared/retries.ts'
import { mobilePayment } from '../../client/payment.ts'
import { answerAlways, answerFirst, answerOnce, isTerminalEvent } from '../../client/receivers.ts'
import { records } from '../../client/records.ts'
import {
  FIRST_ANSWERS,
  processingPayment,
  settle,
  settledPayments,
  TRAP,
  tellsOfProcessing,
} from '../../client/settlement.ts'
import { type CheckContext, defineCheck, defineFixture, type FixtureContext } from '../../define.ts'
import { attempts, inboxName, mayHaveFailed, type Role, receiver } from '../deliveries.ts'
import { unsteadyPayment } from '../events/unusual-events.ts'
import { patienceMs } from '../patience.ts'

/**
 * Two completed payments whose receivers misbehave: two errors, a reset and a hang; the fourth one answers every attempt
 * with another 2xx than 200.
 */
const troubled = defineFixture({
  name: 'troubled-receivers',
  needs: [...settledPayments.completed.needs, 'webhooks'],
  uses: [mobilePayment, records],
  cost: { requests: { live: 6 }, spends: { payments: 2 }, typical: { requests: { live: 4 } } },
  make: async (t: FixtureContext) => {
    await t.use(mobilePayment)
    const labels = ['failing receivers', 'slow and terse receivers'] as const
    const place = (label: string, role: Role): Inbox => receiver(t, t.inbox(inboxName(label, role)))
    const error = place(labels[0], 'webhook')
    const reset = place(labels[0], 'callback')
    const hang = place(labels[1], 'webhook')
    const terse = place(labels[1], 'callback')
    // A third attempt has its cells, too.
    answerFirst(t, error, [
      { kind: 'status', status: 500 },
      { kind: 'status', status: 503 },
    ])
    answerOnce(t, reset, { kind: 'reset' })
    answerOnce(t, hang, { kind: 'hang', forMs: Math.max(t.clock.scaled(60), 6000) })
    answerAlways(terse, { kind: 'status', status: 204 })
    await Promise.all(labels.map((label) => settle(t, 'completed', { label })))
    return { error, reset, hang, terse }
  },
})

interface Failing {
  readonly id: 'pay.delivery.retry-after-error' | 'pay.delivery.retry-after-reset' | 'pay.delivery.retry-after-timeout'
  /** What failed, for the reader. */
  readonly what: string
  readonly inbox: Inbox
  /** The event whose first attempt failed. */
  readonly such: (delivery: Pick<Delivery, 'json'>) => boolean
  /** How long the sender may hold the attempt before it counts as failed, ms. */
  readonly holdMs: number
}

const isRedirect = (delivery: Delivery | undefined): delivery is Delivery =>
  delivery?.answer.kind === 'status' && delivery.answer.status === 302

/** Every receiver of the run that made an attempt fail. */
async function failing(t: CheckContext): Promise<Failing[]> {
  const { error, reset, hang } = await t.use(troubled)
  const end = { such: isTerminalEvent, holdMs: 0 }
  const afterError = 'pay.delivery.retry-after-error'
  const found: Failing[] = [
    { ...end, id: afterError, what: 'a delivery that the run answered with 500', inbox: error },
    { ...end, id: 'pay.delivery.retry-after-reset', what: 'a delivery whose connection the run reset', inbox: reset },
    {
      ...end,
      id: 'pay.delivery.retry-after-timeout',
      what: 'a delivery that the run did not answer',
      inbox: hang,
      holdMs: holdSeconds(t.target) * 1000,
    },
  ]
  for (const [outcome, answers] of Object.entries(FIRST_ANSWERS) as Entries<typeof FIRST_ANSWERS>) {
    if (!t.has(`payment.outcomes.${outcome}`)) continue
    const settled = await t.use(settledPayments[outcome]).catch(() => undefined)
    for (const [role, status] of Object.entries(answers) as [Role, number][]) {
      const inbox = settled?.payment[role]
      if (inbox !== undefined)
        found.push({ ...end, id: afterError, what: `a delivery that the run answered with ${status}`, inbox })
    }
  }
  const what = 'a delivery of a change that is no end, which the run answered with 500'
  for (const inbox of [await changeThatFailed(t), await changeThatWasFollowed(t)])
    if (inbox !== undefined) found.push({ ...end, such: sameChange(inbox), id: afterError, what, inbox })
  return found
}

type Entries<Of> = [keyof Of, Of[keyof Of]][]

/** The change that failed: what a further attempt tells of it is judged elsewhere, if its event_id is that of the first. */
function sameChange(inbox: Inbox): Failing['such'] {
  const first = inbox.deliveries.find(tellsOfProcessing)
  const eventId = valueAt(first?.json, '/event_id')
  return (delivery) =>
    tellsOfProcessing(delivery) || (eventId !== undefined && valueAt(delivery.json, '/event_id') === eventId)
}

/** Where a payment was told to be processing, and the receiver failed. A payment that began so has nothing to tell. */
async function changeThatFailed(t: CheckContext): Promise<Inbox | undefined> {
  if (!t.has('payment.outcomes.processing')) return undefined
  const inbox = (await t.use(processingPayment).catch(() => undefined))?.payment.webhook
  return inbox?.deliveries.some(tellsOfProcessing) === true ? inbox : undefined
}

/** The same where the payment went on to its end meanwhile: an event that came later does not make up for it. */
async function changeThatWasFollowed(t: CheckContext): Promise<Inbox | undefined> {
  const inbox = (await t.use(unsteadyPayment).catch(() => undefined))?.payment?.webhook
  if (inbox !== undefined) await failed(t, inbox)
  return inbox?.deliveries.some(tellsOfProcessing) === true ? inbox : undefined
}

/** The attempt that was made to fail, or undefined when none arrived. */
function failed(t: CheckContext, inbox: Inbox, such: Failing['such'] = isTerminalEvent): Promise<Delivery | undefined> {
  return inbox.next(such, { within: patienceMs(t) }).catch(() => undefined)
}

export const deliveryRetries: readonly Check[] = [
  // Receiver rules: on failure the service retries. Schedule and number of attempts are not shown.
  defineCheck({
    id: 'pay/deliveries/retries',
    title: 'A delivery that was answered with an error, reset or left unanswered is tried again',
    covers: ['pay.delivery.retry-after-error', 'pay.delivery.retry-after-reset', 'pay.delivery.retry-after-timeout'],
    mayNeed: { 'webhooks.retryWithin': 'where no second attempt comes in the time given' },
    needs: troubled.needs,
    scriptsReceiver: true,
    uses: [
      troubled,
      settledPayments.failed,
      settledPayments.expired,
      settledPayments.cancelled,
      processingPayment,
      unsteadyPayment,
    ],
    tier: 'write',
    sendsFor: ['pay.event.id-stable', 'pay/event-identity/stable'],
    background: true,
    cost: { waits: usualRetry },
    async run(t) {
      const receivers = await failing(t)
      const failures = await Promise.all(
        receivers.map(async (receiver): Promise<Failure> => {
          const first = await failed(t, receiver.inbox, receiver.such)
          const again = (after: Delivery, within: number) =>
            receiver.inbox.next(receiver.such, { within, after }).catch(() => undefined)
          const attempts = () => receiver.inbox.deliveries.filter(receiver.such).length
          return { ...receiver, first, attempts, again }
        }),
      )
      // A sender that follows redirects took the 2xx behind it for its answer: not shown, so not judged.
      const followed = (t.inbox(TRAP)?.deliveries.length ?? 0) > 0
      const redirected = failures.flatMap(({ first }) => (isRedirect(first) && followed ? [first] : []))
      if (redirected.length > 0) t.observe('pay.open.delivery-redirects', 'followed', redirected)
      const pauses = await judgeRetries(
        t,
        failures.filter(({ first }) => !(isRedirect(first) && followed)),
      )
      if (pauses !== undefined) {
        const { quickest, slowest } = pauses
        t.observe('pay.open.retry-schedule', `first retry after ${Math.round(quickest)} to ${Math.round(slowest)} ms`)
      }
    },
  }),

  // Receiver rules: respond with a 2xx status. Any of them: the attempts end.
  defineCheck({
    id: 'pay/deliveries/ends-after-2xx',
    title: 'A delivery answered 201, 202 or 204 is not tried again and again',
    covers: ['pay.delivery.ends-after-2xx'],
    needs: troubled.needs,
    scriptsReceiver: true,
    uses: [troubled, settledPayments.cancelled, unsteadyPayment],
    tier: 'write',
    phase: 'exclusive',
    background: true,
    // The pause before a retry is what it goes by.
    runsAfter: ['pay/deliveries/retries'],
    cost: { waits: (target) => endWatch({ clock: systemClock(target.timeScale) }, undefined) / 1000 },
    async run(t) {
      const { terse, error } = await t.use(troubled)
      const [before, again] = error.deliveries.filter(isTerminalEvent)
      const retryPause = before && again ? again.arrivedMono - before.arrivedMono : undefined
      const inboxes = [terse]
      if (t.has('payment.outcomes.cancelled')) {
        const cancelled = await t.use(settledPayments.cancelled).catch(() => undefined)
        if (cancelled?.payment.callback !== undefined) inboxes.push(cancelled.payment.callback)
      }
      const created = (await t.use(unsteadyPayment).catch(() => undefined))?.payment?.callback
      // A callback_url that was never called is judged as such.
      if (created?.deliveries.some(isTerminalEvent) === true) inboxes.push(created)
      await Promise.all(inboxes.map((inbox) => judgeEndAt(t, inbox, retryPause)))
    },
  }),
]

const idIn = ({ json }: Delivery): unknown => valueAt(json, '/transaction_id')

/** Watches an inbox whose every answer is a 2xx. */
async function judgeEndAt(t: CheckContext, inbox: Inbox, retryPause: number | undefined): Promise<void> {
  const id = 'pay.delivery.ends-after-2xx'
  const accepted = await failed(t, inbox)
  if (accepted === undefined) {
    t.markBlocked(id, `no event with a terminal status arrived at ${placeOf(inbox.name)}`)
    return
  }
  const status = accepted.answer.kind === 'status' ? accepted.answer.status : 'so'
  const copies = await judgeEnd(t, id, {
    what: `the event with the terminal status, which the run always answered with ${status}`,
    accepted,
    // Events of another payment that stray here are judged as such.
    attempts: () => inbox.deliveries.filter((each) => isTerminalEvent(each) && idIn(each) === idIn(accepted)),
    watchMs: endWatch(t, retryPause),
    retryPause,
    repeatsOthers: () => repeatsAccepted(t),
    alike: () => takenAlike(t, accepted),
  })
  if (copies.length === 1) t.observe('pay.open.delivery-extra-copies', 'one more copy after a 2xx', copies)
}

/** The attempts at each event but this one that was answered at once with another 2xx than 200. */
export const takenAlike = (
  t: Pick<CheckContext, 'exchanges' | 'deliveries' | 'inbox'>,
  accepted: Delivery,
): readonly (readonly Delivery[])[] =>
  attempts(t).flatMap(({ deliveries }) => {
    const [first] = deliveries
    if (first?.answer.kind !== 'status' || first.answer.status === 200 || mayHaveFailed(first)) return []
    return deliveries.includes(accepted) ? [] : [deliveries]
  })

/** Whether any event that was answered 200 at once came again. */
export function repeatsAccepted(t: Pick<CheckContext, 'exchanges' | 'deliveries' | 'inbox'>): boolean {
  return attempts(t).some(({ deliveries: [first, ...more] }) => {
    return more.length > 0 && first?.answer.kind === 'status' && first.answer.status === 200 && !mayHaveFailed(first)
  })
}
