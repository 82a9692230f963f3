import type { Answer, Delivery } from '../../kit/capture/delivery.ts'
import type { Inbox } from '../../kit/capture/inbox.ts'
import { type Arrangement, type Check, type CheckContext, defineCheck, defineFixture } from '../../kit/check.ts'
import { valueAt } from '../../kit/match/index.ts'
import { inboxName, type Role, receiver } from './deliveries.ts'
import { mobilePayment } from './payment.ts'
import { records } from './records.ts'
import { isTerminal, settle, settledPayments } from './settlement.ts'

/** How long a retry is waited for where the target file declares nothing, seconds of the target's time. */
const PATIENCE = 90

const terminal = ({ json }: Pick<Delivery, 'json'>): boolean => {
  const status = valueAt(json, '/data/status')
  return typeof status === 'string' && isTerminal(status.toLowerCase())
}

/** Answers the first attempt at the terminal event so, and everything else 200. */
function answerOnce(inbox: Inbox | undefined, answer: Answer): void {
  let given = false
  inbox?.programme({
    when: (event) => {
      if (given || !terminal(event.delivery)) return false
      given = true
      return true
    },
    answers: [answer],
  })
}

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
    const place = (label: string, role: Role): Inbox => receiver(t, t.inbox(inboxName(label, role)))
    const first = 'failing receivers'
    const second = 'slow and terse receivers'
    const slots = {
      error: place(first, 'webhook'),
      reset: place(first, 'callback'),
      hang: place(second, 'webhook'),
      terse: place(second, 'callback'),
    }
    answerOnce(slots.error, { kind: 'status', status: 500 })
    answerOnce(slots.reset, { kind: 'reset' })
    answerOnce(slots.hang, { kind: 'hang', forMs: Math.max(60_000 / t.target.timeScale, 2000) })
    slots.terse.programme({
      when: () => true,
      answers: Array.from({ length: 20 }, () => ({ kind: 'status', status: 204 }) as const),
    })
    await Promise.all([first, second].map((label) => settle(t, 'completed', { label })))
    return slots
  },
})

interface Wait {
  readonly first: Delivery | undefined
  readonly retry: Delivery | undefined
  readonly waitedMs: number
}

/** Waits for the failing attempt at an inbox and for the one after it. */
async function retryAt(t: CheckContext, inbox: Inbox, withinMs: number): Promise<Wait> {
  const nothing = (): undefined => undefined
  const first = await inbox.next(terminal, { within: (t.target.webhooks?.deliveryWithin ?? 30) * 1000 }).catch(nothing)
  if (first === undefined) return { first, retry: undefined, waitedMs: 0 }
  const from = Date.now()
  const retry = await inbox.next(terminal, { within: withinMs, after: first }).catch(nothing)
  return { first, retry, waitedMs: Date.now() - from }
}

const KINDS = {
  error: { id: 'pay.delivery.retry-after-error', what: 'a delivery answered 500' },
  reset: { id: 'pay.delivery.retry-after-reset', what: 'a delivery whose connection was reset' },
  hang: { id: 'pay.delivery.retry-after-timeout', what: 'a delivery that was not answered' },
} as const

export const deliveryRetries: readonly Check[] = [
  // Receiver rules: on failure the service retries. Schedule and number of attempts are not shown.
  defineCheck({
    id: 'pay/deliveries/retries',
    title: 'A delivery that was answered 500, reset or left unanswered is tried again',
    covers: ['pay.delivery.retry-after-error', 'pay.delivery.retry-after-reset', 'pay.delivery.retry-after-timeout'],
    needs: troubled.needs,
    uses: [troubled],
    tier: 'write',
    async run(t) {
      const slots = await t.use(troubled)
      const declared = t.target.webhooks?.retryWithin
      const withinMs = declared === undefined ? (PATIENCE * 1000) / t.target.timeScale : declared * 1000
      // A sender keeps an unanswered attempt open for a while of its own before it counts as failed.
      const slack = { error: 0, reset: 0, hang: Math.max(30_000 / t.target.timeScale, 1000) }
      const kinds = ['error', 'reset', 'hang'] as const
      const waits = await Promise.all(kinds.map((kind) => retryAt(t, slots[kind], withinMs + slack[kind])))
      const pauses = waits.flatMap(({ first, retry }) =>
        first && retry ? [retry.arrivedMono - first.arrivedMono] : [],
      )
      const slowest = Math.max(...pauses)
      for (const [index, kind] of kinds.entries()) {
        const { first, retry, waitedMs } = waits[index]!
        const { id, what } = KINDS[kind]
        if (first === undefined) {
          t.blocked(id, `no terminal event arrived at ${slots[kind].name}, so no attempt could fail`)
          continue
        }
        // Without a declaration silence contradicts only where the same sender is known to be quicker.
        const known = declared !== undefined || (pauses.length > 0 && waitedMs > slowest * 3 + slack[kind] + 1000)
        if (retry === undefined && !known) {
          t.blocked(
            id,
            `no second attempt came within ${Math.round(waitedMs / 1000)} s, and the document shows no schedule; declare webhooks.retryWithin to have it judged`,
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
      if (pauses.length > 0)
        t.observe(
          'pay.open.retry-schedule',
          `first retry after ${Math.round(Math.min(...pauses))} to ${Math.round(slowest)} ms`,
        )
    },
  }),

  // Receiver rules: respond with a 2xx status. Any of them: the attempts end.
  defineCheck({
    id: 'pay/deliveries/ends-after-2xx',
    title: 'A delivery answered 204 is not tried again and again',
    covers: ['pay.delivery.ends-after-2xx'],
    needs: troubled.needs,
    uses: [troubled],
    tier: 'write',
    phase: 'settled',
    async run(t) {
      const { terse, error } = await t.use(troubled)
      const first = await terse
        .next(terminal, { within: (t.target.webhooks?.deliveryWithin ?? 30) * 1000 })
        .catch(() => t.block(`no terminal event arrived at ${terse.name}`))
      // A sender with doubling pauses makes its second repeat after about three first pauses.
      const [failed, again] = error.deliveries.filter(terminal)
      const pauseMs = failed && again ? again.arrivedMono - failed.arrivedMono : 30_000 / t.target.timeScale
      const until = first.arrivedMono + Math.min(pauseMs * 4 + 300, 60_000)
      await t.pause(Math.max(0, until - performance.now()))
      const attempts = terse.deliveries.filter(terminal)
      const copies = attempts.length - 1
      if (copies === 1) t.observe('pay.open.delivery-extra-copies', 'one more copy after a 2xx', attempts)
      t.conclude('pay.delivery.ends-after-2xx', {
        ok: copies < 2,
        subject: `the terminal event to ${terse.name}, every attempt answered 204`,
        expected: 'no further attempts',
        actual: `${copies} further attempts`,
        ...(copies === 1 ? { note: 'one more copy is lawful: an event may be delivered more than once' } : {}),
        evidence: attempts,
      })
    },
  }),
]
