import type { Delivery } from '../../kit/capture/delivery.ts'
import type { Inbox } from '../../kit/capture/inbox.ts'
import { type Arrangement, type Check, type CheckContext, defineCheck, defineFixture } from '../../kit/check.ts'
import { inboxName, type Role, receiver } from './deliveries.ts'
import { mobilePayment } from './payment.ts'
import { answerAlways, answerOnce, isTerminalEvent } from './receivers.ts'
import { records } from './records.ts'
import { settle, settledPayments, TRAP } from './settlement.ts'

/** How long a retry is waited for where the target file declares nothing, seconds of the target's time. */
const PATIENCE = 90

/**
 * Two completed payments whose receivers misbehave once each: an error, a reset and a hang; the fourth one answers
 * every attempt with another 2xx than 200.
 */
const troubled = defineFixture({
  name: 'troubled-receivers',
  needs: [...settledPayments.completed.needs, 'webhooks'],
  uses: [mobilePayment, records],
  cost: { requests: { live: 6 }, payments: 2 },
  make: async (t: Arrangement) => {
    await t.use(mobilePayment)
    const labels = ['failing receivers', 'slow and terse receivers'] as const
    const place = (label: string, role: Role): Inbox => receiver(t, t.inbox(inboxName(label, role)))
    const error = place(labels[0], 'webhook')
    const reset = place(labels[0], 'callback')
    const hang = place(labels[1], 'webhook')
    const terse = place(labels[1], 'callback')
    answerOnce(error, { kind: 'status', status: 500 })
    answerOnce(reset, { kind: 'reset' })
    answerOnce(hang, { kind: 'hang', forMs: Math.max(60_000 / t.target.timeScale, 6000) })
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
  /** How long the sender may hold the attempt before it counts as failed, ms. */
  readonly holdMs: number
}

/** Every receiver of the run that made an attempt fail. */
async function failing(t: CheckContext): Promise<Failing[]> {
  const { error, reset, hang } = await t.use(troubled)
  const found: Failing[] = [
    { id: 'pay.delivery.retry-after-error', what: 'a delivery answered 500', inbox: error, holdMs: 0 },
    { id: 'pay.delivery.retry-after-reset', what: 'a delivery whose connection was reset', inbox: reset, holdMs: 0 },
    {
      id: 'pay.delivery.retry-after-timeout',
      what: 'a delivery that was not answered',
      inbox: hang,
      holdMs: Math.max(30_000 / t.target.timeScale, 1000),
    },
  ]
  const others = { failed: 'a delivery answered 404', expired: 'a delivery answered 302' } as const
  for (const [outcome, what] of Object.entries(others) as [keyof typeof others, string][]) {
    if (!t.has(`payment.outcomes.${outcome}`)) continue
    const settled = await t.use(settledPayments[outcome]).catch(() => undefined)
    const inbox = settled?.payment.webhook
    if (inbox !== undefined) found.push({ id: 'pay.delivery.retry-after-error', what, inbox, holdMs: 0 })
  }
  return found
}

interface Wait {
  readonly first: Delivery | undefined
  readonly retry: Delivery | undefined
  readonly waitedMs: number
}

/** Waits for the failing attempt at an inbox and for the one after it. */
async function retryAt(t: CheckContext, inbox: Inbox, withinMs: number): Promise<Wait> {
  const nothing = (): undefined => undefined
  const first = await inbox
    .next(isTerminalEvent, { within: (t.target.webhooks?.deliveryWithin ?? 30) * 1000 })
    .catch(nothing)
  if (first === undefined) return { first, retry: undefined, waitedMs: 0 }
  const from = Date.now()
  const retry = await inbox.next(isTerminalEvent, { within: withinMs, after: first }).catch(nothing)
  return { first, retry, waitedMs: Date.now() - from }
}

export const deliveryRetries: readonly Check[] = [
  // Receiver rules: on failure the service retries. Schedule and number of attempts are not shown.
  defineCheck({
    id: 'pay/deliveries/retries',
    title: 'A delivery that was answered with an error, reset or left unanswered is tried again',
    covers: ['pay.delivery.retry-after-error', 'pay.delivery.retry-after-reset', 'pay.delivery.retry-after-timeout'],
    needs: troubled.needs,
    uses: [troubled, settledPayments.failed, settledPayments.expired],
    tier: 'write',
    async run(t) {
      const receivers = await failing(t)
      const declared = t.target.webhooks?.retryWithin
      const withinMs = declared === undefined ? (PATIENCE * 1000) / t.target.timeScale : declared * 1000
      const waits = await Promise.all(receivers.map(({ inbox, holdMs }) => retryAt(t, inbox, withinMs + holdMs)))
      const pauses = waits.flatMap(({ first, retry }) =>
        first && retry ? [retry.arrivedMono - first.arrivedMono] : [],
      )
      const slowest = Math.max(...pauses)
      for (const [index, { id, what, inbox, holdMs }] of receivers.entries()) {
        const { first, retry, waitedMs } = waits[index]!
        if (first === undefined) {
          t.blocked(id, `no terminal event arrived at ${inbox.name}, so no attempt could fail`)
          continue
        }
        // A sender that follows redirects took the 2xx behind it for its answer: not shown, so not judged.
        const followed = t.inbox(TRAP)?.deliveries.length ?? 0
        if (retry === undefined && first.answer.kind === 'status' && first.answer.status === 302 && followed > 0) {
          t.observe('pay.open.delivery-redirects', 'followed', [first])
          continue
        }
        // Without a declaration silence contradicts only where the same sender is known to be quicker.
        const known = declared !== undefined || (pauses.length > 0 && waitedMs > slowest * 3 + holdMs + 1000)
        if (retry === undefined && !known) {
          const seconds = Math.round(waitedMs / 1000)
          t.blocked(
            id,
            `no second attempt came within ${seconds} s, and the document shows no schedule; declare webhooks.retryWithin to have it judged`,
            [first],
          )
          continue
        }
        t.conclude(id, {
          ok: retry !== undefined,
          subject: `${what} (${first.id} to ${first.inbox})`,
          expected: `another attempt within ${declared ?? Math.round(waitedMs / 100) / 10} s`,
          actual: 'none',
          ...(declared === undefined && retry === undefined
            ? { note: `other failures were tried again after ${Math.round(slowest)} ms` }
            : {}),
          evidence: retry === undefined ? [first] : [first, retry],
        })
      }
      if (pauses.length > 0) {
        t.observe(
          'pay.open.retry-schedule',
          `first retry after ${Math.round(Math.min(...pauses))} to ${Math.round(slowest)} ms`,
        )
      }
    },
  }),

  // Receiver rules: respond with a 2xx status. Any of them: the attempts end.
  defineCheck({
    id: 'pay/deliveries/ends-after-2xx',
    title: 'A delivery answered 202 or 204 is not tried again and again',
    covers: ['pay.delivery.ends-after-2xx'],
    needs: troubled.needs,
    uses: [troubled, settledPayments.cancelled],
    tier: 'write',
    phase: 'settled',
    async run(t) {
      const { terse, error } = await t.use(troubled)
      // A sender with doubling pauses makes its second repeat after about three first pauses.
      const [failed, again] = error.deliveries.filter(isTerminalEvent)
      const pauseMs = failed && again ? again.arrivedMono - failed.arrivedMono : 30_000 / t.target.timeScale
      const watchMs = Math.min(pauseMs * 4 + 300, 60_000)
      const inboxes = [terse]
      if (t.has('payment.outcomes.cancelled')) {
        const cancelled = await t.use(settledPayments.cancelled).catch(() => undefined)
        if (cancelled?.payment.callback !== undefined) inboxes.push(cancelled.payment.callback)
      }
      await Promise.all(inboxes.map((inbox) => judgeEnd(t, inbox, watchMs)))
    },
  }),
]

/** Watches an inbox whose every answer is a 2xx. */
async function judgeEnd(t: CheckContext, inbox: Inbox, watchMs: number): Promise<void> {
  const within = (t.target.webhooks?.deliveryWithin ?? 30) * 1000
  const first = await inbox.next(isTerminalEvent, { within }).catch(() => undefined)
  if (first === undefined) {
    t.blocked('pay.delivery.ends-after-2xx', `no terminal event arrived at ${inbox.name}`)
    return
  }
  await t.pause(Math.max(0, first.arrivedMono + watchMs - performance.now()))
  const attempts = inbox.deliveries.filter(isTerminalEvent)
  const copies = attempts.length - 1
  if (copies === 1) t.observe('pay.open.delivery-extra-copies', 'one more copy after a 2xx', attempts)
  t.conclude('pay.delivery.ends-after-2xx', {
    ok: copies < 2,
    subject: `the terminal event to ${inbox.name}, every attempt answered ${first.answer.kind === 'status' ? first.answer.status : 'so'}`,
    expected: 'no further attempts',
    actual: `${copies} further attempts`,
    ...(copies === 1 ? { note: 'one more copy is lawful: an event may be delivered more than once' } : {}),
    evidence: attempts,
  })
}
