import type { Key } from '../../../kit/check/context.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, isText, type Matcher, matcher, no, ok, responseHeader } from '../../../kit/match/index.ts'
import { CREATE, creation, READ } from '../client/api.ts'
import { draft, mobilePayment } from '../client/payment.ts'
import { type CheckContext, lineFor } from '../define.ts'
import { exceed, MOST_LAWFUL } from './burst.ts'
import {
  answersTo,
  isLimited,
  isServed,
  latencyMs,
  OVER,
  PER_MINUTE,
  probe,
  refreshProbe,
  round,
  widthOf,
} from './probes.ts'

/** Requests of the limited key beside one of another key. */
export const BESIDE = 4

export const notLimited: Matcher<Exchange> = matcher('an answer other than 429', (exchange) =>
  exchange.response === undefined || exchange.response.status === 429 ? no(cameBack(exchange)) : ok,
)

/** Requests that a bucket refills in so long. */
export const refilledIn = (ms: number, timeScale: number): number => (ms * timeScale * PER_MINUTE) / 60_000

interface Beside {
  /** With the key that is over its rate: reads, and requests to another endpoint. */
  readonly own: readonly Exchange[]
  readonly other: Exchange | undefined
  /** What a bucket has refilled from the last refusal until they were answered, at most. */
  readonly refilled: number
}

/** Asks with another key, and at another endpoint, while a key is limited. */
async function askBeside(t: CheckContext, limited: Key): Promise<Beside> {
  const other = (['live[0]', 'live[1]', 'otherMerchant', 'noDefaults'] as const)
    .filter((name) => name !== limited.name)
    .map((name) => t.key(name))
    .find((key) => key !== undefined)
  const since = latestRefusal(t, limited)?.sentAt ?? 0
  // Where a window is over before an answer is there, the key has to be driven over its limit in the same moment.
  const slow = widthOf(latencyMs(t.exchanges()), t.clock.scaled(60)) === OVER
  // A bucket that refills lets one of several through now and then: one 429 among them shows that it is limited.
  const answers = await Promise.all([
    ...(slow ? Array.from({ length: OVER }, () => probe(t, limited, 'the limited key, over its limit again')) : []),
    ...(other === undefined ? [] : [probe(t, other, 'another key while the first is limited')]),
    ...Array.from({ length: BESIDE }, () => [
      probe(t, limited, 'the limited key beside it'),
      refreshProbe(t, limited, 'the limited key at another endpoint'),
    ]).flat(),
  ])
  return {
    own: answers.filter(({ key }) => key === limited.name),
    other: answers.find(({ key }) => key === other?.name),
    refilled: Math.ceil(refilledIn(t.clock.now() - since, t.target.timeScale)) + 1,
  }
}

/**
 * Limits: per API key. While one is limited another one is not, also where both belong to one merchant, and the limited
 * one is so at every endpoint. Whether another key was let through.
 */
export async function judgeBeside(t: CheckContext, limited: Key): Promise<boolean> {
  let asked = await askBeside(t, limited)
  if (!asked.own.some(isLimited)) {
    // Its window ended just then.
    const { refused, accepted, exchanges, windowMs } = await exceed(t, limited)
    if (refused === undefined && accepted > MOST_LAWFUL) {
      t.conclude('pay.rate.limited', {
        ok: false,
        subject: `${READ} (burst with the key ${limited.name}, which had been limited before)`,
        expected: `429 at the latest after ${MOST_LAWFUL} requests within ${windowMs / 1000} s`,
        actual: `none in ${accepted} requests: ${answersTo(exchanges)}`,
        evidence: [exchanges[0], exchanges.at(-1)].filter((each) => each !== undefined),
      })
    }
    asked = await askBeside(t, limited)
  }
  const { own, other, refilled } = asked
  await judgeEndpoints(t, limited, own, refilled)
  await judgeCreation(t, limited)
  const elsewhere = own.find((each) => each.operation !== READ && isLimited(each))
  if (elsewhere !== undefined) t.judge('pay.rate.reset-header', elsewhere, responseHeader('X-RateLimit-Reset', isText))
  if (other === undefined)
    t.markUnexercised(
      'pay.rate.per-key',
      'not claimed',
      'the target file names one key only',
      lineFor('payment.keys.live[1]'),
    )
  else if (!own.some(isLimited))
    t.markBlocked(
      'pay.rate.per-key',
      'the limited key was answered again, so that another key was answered as well shows nothing',
      own,
    )
  else return t.judge('pay.rate.per-key', other, notLimited)
  return false
}

/**
 * What requests to two endpoints show that went out in turn with a limited key. Apart: all of one kind are refused and
 * none of the other, or more of the other are served than a bucket has refilled since the last refusal.
 */
