import type { Depth } from '../../../../kit/check/depth.ts'
import type { Target } from '../../../../kit/target/target.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { isLate } from '../../../shared/late-answers.ts'
import { JITTERED, SILENCE } from '../../../shared/pauses.ts'
import { retryPatienceMs } from '../../../shared/retries.ts'
import { type CheckContext, defineCheck, type RequirementId } from '../../define.ts'
import { smsRun, smsTimelineOf } from '../../sending/sms-timeline.ts'
import { identityOf, mayHaveFailed } from '../deliveries.ts'
import type { SmsWebhook } from '../sms-webhook.ts'
import { concludeBounded, ENDLESS, fewAttempts } from './attempt-counts.ts'
import { attemptsOf, isTaken, ODD, repeatsAccepted, repeatsAny, repeatsEach } from './event-attempts.ts'
import type { Part } from './receiver-parts.ts'

/** Pauses that grow by less are those of a sender that does not back off: jitter alone changes them more. */
const GROWTH = 1.1
/** Part of the first pause for which this process may have stood still, and pauses still be compared. */
const UNSURE = 0.1
/** Jitter of 15 % makes equal pauses differ by less. */
const ALIKE = 1.4
/** So much of the pause before it a pause has that shrinks, whatever its jitter. */
const SHRUNK = 0.8
/** Alike up to here, seconds of the document's time, pauses are those of no backoff; longer ones may be its cap. */
const LONGEST_ALIKE = 60
/** So many pauses tell that they are alike, or that they shrink. */
const TELLING = 4
/** Pauses of a sender of the typical numbers, seconds of its time: five attempts, from half a minute on, each twice the one before. */
const USUAL_PAUSES = [30, 60, 120, 240]

/** A sender that shares its machine may come so much later than it meant to, ms of real time. */
const STARVED_MS = 1000

/** Events of reports fail in other ways. */
const NO_SUBMIT = 'no event of a submit came that could be answered with a server error each time'

const BACKOFF = [
  'msg.delivery.backoff-grows',
  'msg.delivery.backoff-exponential',
] as const satisfies readonly RequirementId[]

const ENDED = [
  { id: 'msg.delivery.ends-after-other-success', part: 'reset', what: 'an attempt answered with another 2xx' },
  { id: 'msg.delivery.ends-after-other-success', part: 'redirect', what: 'an attempt answered with another 2xx' },
  { id: 'msg.delivery.body-ignored', part: 'no answer', what: 'an attempt answered 200 with a text that is no JSON' },
] as const satisfies readonly { id: RequirementId; part: Part; what: string }[]

// Events › Receiver response and retries: exponential backoff until a maximum number of attempts. Limits: typical numbers.
export const retrySchedule = defineCheck({
  id: 'msg/delivery-retries/schedule',
  title: 'the attempts at an event that always fails back off, and end',
  covers: [
    'msg.delivery.backoff-grows',
    'msg.delivery.backoff-exponential',
    'msg.delivery.bounded',
    'msg.delivery.retry-after-client-error',
    ...new Set(ENDED.map(({ id }) => id)),
  ],
  mayNeed: { 'webhooks.retryWithin': 'where too few attempts come in the time given' },
  needs: ['messaging.smsWebhook'],
  scriptsReceiver: true,
  uses: [smsRun],
  phase: 'settled',
  cost: { waits: usualEnd, givesUp: usualTail },
  run: async (t) => {
    const { webhook } = await t.use(smsRun)
    if (webhook.eventOf('server error') === undefined) t.abortBlocked(NO_SUBMIT)
    const ended = (await watchEnd(t, webhook)) && !(await goesOn(t, webhook)) && !isDeclaredTooShort(t, webhook)
    const attempts = attemptsOf(webhook, 'server error')
    await concludeOtherErrors(t, webhook, ended ? attempts : [])
    concludeLateEnds(t, webhook, ended)
    const pauses = pausesOf(attempts)
    if (repeatsAccepted(t, webhook, webhook.eventOf('server error') ?? '', isTaken)) {
      const { callbacks, isSubmit } = smsTimelineOf(t)
      const submits = new Set(callbacks.filter(isSubmit).map(({ delivery }) => identityOf(delivery)))
      concludeMixed(t, attempts, repeatsEach(t, webhook, submits))
      return
    }
    const came = `${attempts.length} attempts came in the time given`
    if (pauses.length < TELLING && ended)
      t.markInapplicable('msg.delivery.backoff-exponential', `an event has ${attempts.length} attempts`, attempts)
    else if (pauses.length < TELLING) fewAttempts(t, 'msg.delivery.backoff-exponential', came)
    if (pauses.length < 2) fewAttempts(t, 'msg.delivery.backoff-grows', came)
    else concludeGrowth(t, attempts, pauses)
    concludeBounded(t, attempts, attemptsOf(webhook, 'client error'), ended, repeatsAny(webhook))
    if (attempts.length > 1)
      t.observe(
        'msg.open.webhook-numbers',
        `${attempts.length} attempts${ended ? '' : ' or more'}, pauses of ${textOf(pauses)}`,
      )
  },
})

