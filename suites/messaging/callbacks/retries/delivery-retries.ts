import type { Check } from '../../../../kit/check/check.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { holdSeconds } from '../../../../kit/webhooks/patience.ts'
import { isLate } from '../../../shared/late-answers.ts'
import { endWatch, type Failure, judgeEnd, judgeRetries } from '../../../shared/retries.ts'
import { type CheckContext, defineCheck, lineFor, type RequirementId } from '../../define.ts'
import { ANY_RECIPIENT, FATES, MOST_EVENTS, phoneOf } from '../../sending/sends.ts'
import { smsRun } from '../../sending/sms-timeline.ts'
import { identityOf, TRAP, textAt } from '../deliveries.ts'
import type { SmsWebhook } from '../sms-webhook.ts'
import { mayWait } from './delivery-order.ts'
import { attemptsOf, isTaken, ODD, repeatsAny, takenAlike } from './event-attempts.ts'
import type { Part } from './receiver-parts.ts'
import { retrySchedule } from './retry-schedule.ts'

const FAILING = [
  { id: 'msg.delivery.retry-after-server-error', part: 'server error' },
  { id: 'msg.delivery.retry-after-client-error', part: 'client error' },
  { id: 'msg.delivery.retry-after-timeout', part: 'no answer' },
  { id: 'msg.delivery.retry-after-reset', part: 'reset' },
  { id: 'msg.delivery.retry-after-redirect', part: 'redirect' },
] as const satisfies readonly { id: RequirementId; part: Part }[]

/** How a failure calls an attempt, by what the run did with it. */
function attemptThat(attempt: Delivery | undefined): string {
  const { kind, status } = { status: 0, kind: 'none', ...attempt?.answer }
  if (kind === 'reset') return 'an attempt whose connection the run reset'
  return kind === 'status'
    ? `an attempt that the run answered with ${status}`
    : 'an attempt that the run did not answer'
}

function failureOf(t: CheckContext, webhook: SmsWebhook, row: (typeof FAILING)[number]): Failure {
  const [first] = attemptsOf(webhook, row.part)
  const identity = webhook.eventOf(row.part)
  const event = first === undefined ? undefined : textAt(first, '/event')
  return {
    ...row,
    what: event === undefined ? attemptThat(first) : `${attemptThat(first)}, of ${event}`,
    first,
    holdMs: row.part === 'no answer' ? holdSeconds(t.target) * 1000 : 0,
    attempts: () => attemptsOf(webhook, row.part).length,
    again: (after, within) =>
      webhook.inbox.next((each) => identityOf(each) === identity, { within, after }).catch(() => undefined),
  }
}

// Events › Receiver response and retries: anything but a 2xx is a failure, and is tried again.
const retries = defineCheck({
  id: 'msg/delivery-retries/retries',
  title: 'an attempt that fails is tried again, whatever the failure',
  covers: FAILING.map(({ id }) => id),
  mayNeed: { 'webhooks.retryWithin': 'where no second attempt comes in the time given' },
  judgedWith: {
    'msg.delivery.retry-after-redirect': MOST_EVENTS,
  },
  needs: ['messaging.smsWebhook'],
  scriptsReceiver: true,
  uses: [smsRun],
  phase: 'settled',
  run: async (t) => {
    const { webhook } = await t.use(smsRun)
    const [redirected] = attemptsOf(webhook, 'redirect')
    const trapped = t.inbox(TRAP)?.deliveries ?? []
    if (redirected !== undefined && trapped.length > 0) {
      // What the sender found behind the redirect it took for the answer.
      t.markUnexercised('msg.delivery.retry-after-redirect', 'not met', 'the redirect was followed, to a 200')
      t.observe('msg.open.redirects', 'followed', [redirected, ...trapped.slice(0, 1)])
    }
    const rows = FAILING.filter(({ part }) => part !== 'redirect' || trapped.length === 0)
    const given = rows.filter((row) => webhook.eventOf(row.part) !== undefined)
    for (const { id } of rows.filter((row) => !given.includes(row))) fewEvents(t, id)
    const pauses = await judgeRetries(
      t,
      given.map((row) => failureOf(t, webhook, row)),
    )
    if (pauses !== undefined) {
      const { quickest, slowest } = pauses
      t.observe('msg.open.webhook-numbers', `first retry after ${Math.round(quickest)} to ${Math.round(slowest)} ms`)
    }
  },
})

export function fewEvents(t: CheckContext, id: RequirementId): void {
  const unclaimed = FATES.filter((fate) => phoneOf(t, fate) === undefined)
  const reason = 'too few events came for a receiver that behaves so'
  if (unclaimed.length === 0) t.markUnexercised(id, 'not met', reason)
  else {
    const lines = unclaimed.map((fate) => lineFor(`messaging.fixtures.phones.${fate}`)).join('\n')
    t.markUnexercised(id, 'not claimed', `${reason}; more recipients bring more`, lines)
  }
}

