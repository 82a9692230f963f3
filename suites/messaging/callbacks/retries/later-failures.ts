import type { Check } from '../../../../kit/check/check.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { mayBeUnread } from '../../../shared/late-answers.ts'
import { JITTERED, SILENCE } from '../../../shared/pauses.ts'
import { type CheckContext, defineCheck, type RequirementId } from '../../define.ts'
import { MOST_EVENTS } from '../../sending/sends.ts'
import { smsRun } from '../../sending/sms-timeline.ts'
import { deliverySubject, identityOf, mayHaveFailed, TRAP } from '../deliveries.ts'
import type { SmsWebhook } from '../sms-webhook.ts'

/** At an ordinary depth later attempts are watched for so long at most, ms, beyond what other checks wait. */
const LONGEST_MS = 15_000
/** Seconds from the end of what the run waits for besides until a sender of the typical numbers tries again, on its clock. */
const USUAL_NEXT = 84
/** How long a sender of the typical numbers waits for an answer, seconds of its time. */
const PATIENCE_S = 10
/** So many attempts are no maximum that one would choose. */
const ENDLESS = 12

const COVERS = [
  'msg.delivery.retry-after-server-error',
  'msg.delivery.retry-after-client-error',
  'msg.delivery.retry-after-redirect',
  'msg.delivery.retry-after-timeout',
  'msg.delivery.retry-after-reset',
] as const satisfies readonly RequirementId[]

/** What a failed attempt is about; undefined for one that the run does not understand either. */
function failureOf({ answer }: Delivery): (typeof COVERS)[number] | undefined {
  if (answer.kind === 'hang') return 'msg.delivery.retry-after-timeout'
  if (answer.kind === 'reset') return 'msg.delivery.retry-after-reset'
  if (answer.kind !== 'status') return undefined
  if (answer.status >= 500) return 'msg.delivery.retry-after-server-error'
  if (answer.status >= 400) return 'msg.delivery.retry-after-client-error'
  return answer.status >= 300 ? 'msg.delivery.retry-after-redirect' : undefined
}

const said = ({ answer }: Delivery): string => (answer.kind === 'status' ? String(answer.status) : answer.kind)

/** Attempts by their event, in the order of arrival. */
function eventsOf(deliveries: readonly Delivery[]): readonly (readonly Delivery[])[] {
  const events = new Map<string, Delivery[]>()
  for (const each of deliveries) {
    const identity = identityOf(each)
    events.set(identity, [...(events.get(identity) ?? []), each])
  }
  return [...events.values()]
}

const spanOf = (attempts: readonly Delivery[]): number =>
  (attempts.at(-1)?.arrivedMono ?? 0) - (attempts[0]?.arrivedMono ?? 0)

/** How long after its last attempt another one would surely have come, ms. */
function dueAfter(t: CheckContext, longest: readonly Delivery[]): number {
  const declared = t.target.webhooks?.retryWithin
  const pauses = longest.slice(1).map((each, index) => each.arrivedMono - (longest[index]?.arrivedMono ?? 0))
  // A pause that was seen may be declared too short, and comes once more with other jitter.
  if (declared !== undefined) return Math.max(declared * 1000, ...pauses.map((each) => each * JITTERED))
  return Math.max(spanOf(longest), ...pauses.map((each) => each * SILENCE))
}

const longestOf = (events: readonly (readonly Delivery[])[]): readonly Delivery[] =>
  events.toSorted((one, other) => other.length - one.length)[0] ?? []

/** How long each event may still come again, ms; those that were taken, or whose next attempt is overdue, are left out. */
export function openFor(events: readonly (readonly Delivery[])[], due: number, now: number): readonly number[] {
  return events.flatMap((each) => {
    const last = each.at(-1)
    const left = (last?.arrivedMono ?? 0) + due - now
    return last !== undefined && mayHaveFailed(last) && left > 0 ? [left] : []
  })
}

/** Part of the time after which an event is overdue by which another may have begun later and still be as far. */
const LAG = 0.1

/**
 * Events of which no attempt was taken and that had fewer than there are, while another that began with them and was not
 * taken either had as many. Where events come more than once that is known of them all the same: each of its copies would
 * have been tried so often.
 *
 * @param configured attempts, as the target file says; none of those are known to be too few where it does not
 * @param dueOf how long after its last attempt another one would have come, ms, by the attempts of that other event
 */