/**
 * Of an event whose copies, if it has any, have attempts of their own: pauses that grow from each to the next, and by more
 * than jitter in all, are those of one sender that backs off. Any others are held against nobody.
 * @param isAll whether every event of a submit comes more than once
 */
export function concludeMixed(t: CheckContext, attempts: readonly Delivery[], isAll: boolean): void {
  const reason = 'events come more than once: which of their attempts belong together is not known'
  const pauses = pausesOf(attempts)
  const [first = 0] = pauses
  const grows =
    pauses.length >= TELLING &&
    pauses.every((each, index) => index === 0 || each >= (pauses[index - 1] ?? 0) * GROWTH) &&
    (pauses.at(-1) ?? 0) >= first * ALIKE
  t.markUnexercised('msg.delivery.bounded', 'not met', reason)
  if (grows) {
    concludeGrowth(t, attempts, pauses)
    return
  }
  t.markUnexercised('msg.delivery.backoff-grows', 'not met', reason)
  if (isAll) t.markInapplicable('msg.delivery.backoff-exponential', reason, attempts)
  else t.markUnexercised('msg.delivery.backoff-exponential', 'not met', reason)
}

/** Whether an event had more attempts than one that seems to have ended, after a pause longer than the target file declares. */
function isDeclaredTooShort(t: CheckContext, webhook: SmsWebhook): boolean {
  const declaredMs = (t.target.webhooks?.retryWithin ?? Number.POSITIVE_INFINITY) * 1000
  const [own, other] = (['server error', 'client error'] as const).map((part) => attemptsOf(webhook, part))
  return (other?.length ?? 0) > (own?.length ?? 0) && pausesOf(other ?? []).some((each) => each > declaredMs)
}

/** Whether another attempt comes after all, where another event had more of them: a starved sender is late. */
async function goesOn(t: CheckContext, webhook: SmsWebhook): Promise<boolean> {
  const [own, other] = (['server error', 'client error'] as const).map((part) => attemptsOf(webhook, part))
  const last = own?.at(-1)
  if (last === undefined || (other?.length ?? 0) <= (own?.length ?? 0)) return false
  const within =
    Math.max(0, last.arrivedMono + SILENCE * (pausesOf(own ?? []).at(-1) ?? 0) - t.clock.mono()) + 2 * STARVED_MS
  const identity = webhook.eventOf('server error')
  return webhook.inbox
    .next((each) => identityOf(each) === identity, { within, after: last })
    .then(
      () => true,
      () => false,
    )
}

