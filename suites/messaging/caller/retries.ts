import type { SharedContext } from '../../../kit/check/context.ts'
import { sectionOf } from '../../../kit/target/target.ts'
import type { Answer, Delivery } from '../../../kit/webhooks/delivery.ts'
import { interruptions, refusals, repeatable } from '../../../specs/messaging/caller/requirements.ts'
import {
  deduplicatedBy,
  evenness,
  flatness,
  isPatient,
  isRepeated,
  judgeUnrepeated,
  pausesOf,
  silenceOf,
  times,
  titleOf,
} from '../../shared/caller/judging.ts'
import { answer, outageIn, type Played, scaledFor, silence } from '../../shared/caller/scenario.ts'
import { defineCheck } from './define.ts'
import { errorAnswer, isOf, type Operation } from './endpoints.ts'
import { type Jitter, jitterOf, spreads } from './jitter.ts'
import { operate, type Player } from './playing.ts'
import { messagingCallerSection } from './section.ts'

/** Outages in a row: as many pauses, which grow. */
const OUTAGES = 3
/** Runs whose pauses are compared. */
const RUNS = 3
/** Seconds that a limiter asks for. */
const RETRY_AFTER = 3

const OPERATIONS: Readonly<Record<(typeof repeatable)[number], Operation>> = {
  send: 'send',
  'app creation': 'createApp',
  'OTP resend': 'resendOtp',
}

const slug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** How a refusal is worded at each status: in a shape that the document has for it. */
const refusalAt = (status: string): Answer =>
  status === '422'
    ? answer(422, { detail: [{ loc: ['body', 'phone_number'], msg: 'is no number', type: 'value_error' }] })
    : errorAnswer(Number(status), 'refused')

/** Reads that meet outages, a few at the same time, each under a name of its own. */
const outagesInARow = (t: Player, known = 0): Promise<Played[]> =>
  Promise.all(
    Array.from({ length: RUNS }, (_, index) =>
      operate(t, `outages in a row, ${known + index + 1}`, {
        operation: 'listWorkspaces',
        answers: Array.from({ length: OUTAGES }, () => errorAnswer(503, 'unavailable')),
      }),
    ),
  )

const readPauses = ({ requests }: Played): readonly number[] => pausesOf(requests.filter(isOf('listWorkspaces')))

interface Compared {
  readonly jitter: Jitter
  /** All that were compared. */
  readonly runs: readonly Played[]
  /** The most that this run saw one of their requests wait, ms. */
  readonly stoodStill: number
}

/** Compares pauses of several runs, and of as many more where a few do not tell. */
async function compared(t: Player & Pick<SharedContext, 'lateness'>, runs: readonly Played[]): Promise<Compared> {
  const late = runs.flatMap(({ requests }) => requests.map((each) => t.lateness(each, 0)))
  const stoodStill = Math.round(Math.max(0, ...late))
  const pauses = runs.map(readPauses)
  const jitter = jitterOf(pauses, { scaled: (seconds) => scaledFor(t, seconds), stoodStill })
  // A single pause is alike by chance now and then, or held up once: six times it is not.
  const isOpen = jitter === 'unclear' || pauses[0]?.length === 1
  return isOpen && runs.length === RUNS
    ? compared(t, [...runs, ...(await outagesInARow(t, RUNS))])
    : { jitter, runs, stoodStill }
}

/** Judges what a client sent again after an interruption: without a deduplication key it may be done twice. */
export function judgeAgain(
  t: Pick<SharedContext, 'conclude'>,
  what: (typeof repeatable)[number],
  after: (typeof interruptions)[number],
  first: Delivery,
  again: readonly Delivery[],
): void {
  const id = 'msg-caller.retry.not-blind'
  const bare = again.filter((each) => deduplicatedBy(first, each) === undefined)
  const kept = again.map((each) => deduplicatedBy(first, each)).find((each) => each !== undefined)
  const common = {
    subject: `${titleOf(first)} after ${after}`,
    expected: 'not sent again without a deduplication key',
    evidence: [first, ...again],
    at: { operation: what, after },
    ...(kept === undefined ? {} : { note: `sent again with ${kept}` }),
  }
  t.conclude(
    id,
    bare.length === 0
      ? { ok: true, ...common }
      : { ok: false, actual: `sent again ${times(bare.length)}`, soft: what === 'OTP resend', ...common },
  )
}