export function endpointsShow(
  reads: readonly Exchange[],
  others: readonly Exchange[],
  refilled: number,
): 'limited' | 'apart' | 'no limit' | 'no answer' {
  if (others.some(isLimited)) return 'limited'
  const served = others.filter(isServed).length
  if (served === 0) return 'no answer'
  return reads.every(isLimited) || (reads.some(isLimited) && served > refilled) ? 'apart' : 'no limit'
}

/** A window that ended between two endpoints looks as if they were limited apart: reads have to be refused afterwards too. */
async function judgeEndpoints(t: CheckContext, key: Key, own: readonly Exchange[], refilled: number): Promise<void> {
  const id = 'pay.rate.every-endpoint'
  const reads = own.filter(({ operation }) => operation === READ)
  const others = own.filter(({ operation }) => operation !== READ)
  const shown = endpointsShow(reads, others, refilled)
  if (shown === 'no answer') return t.markBlocked(id, 'the other endpoint did not answer', others)
  const later = shown === 'apart' ? await round(t, key, 'is the key limited still?') : []
  if (shown !== 'limited' && !later.some(isLimited))
    return t.markUnexercised(id, 'not met', 'the key was not limited any more when two endpoints were tried')
  t.conclude(id, {
    ok: shown === 'limited',
    subject: `${others[0]?.operation} (with a key that is over its rate)`,
    expected: '429, as reads with the same key are answered',
    actual: answersTo(others),
    evidence: [...others, ...reads, ...later],
  })
}

/** The step by which a creation with a limited key is found again. */
export const CREATION_OVER = 'a creation with the limited key'

/** A creation that is taken from a key that is not limited. A new one: a retry may be answered before it is counted. */
async function creationOver(t: CheckContext, limited: Key): Promise<Exchange | undefined> {
  const made = await t.use(mobilePayment).catch(() => undefined)
  if (made === undefined) return undefined
  const { label, body, idempotencyKey } = draft(t, { label: CREATION_OVER, as: limited })
  return t.send({ ...creation(t, { label, as: limited, body, idempotencyKey, expects: 'refused' }), expects429: true })
}

/** Reads that are all refused, and a creation after them. Undefined where a read was served: then nothing is shown. */
async function creationAfterReads(t: CheckContext, limited: Key) {
  const reads = await round(t, limited, 'the limited key before a creation')
  if (!reads.every(isLimited)) return undefined
  const answer = await creationOver(t, limited)
  return answer?.response === undefined ? undefined : { answer, reads }
}

/**
 * Creations count like reads. A bucket may refill between reads that are all refused and the creation after them, but
 * not two requests in less than the time of one: so two served creations within it tell. A window that ended between
 * them serves the reads of the second time.
 */
async function judgeCreation(t: CheckContext, limited: Key): Promise<void> {
  const first = await creationOver(t, limited)
  if (first?.response === undefined) return
  const seen: CreationOver[] = []
  if (isLimited(first)) seen.push({ answer: first, reads: [] })
  while (seen.length < 2 && !seen.some(({ answer }) => isLimited(answer))) {
    const next = await creationAfterReads(t, limited)
    if (next === undefined) break
    seen.push(next)
  }
  const shown = creationsShow(seen, t.target.timeScale)
  if (shown === 'nothing') return
  const refused = seen.find(({ answer }) => isLimited(answer))?.answer
  if (refused !== undefined) t.judge('pay.rate.reset-header', refused, responseHeader('X-RateLimit-Reset', isText))
  t.conclude('pay.rate.every-endpoint', {
    ok: shown === 'limited',
    subject: `${CREATE} (with a key that is over its rate)`,
    expected: '429, as reads with the same key are answered',
    actual: answersTo(seen.map(({ answer }) => answer)),
    evidence: seen.flatMap(({ answer, reads }) => [answer, ...reads.slice(0, 2)]),
  })
}

/** A creation with a limited key, and the refused reads before it. */
export interface CreationOver {
  readonly answer: Exchange
  readonly reads: readonly Exchange[]
}

/**
 * What creations show that followed refused reads: one that is refused is limited, and of two that are served within the
 * time in which a bucket refills one the second is not.
 */
export function creationsShow(seen: readonly CreationOver[], timeScale: number): 'limited' | 'unlimited' | 'nothing' {
  if (seen.some(({ answer }) => isLimited(answer))) return 'limited'
  if (seen.length < 2) return 'nothing'
  const from = Math.min(...seen.flatMap(({ reads }) => reads.map(({ sentAt }) => sentAt)))
  const until = Math.max(...seen.map(({ answer }) => answer.endedAt))
  return refilledIn(until - from, timeScale) < 1 ? 'unlimited' : 'nothing'
}

/** The last 429 that a key was answered. */
export const latestRefusal = (t: Pick<CheckContext, 'exchanges'>, { name }: Pick<Key, 'name'>): Exchange | undefined =>
  t
    .exchanges()
    .filter((each) => each.key === name && isLimited(each))
    .toSorted((a, b) => b.endedAt - a.endedAt)[0]