export function givenUp(
  events: readonly (readonly Delivery[])[],
  configured: number | undefined,
  dueOf: (longest: readonly Delivery[]) => number,
  now: number,
): readonly (readonly Delivery[])[] {
  if (configured === undefined) return []
  const untaken = events.filter((attempts) => attempts.every(mayHaveFailed))
  const whole = untaken.filter(({ length }) => length >= configured)
  return untaken.filter((attempts) => {
    const [first, last] = [attempts[0]?.arrivedMono ?? 0, attempts.at(-1)?.arrivedMono ?? 0]
    const isPassed = (other: readonly Delivery[]): boolean => {
      const due = dueOf(other)
      return (other[0]?.arrivedMono ?? 0) - first <= due * LAG && now - last >= due
    }
    return attempts.length < configured && whole.some(isPassed)
  })
}

/** Waits until every event was taken, or its next attempt would surely have come: how many there are shows only then. */
async function settled(t: CheckContext, { inbox }: SmsWebhook): Promise<void> {
  const until = t.depth === 'deep' ? Number.POSITIVE_INFINITY : t.clock.now() + LONGEST_MS
  while (t.clock.now() < until) {
    const events = eventsOf(inbox.deliveries)
    const longest = longestOf(events)
    const open = openFor(events, dueAfter(t, longest), t.clock.mono())
    const newest = inbox.deliveries.at(-1)
    if (open.length === 0 || newest === undefined || longest.length > ENDLESS || t.signal.aborted) return
    await inbox
      .next(() => true, { within: Math.min(Math.max(...open), until - t.clock.now()), after: newest })
      .catch(() => undefined)
  }
}

export const laterFailures: readonly Check[] = [
  // Events › Receiver response and retries: a failure is retried until a maximum of attempts, whatever answer it is and
  // however many came before. The most attempts that any event had are fewer than the maximum or as many.
  defineCheck({
    id: 'msg/delivery-retries/later-failures',
    title: 'a failure is tried again at every attempt, while another event has more of them',
    covers: COVERS,
    judgedWith: { 'msg.delivery.retry-after-redirect': MOST_EVENTS },
    needs: ['messaging.smsWebhook'],
    uses: [smsRun],
    phase: 'settled',
    cost: {
      lingers: ({ timeScale }, depth) =>
        depth === 'standard' ? Math.min(LONGEST_MS / 1000, USUAL_NEXT / timeScale) : 0,
    },
    runsAfter: ['msg/delivery-retries/retries', 'msg/delivery-retries/ends', 'msg/delivery-retries/schedule'],
    run: async (t) => {
      const { webhook } = await t.use(smsRun)
      await settled(t, webhook)
      const events = eventsOf(webhook.inbox.deliveries)
      // A 2xx that came too late, or that nobody was there to read, is none to its sender.
      const wasTaken = (one: Delivery): boolean =>
        !mayHaveFailed(one) && t.lateness(one, 0) < t.clock.scaled(PATIENCE_S) / 2
      const isRepeated = events.some((each) => each.slice(0, -1).some(wasTaken))
      const longest = longestOf(events)
      const due = dueAfter(t, longest)
      const isFollowed = (t.inbox(TRAP)?.deliveries.length ?? 0) > 0
      const configured = t.service.smsWebhook?.attempts
      const abandoned = givenUp(events, configured, (other) => dueAfter(t, other), t.clock.mono())
      for (const id of COVERS) {
        if (isFollowed && id === 'msg.delivery.retry-after-redirect') {
          // What the sender found behind the redirect it took for the answer.
          t.markUnexercised(id, 'not met', 'the redirect was followed, to a 200')
          continue
        }
        const tally = new Tally(t, id, 'another attempt')
        for (const attempts of isRepeated ? [] : events) {
          for (const [index, attempt] of attempts.entries()) {
            if (failureOf(attempt) !== id) continue
            const next = attempts[index + 1]
            const isDue = attempts.length < longest.length && t.clock.mono() - attempt.arrivedMono >= due
            if (next !== undefined) {
              // Who never read the answer tries again for want of one.
              if (attempt.answer.kind === 'hang' || !mayBeUnread(t, attempt)) tally.agree([attempt, next])
            } else if (isDue)
              tally.contradict({
                subject: `attempt ${index + 1} of ${deliverySubject(attempt)}, which the run answered so: ${said(attempt)}`,
                actual: `none, while another event had ${longest.length}`,
                evidence: [...attempts, ...longest.slice(-1)],
              })
          }
        }
        for (const attempts of isRepeated ? abandoned : []) {
          const last = attempts.at(-1)
          if (last === undefined || failureOf(last) !== id) continue
          tally.contradict({
            subject: `attempt ${attempts.length} of ${deliverySubject(last)}, which the run answered so: ${said(last)}`,
            actual: `none, while the target file says that there are ${configured}`,
            evidence: [...attempts],
          })
        }
        tally.close(
          isRepeated
            ? 'events come more than once: which of their attempts belong together is not known'
            : 'no attempt was made to fail so, or it was the last one of its event',
        )
      }
    },
  }),
]
