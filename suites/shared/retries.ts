import type { SharedContext } from '../../kit/check/context.ts'
import { subjectOf } from '../../kit/check/verdicts/subject.ts'
import { claimsOf } from '../../kit/target/claims.ts'
import type { Target } from '../../kit/target/target.ts'
import type { Delivery } from '../../kit/webhooks/delivery.ts'
import { retryPatience } from '../../kit/webhooks/patience.ts'
import { GIVES_UP, isAlike, isLate, mayBeUnread } from './late-answers.ts'

/** Without a declaration a sender is late when it takes so many times its slowest known retry, and a second. */
const SLOWER = 3
const SLACK_MS = 1000
/** The second repeat of a sender with doubling pauses comes after about three first pauses. */
const END_PAUSES = 4
const LONGEST_WATCH_MS = 95_000
/** From an attempt that failed to the next one senders usually take so long, seconds of the target's time. */
const FIRST_PAUSE = 30

const RETRY_LINE = claimsOf([]).lineFor('webhooks.retryWithin')

/** An attempt that was made to fail, and how the one after it is waited for. */
export interface Failure {
  readonly id: string
  /** What failed, for the reader: `a delivery that the run answered with 500`. */
  readonly what: string
  /** Undefined when no attempt came that could fail. */
  readonly first: Delivery | undefined
  /** How long the sender may hold the attempt before it counts as failed, ms. */
  readonly holdMs: number
  /** How many attempts at the event came so far, each time it is called. */
  readonly attempts: () => number
  /** The next attempt at the same event, or undefined when none comes for so long (ms). */
  readonly again: (after: Delivery, withinMs: number) => Promise<Delivery | undefined>
}

/**
 * Pauses between a failed attempt and the next one, ms; of what was left unanswered only where nothing else was tried
 * again, and none that a stall of this machine had a part in.
 */
export interface Pauses {
  readonly quickest: number
  readonly slowest: number
}

/** How long a retry is waited for, ms. */
export const retryPatienceMs = ({ target }: Pick<SharedContext, 'target'>): number => retryPatience(target) * 1000

/**
 * Judges that failed attempts are tried again. Silence contradicts where the target file declares when retries come, or
 * where the same sender is known to be quicker; else it blocks. Undefined when nothing was tried again.
 */
export async function judgeRetries(t: SharedContext, failures: readonly Failure[]): Promise<Pauses | undefined> {
  const declared = t.target.webhooks?.retryWithin
  const withinMs = retryPatienceMs(t)
  const waits = await Promise.all(failures.map((failure) => awaitRetry(t, failure, withinMs)))
  const pauses = waits.flatMap(({ pause }) => pause ?? [])
  const slowest = Math.max(...pauses)
  const most = Math.max(...failures.map(({ attempts }) => attempts()))
  for (const { id, what, first, retry, nth, isMissed, holdMs, waitedMs } of waits) {
    if (first === undefined) {
      t.markBlocked(id, `nothing arrived to which this could be done: ${what}`)
      continue
    }
    // How often it tries, and how long it pauses later on, is open: one that was given the answer again may be at its end.
    const isOver = retry === undefined && nth > 1 && (nth >= most || declared === undefined)
    if (isMissed || isOver) {
      const reason =
        'this machine stood still when the delivery was answered: its sender may have tried again for want of an answer'
      t.markUnexercised(id, 'not met', reason)
      continue
    }
    const known = declared !== undefined || (pauses.length > 0 && waitedMs > slowest * SLOWER + holdMs + SLACK_MS)
    if (retry === undefined && !known) {
      const reason = `no second attempt came within ${Math.round(waitedMs / 1000)} s, and the document shows no schedule; declare webhooks.retryWithin to have it judged`
      t.markBlocked(id, reason, [first], RETRY_LINE)
      continue
    }
    const within = declared ?? Math.round(waitedMs / 100) / 10
    t.conclude(id, {
      ok: retry !== undefined,
      subject: `${what}: ${subjectOf(first)}`,
      expected:
        declared === undefined && retry !== undefined ? 'another attempt' : `another attempt within ${within} s`,
      actual: 'none',
      awaited: true,
      ...(declared === undefined && retry === undefined
        ? { note: `other failures were tried again after ${Math.round(slowest)} ms` }
        : {}),
      evidence: retry === undefined ? [first] : [first, retry],
    })
  }
  // Before it tries again what was held a sender gives up, which is no pause of its own.
  const paused = waits.filter(({ pause }) => pause !== undefined)
  const answered = paused.filter(({ holdMs }) => holdMs === 0)
  const told = (answered.length === 0 ? paused : answered).flatMap(({ pause, isOwn }) => (isOwn ? (pause ?? []) : []))
  return told.length === 0 ? undefined : { quickest: Math.min(...told), slowest: Math.max(...told) }
}

/**
 * The attempt after the one that failed; where that may have been answered too late, after the next that was answered so.
 * `nth`: which of them it came after, from 1. `isMissed`: it may have come for want of an answer. `pause`: from the first
 * attempt to the second, ms; `isOwn`: no stall of this machine explains a part of it that counts.
 */