/** Judges that pauses grow, unless this process stood still for too much of them. */
function concludeGrowth(t: CheckContext, attempts: readonly Delivery[], pauses: readonly number[]): void {
  const [first = 0] = pauses
  const last = pauses.at(-1) ?? 0
  const isTelling = pauses.length >= TELLING
  // Four alike are no backoff; others may be those of much jitter.
  const isFlat = isTelling && Math.max(...pauses) < Math.min(...pauses) * ALIKE
  const isBrief = Math.max(...pauses) <= t.clock.scaled(LONGEST_ALIKE)
  const shrinks = isTelling && pauses.every((each, index) => index === 0 || each < (pauses[index - 1] ?? 0) * SHRUNK)
  const ok = last >= first * GROWTH && !isFlat
  const stoodStill = Math.max(...attempts.map((each, index) => t.lateness(each, pauses[index] ?? 0)))
  if (!ok && stoodStill > Math.min(first, last) * UNSURE) {
    const reason = `whether pauses of ${textOf(pauses)} grow is not sure: this machine stood still for ${Math.round(stoodStill)} ms in one of them`
    for (const id of BACKOFF) t.markUnexercised(id, 'not met', reason)
    return
  }
  const about = {
    subject: `the pauses between ${attempts.length} attempts`,
    expected: 'longer ones as they go on',
    actual: textOf(pauses),
    evidence: attempts.slice(0, 5),
  }
  t.conclude('msg.delivery.backoff-grows', { ...about, ok, soft: true })
  if (isTelling) t.conclude('msg.delivery.backoff-exponential', { ...about, ok: !shrinks && !(isFlat && isBrief) })
}

/**
 * The event that was answered 410 is answered other 4xx next. Once the event answered 500 has ended with more attempts,
 * another one was due after the last of them.
 */
async function concludeOtherErrors(t: CheckContext, webhook: SmsWebhook, ended: readonly Delivery[]): Promise<void> {
  const id = 'msg.delivery.retry-after-client-error'
  // Jitter may make one event much quicker than another: what counts is the time that the target file declares.
  const span = (ended.at(-1)?.arrivedMono ?? 0) - (ended[0]?.arrivedMono ?? 0)
  const declared = t.target.webhooks?.retryWithin
  const due =
    declared === undefined
      ? Math.max(span, ...pausesOf(ended).map((each) => each * SILENCE))
      : Math.max(declared * 1000, ...pausesOf(ended).map((each) => each * JITTERED))
  const isDue = (one: Delivery): boolean => t.clock.mono() - one.arrivedMono >= due + STARVED_MS
  const before = attemptsOf(webhook, 'client error').at(-1)
  // It is as good as over: so little more tells it.
  if (before !== undefined && !isDue(before) && t.clock.mono() - before.arrivedMono >= due) {
    const identity = webhook.eventOf('client error')
    await webhook.inbox
      .next((each) => identityOf(each) === identity, { within: STARVED_MS, after: before })
      .catch(() => undefined)
  }
  const attempts = attemptsOf(webhook, 'client error')
  const last = attempts.at(-1)
  const isLast =
    last !== undefined && attempts.length > 1 && attempts.length < ended.length && mayHaveFailed(last) && isDue(last)
  const told = isLast ? last : attempts.slice(1, -1).at(-1)
  if (told === undefined)
    t.markUnexercised(id, 'not met', 'no second answer of another 4xx was given, or not long enough ago')
  else
    t.conclude(id, {
      ok: !isLast,
      subject: `an attempt answered ${told.answer.kind === 'status' ? told.answer.status : ''} (${told.id})`,
      expected: 'another attempt',
      actual: `none, while an event answered with a 5xx had ${ended.length}`,
      awaited: true,
      evidence: attempts,
    })
}

/** Events that were taken at a later attempt: judged once the event answered 500 has ended. */
function concludeLateEnds(t: CheckContext, webhook: SmsWebhook, hasEnded: boolean): void {
  const mute = new Map(ENDED.map(({ id }) => [id, 'no later attempt was answered so, or not long enough ago']))
  for (const { id, part, what } of ENDED) {
    const attempts = attemptsOf(webhook, part)
    const accepted = attempts.find((each) => !mayHaveFailed(each))
    // Where a usual 200 does not end the attempts either, the body is not to blame.
    if (
      !hasEnded ||
      accepted === undefined ||
      (ODD.includes(part) && repeatsAccepted(t, webhook, identityOf(accepted)))
    )
      continue
    const copies = attempts.slice(attempts.indexOf(accepted) + 1)
    // What came after an answer that was late has its reasons.
    const unexplained = copies.filter((_, index) => !isLate(t, copies[index - 1] ?? accepted))
    if (copies.length > 1 && unexplained.length < 2) {
      mute.set(id, 'this machine stood still when it was answered, and it may have come again for that')
      continue
    }
    mute.delete(id)
    t.conclude(id, {
      ok: copies.length < 2,
      subject: `${what} (${accepted.id})`,
      expected: 'no further attempts',
      actual: `${copies.length} further attempts`,
      evidence: [accepted, ...copies],
    })
  }
  for (const [id, reason] of mute) t.markUnexercised(id, 'not met', reason)
}