export const retryChecks = [
  // Idempotent operations are retried with exponential backoff and jitter. Messaging › Errors.
  defineCheck({
    id: 'msg-caller/retries/backoff',
    title: 'Pauses between retries of a read grow and differ',
    covers: ['msg-caller.retry.happens', 'msg-caller.retry.backoff', 'msg-caller.retry.jitter'],
    cost: { waits: (target) => outageIn(sectionOf(target, messagingCallerSection)) },
    run: async (t) => {
      const runs = await outagesInARow(t)
      const [first] = runs
      if (first === undefined) return
      const pauses = runs.map(readPauses)
      const evidence = runs.flatMap(({ requests }) => requests)
      const [own = []] = pauses
      const nothing = silenceOf(first) ?? (own.length < 2 ? first.fault : undefined)
      if (nothing !== undefined) t.abortBlocked(nothing, first.requests)
      t.observe(
        'msg-caller.open.attempts',
        own.length === 0 ? '1 attempt, no pause' : `${own.length + 1} attempts, pauses of ${own.join(', ')} ms`,
        first.requests,
      )
      const happens = { subject: 'a read after 503', expected: 'it is sent again', evidence: first.requests }
      t.conclude(
        'msg-caller.retry.happens',
        own.length > 0 ? { ok: true, ...happens } : { ok: false, actual: 'nothing is sent again', ...happens },
      )
      if (own.length === 0) {
        for (const id of ['msg-caller.retry.backoff', 'msg-caller.retry.jitter'] as const)
          t.markInapplicable(id, 'the client sends nothing again after 503', evidence)
        return
      }
      const flat = own.length < 2 ? undefined : (flatness(own, (seconds) => scaledFor(t, seconds)) ?? evenness(pauses))
      const grow = { subject: 'a read after 503', expected: 'pauses that grow', evidence: first.requests }
      if (own.length < 2)
        t.markInapplicable('msg-caller.retry.backoff', 'the client sends a read twice at most', first.requests)
      else
        t.conclude(
          'msg-caller.retry.backoff',
          flat === undefined ? { ok: true, ...grow } : { ok: false, actual: flat, ...grow },
        )
      const { jitter, runs: all, stoodStill } = await compared(t, runs)
      const differ = {
        subject: `a read after 503, ${all.length} times`,
        expected: 'pauses that differ',
        evidence: all.flatMap(({ requests }) => requests),
      }
      if (jitter === 'unclear')
        t.markUnexercised(
          'msg-caller.retry.jitter',
          'not met',
          `pauses of about ${own.join(', ')} ms differ by ${spreads(all.map(readPauses))} ms, which a machine adds as well (this run stood still for up to ${stoodStill} ms): a quiet one tells`,
        )
      else if (jitter === 'none')
        t.conclude('msg-caller.retry.jitter', {
          ok: false,
          actual: `the same each time: ${own.join(', ')} ms`,
          ...differ,
        })
      else t.conclude('msg-caller.retry.jitter', { ok: true, ...differ })
    },
  }),
  // No blind retries of operations that are not idempotent. Messaging › Errors.
  ...repeatable.flatMap((what) =>
    interruptions.map((after) => {
      const operation = OPERATIONS[what]
      return defineCheck({
        id: `msg-caller/retries/${slug(what)}-after-${slug(after)}`,
        title: `${what} is not sent again blindly after ${after}`,
        covers: ['msg-caller.retry.not-blind'],
        run: async (t) => {
          const met: Answer =
            after === '503'
              ? errorAnswer(503, 'unavailable')
              : after === 'lost connection'
                ? { kind: 'reset' }
                : silence(t)
          const played = await operate(t, `${what} after ${after}`, { operation, answers: [met] })
          const [first, ...again] = played.requests.filter(isOf(operation))
          const nothing = first === undefined ? silenceOf(played, []) : again.length === 0 ? played.fault : undefined
          if (first === undefined || nothing !== undefined) {
            t.markBlocked('msg-caller.retry.not-blind', nothing ?? '', played.requests)
            return
          }
          judgeAgain(t, what, after, first, again)
        },
      })
    }),
  ),
  // Retry-After is honoured. Messaging › Limits.
  defineCheck({
    id: 'msg-caller/retries/retry-after',
    title: 'After a 429 nothing is sent again before Retry-After',
    covers: ['msg-caller.retry.retry-after'],
    run: async (t) => {
      const forms = {
        seconds: () => String(RETRY_AFTER),
        date: (now: number) => new Date(Math.ceil(now / 1000 + RETRY_AFTER) * 1000).toUTCString(),
      }
      await Promise.all(
        Object.entries(forms).map(async ([form, valueAt]) => {
          // Until a client sends its request others may go first: a time to come is told from then on.
          const limited = (arrivedAt: number) => errorAnswer(429, 'rate_limited', { 'Retry-After': valueAt(arrivedAt) })
          const met = await operate(t, `Retry-After as ${form}`, {
            operation: 'listSenders',
            answers: [limited],
          })
          const { requests } = met
          const [first, again] = requests.filter(isOf('listSenders'))
          const id = 'msg-caller.retry.retry-after'
          const nothing = first === undefined ? silenceOf(met, []) : again === undefined ? met.fault : undefined
          if (first === undefined || nothing !== undefined) {
            t.markBlocked(id, nothing ?? '', requests)
            return
          }
          const told = first.answer.kind === 'status' ? (first.answer.headers?.['Retry-After'] ?? '') : ''
          const seconds = form === 'seconds' ? Number(told) : Math.max(0, Date.parse(told) - first.arrivedAt) / 1000
          const isKept = isPatient(first, again, scaledFor(t, seconds))
          const common = {
            subject: `${titleOf(first)} after a 429 with Retry-After in ${form}`,
            expected: 'nothing sent again before it',
            evidence: requests.slice(0, 2),
            at: { form },
          }
          if (isKept === undefined) t.markInapplicable(id, 'the client sends nothing again after a 429', [first])
          else if (isKept) t.conclude(id, { ok: true, ...common })
          else
            t.conclude(id, { ok: false, actual: `sent again after ${pausesOf(requests.slice(0, 2))[0]} ms`, ...common })
        }),
      )
    },
  }),
  // Rows of 4xx say what is wrong with the request. Messaging › Errors.
  ...refusals.map((status) =>
    defineCheck({
      id: `msg-caller/retries/after-${status}`,
      title: `A request that is answered ${status} is not sent again as it was`,
      covers: ['msg-caller.refusal.not-repeated', 'msg-caller.error.surfaced'],
      run: async (t) => {
        const operation = 'resendOtp' as const
        const met = await operate(t, `refused with ${status}`, { operation, answers: [refusalAt(status)] })
        const [first, ...others] = met.requests.filter(isOf(operation))
        judgeUnrepeated(t, 'msg-caller.refusal.not-repeated', met, {
          first,
          isAgain: isRepeated,
          when: status,
          at: { status },
        })
        const id = 'msg-caller.error.surfaced'
        const common = { subject: met.name, expected: `an error is told after ${status}`, evidence: met.requests }
        if (others.length > 0) t.markUnexercised(id, 'not met', 'the request was sent again, and went well')
        else if (met.told === undefined || first === undefined)
          t.markBlocked(id, silenceOf(met) ?? met.fault ?? 'the driver gave no answer')
        else t.conclude(id, met.told.ok ? { ok: false, actual: 'told as done', ...common } : { ok: true, ...common })
      },
    }),
  ),
]