async function awaitRetry(t: SharedContext, failure: Failure, withinMs: number) {
  const { holdMs, again } = failure
  let { first } = failure
  let pause: number | undefined
  let isOwn = false
  for (let nth = 1; ; nth += 1) {
    const from = t.clock.now()
    const retry = first === undefined ? undefined : await again(first, withinMs + holdMs)
    if (first !== undefined && retry !== undefined && pause === undefined) {
      const lasted = retry.arrivedMono - first.arrivedMono
      pause = lasted
      // On either side of it: what is answered late is tried again late, and what arrives late is noted late.
      isOwn = Math.max(t.lateness(first, lasted), t.lateness(retry, 0)) <= lasted * SAME_PAUSE
    }
    const wait = { ...failure, first, retry, nth, pause, isOwn, waitedMs: t.clock.now() - from }
    // What was to have no answer has none, whenever it came.
    if (first === undefined || retry === undefined || holdMs > 0 || !mayBeUnread(t, first))
      return { ...wait, isMissed: false }
    if (!isAlike(first.answer, retry.answer)) return { ...wait, isMissed: true }
    first = retry
  }
}

/** Seconds after which a sender has usually tried again what was not answered: it gives up, then it pauses. */
export const usualRetry = ({ timeScale }: Pick<Target, 'timeScale'>): number => (GIVES_UP + FIRST_PAUSE) / timeScale

/** How long an event is watched for copies after a 2xx, ms; `firstPause`: between a failed attempt and the next. */
export function endWatch({ clock }: Pick<SharedContext, 'clock'>, firstPause: number | undefined): number {
  return Math.min((firstPause ?? clock.scaled(FIRST_PAUSE)) * END_PAUSES + 300, LONGEST_WATCH_MS)
}

/** How far, as a part of it, a pause may be from another that is taken for the same. */
const SAME_PAUSE = 0.1
/** Copies that follow more closely are no retries by a schedule, ms. */
const SHORTEST_PAUSE_MS = 200

/** Part of the pause before a retry within which copies belong together, and how long that is at most, ms. */
const TOGETHER = 0.25
const TOGETHER_MS = 5000

/**
 * Of copies of an event, those that something else than a copy a moment before brought: several senders, each of which
 * delivers more than once, are one further delivery, and who retries leaves a pause.
 * @param retryPause between a failed attempt and the next, ms; undefined where unknown
 */
export function apart(
  copies: readonly Delivery[],
  accepted: Delivery,
  retryPause: number | undefined,
): readonly Delivery[] {
  const together = Math.min(TOGETHER_MS, (retryPause ?? 0) * TOGETHER)
  return copies.filter((copy, index) => copy.arrivedMono - (copies[index - 1] ?? accepted).arrivedMono >= together)
}

/** Whether an event came once more when a retry would. */
const cameWhenDue = (pause: number, retryPause: number): boolean =>
  retryPause >= SHORTEST_PAUSE_MS && Math.abs(pause - retryPause) <= retryPause * SAME_PAUSE

/**
 * Judges that the attempts at an event end with the first 2xx. One further copy is lawful, for an event may be delivered
 * more than once; but not a copy that comes just when a retry would, where another event that was answered alike at another
 * time came again in the same way: an answer may be lost on its way to the sender, or be late there, once. Returns the copies
 * that no late answer of our own explains.
 */
export async function judgeEnd(
  t: SharedContext,
  id: string,
  end: {
    readonly what: string
    readonly accepted: Delivery
    /** All attempts at the event so far, in the order of arrival, each time it is called. */
    readonly attempts: () => readonly Delivery[]
    readonly watchMs: number
    /** Pause between a failed attempt and the next, ms; undefined where unknown. */
    readonly retryPause: number | undefined
    /** Whether the sender delivers other accepted events more than once, each time it is called. */
    readonly repeatsOthers: () => boolean
    /** The attempts at each other event whose first was answered as this one was, each time it is called. */
    readonly alike: () => readonly (readonly Delivery[])[]
  },
): Promise<readonly Delivery[]> {
  const { what, accepted, attempts, watchMs, retryPause, repeatsOthers, alike } = end
  await t.pause(Math.max(0, accepted.arrivedMono + watchMs - t.clock.mono()))
  const all = attempts()
  const copies = all.slice(all.indexOf(accepted) + 1)
  const further = apart(copies, accepted, retryPause)
  const pause = (further[0]?.arrivedMono ?? 0) - accepted.arrivedMono
  const isRetry =
    copies.length === 1 &&
    further.length === 1 &&
    retryPause !== undefined &&
    cameWhenDue(pause, retryPause) &&
    !repeatsOthers() &&
    alike().some(([first, second]) => {
      if (first === undefined || second === undefined || isLate(t, first)) return false
      // What held up the one held up what was sent beside it.
      const isAtAnotherTime = Math.abs(first.arrivedMono - accepted.arrivedMono) > retryPause
      return isAtAnotherTime && cameWhenDue(second.arrivedMono - first.arrivedMono, retryPause)
    })
  const unexplained = further.filter((copy) => !isLate(t, copies[copies.indexOf(copy) - 1] ?? accepted))
  if (copies.length > 0 && (isLate(t, accepted) || (further.length > 1 && unexplained.length < 2))) {
    const reason =
      'this machine stood still when the delivery was answered: a sender that tries it again has its reasons'
    t.markUnexercised(id, 'not met', reason)
    return []
  }
  const note = isRetry
    ? `it came after ${Math.round(pause)} ms; the retry after a failure came after ${Math.round(retryPause)} ms, another event that was taken alike came again as well, and none that was answered otherwise`
    : 'one more copy is lawful: an event may be delivered more than once'
  t.conclude(id, {
    ok: further.length < 2 && !isRetry,
    subject: `${what}: ${subjectOf(accepted)}`,
    expected: 'no further attempts',
    actual: `${copies.length} further attempt${copies.length === 1 ? '' : 's'}`,
    ...(copies.length > 0 && further.length < 2 ? { note } : {}),
    evidence: [accepted, ...copies],
  })
  return copies
}