const pausesOf = (attempts: readonly Delivery[]): number[] =>
  attempts.slice(1).map((each, index) => each.arrivedMono - (attempts[index]?.arrivedMono ?? 0))

const textOf = (pauses: readonly number[]): string => pauses.map((each) => `${Math.round(each)} ms`).join(', ')

/** At an ordinary depth the tail of a schedule is watched for so long at most, seconds: days of it belong to full depth. */
const LONGEST_TAIL = 30

/** The typical number of attempts: who has made as many may have come to the end of them. */
const USUAL = 5
/** So much longer an end is waited for that is so near: whether it is seen is not to hang on the jitter of a schedule, ms. */
const JITTER_MS = 6_000

/** Seconds from the first attempt of a usual sender to its third, with its jitter. */
const usualThird = ({ timeScale }: Target): number =>
  (USUAL_PAUSES.slice(0, 2).reduce((sum, each) => sum + each, 0) / timeScale) * JITTERED

/** Seconds until the attempts of a usual sender have ended, and the silence after them tells it. */
function usualEnd({ webhooks, timeScale }: Target): number {
  const [last = 0] = USUAL_PAUSES.slice(-1)
  const silence = Math.min((last / timeScale) * SILENCE, (webhooks?.retryWithin ?? Number.POSITIVE_INFINITY) + 1)
  return usualSpan(timeScale) + silence
}

/** Seconds for which the attempts of a usual sender are watched at most. */
function usualTail({ timeScale }: Target, depth: Depth): number {
  if (depth === 'deep') return Number.POSITIVE_INFINITY
  return LONGEST_TAIL + (usualSpan(timeScale) <= LONGEST_TAIL ? JITTER_MS / 1000 : 0)
}

/** Seconds from the first attempt of a usual sender to its last. */
const usualSpan = (timeScale: number): number => USUAL_PAUSES.reduce((sum, each) => sum + each / timeScale, 0)

/**
 * Waits for the attempts to end: until a silence that no growing pause explains. False when the time was up before, in
 * which a usual sender makes three at least, however short the run.
 */
async function watchEnd(t: CheckContext, webhook: SmsWebhook): Promise<boolean> {
  const declaredMs = (t.target.webhooks?.retryWithin ?? Number.POSITIVE_INFINITY) * 1000
  const patienceMs = retryPatienceMs(t)
  const longestMs = t.depth === 'deep' ? Number.POSITIVE_INFINITY : LONGEST_TAIL * 1000
  const tail = Math.min(patienceMs * (Number.isFinite(declaredMs) ? 3 : 2) + t.clock.scaled(10), longestMs)
  const [first] = attemptsOf(webhook, 'server error')
  const third = (first?.arrivedMono ?? 0) + usualThird(t.target) * 1000
  const until = Math.max(t.clock.mono() + tail, first === undefined ? 0 : third)
  const identity = webhook.eventOf('server error')
  for (;;) {
    const attempts = attemptsOf(webhook, 'server error')
    const last = attempts.at(-1)
    // The longest one so far: a short one in between tells nothing of the next.
    const pause = attempts.length < 2 ? undefined : Math.max(...pausesOf(attempts))
    if (last === undefined || attempts.length > ENDLESS || t.signal.aborted) return false
    // Where more attempts are configured, much jitter explains a longer pause.
    const isShort = attempts.length < (t.service.smsWebhook?.attempts ?? 0)
    const silence =
      pause === undefined ? patienceMs : Math.min(pause * (isShort ? 2 * SILENCE : SILENCE) + 300, declaredMs + 1000)
    const left = last.arrivedMono + silence - t.clock.mono()
    if (left <= 0) return pause !== undefined
    const ahead = until + (attempts.length >= USUAL ? JITTER_MS : 0) - t.clock.mono()
    if (left > ahead && (attempts.length > 2 || ahead <= 0)) return false
    await webhook.inbox
      .next((each) => identityOf(each) === identity, { within: Math.min(left, ahead), after: last })
      .catch(() => undefined)
  }
}