/** Seconds of the document's time in which the usual attempts of two events end, one after the other. */
const IN_ORDER = 1200

const ENDING = [
  {
    id: 'msg.delivery.ends-after-other-success',
    part: 'other success',
    what: 'an event that the run answered with a 2xx other than 200',
  },
  {
    id: 'msg.delivery.body-ignored',
    part: 'odd body',
    what: 'an event that the run answered with 200 and a body that speaks of an error',
  },
] as const satisfies readonly { id: RequirementId; part: Part; what: string }[]

/** One event of each 2xx beside 200 and beside that of the part, which was the answer to its first attempt. */
function otherSuccesses({ inbox, partOf }: SmsWebhook): readonly Delivery[] {
  const firsts = new Map(inbox.deliveries.toReversed().map((each) => [identityOf(each), each])).values()
  const byStatus = new Map<number, Delivery>()
  for (const first of firsts) {
    const status = first.answer.kind === 'status' ? first.answer.status : 0
    const isOther = isTaken(status) && status !== 200 && partOf(identityOf(first)) === 'ok'
    if (isOther && textAt(first, '/event') !== undefined) byStatus.set(status, first)
  }
  return [...byStatus.values()]
}

// Events › Receiver response and retries: any 2xx is success and ends retrying; the body is ignored.
const ends = defineCheck({
  id: 'msg/delivery-retries/ends',
  title: 'an event that was answered with a 2xx is not tried again and again',
  covers: ['msg.delivery.ends-after-ok', ...ENDING.map(({ id }) => id)],
  judgedWith: { 'msg.delivery.ends-after-ok': ANY_RECIPIENT.flat() },
  needs: ['messaging.smsWebhook'],
  scriptsReceiver: true,
  uses: [smsRun],
  phase: 'settled',
  run: async (t) => {
    const { webhook } = await t.use(smsRun)
    const isPlain = ({ answer }: Delivery): boolean => answer.kind === 'status' && answer.status === 200
    const isUsual = (each: Delivery): boolean => !ODD.includes(webhook.partOf(identityOf(each)))
    // A sender in order comes to what is taken once what was refused is given up.
    if (t.depth === 'deep' && mayWait(t))
      await webhook.inbox
        .next((each) => isPlain(each) && isUsual(each), { within: t.clock.scaled(IN_ORDER) })
        .catch(() => undefined)
    const [failed, again] = attemptsOf(webhook, 'server error')
    const retryPause = failed && again ? again.arrivedMono - failed.arrivedMono : undefined
    const watchMs = endWatch(t, retryPause)
    const accepted = webhook.inbox.deliveries.filter(isPlain)
    // Attempts at one event are told by its name and message: without them copies cannot be counted.
    const readable = accepted.filter((each) => textAt(each, '/event') !== undefined)
    const usual = readable.filter(isUsual)
    // One that was answered in time shows what a 200 does.
    const plain = usual.find((each) => !isLate(t, each)) ?? usual[0]
    const afterOk =
      plain === undefined
        ? fewEvents(t, 'msg.delivery.ends-after-ok')
        : await judgeEnd(t, 'msg.delivery.ends-after-ok', {
            what: `${textAt(plain, '/event')}, which the run answered with 200`,
            accepted: plain,
            attempts: () => webhook.inbox.deliveries.filter((each) => identityOf(each) === identityOf(plain)),
            watchMs,
            retryPause,
            repeatsOthers: () => repeatsAny(webhook, plain),
            alike: () => takenAlike(webhook, plain),
          })
    const copies = await Promise.all(
      ENDING.map(async ({ id, part, what }) => {
        const [first] = attemptsOf(webhook, part)
        if (first === undefined) return fewEvents(t, id)
        if (part === 'odd body' && (afterOk?.length ?? 0) > 1) {
          return t.markUnexercised(id, 'not met', 'a 200 with a usual body does not end the attempts either')
        }
        return judgeEnd(t, id, {
          what,
          accepted: first,
          attempts: () => attemptsOf(webhook, part),
          watchMs,
          retryPause,
          repeatsOthers: () => repeatsAny(webhook, first),
          alike: () => takenAlike(webhook, first),
        })
      }),
    )
    const more = await Promise.all(
      otherSuccesses(webhook).map((first) =>
        judgeEnd(t, 'msg.delivery.ends-after-other-success', {
          what: ENDING[0].what,
          accepted: first,
          attempts: () => webhook.inbox.deliveries.filter((each) => identityOf(each) === identityOf(first)),
          watchMs,
          retryPause,
          repeatsOthers: () => repeatsAny(webhook, first),
          alike: () => takenAlike(webhook, first),
        }),
      ),
    )
    const repeated = [afterOk, ...copies, ...more].flatMap((each) => each ?? [])
    if (repeated.length > 0) t.observe('msg.open.duplicate-cause', 'copies after a 2xx', repeated.slice(0, 3))
  },
})

export const deliveryRetries: readonly Check[] = [retries, ends, retrySchedule]
