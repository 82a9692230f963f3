import type { Key } from '../../../kit/check/context.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, isText, type Matcher, matcher, no, ok, responseHeader } from '../../../kit/match/index.ts'
import { CREATE, creation, PROFILE, READ, REFRESH } from '../client/api.ts'
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
  profileInForce,
  profileProbe,
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

/**
 * Keys of the merchant before those of others, and of them the one that was used least in the window before a moment: it is
 * furthest from a limit of its own. Messages alone decide, so that whoever judges them again comes to the same one.
 */
function otherKey(t: CheckContext, limited: Key, until: number): Key | undefined {
  const keysOf = (names: readonly Parameters<typeof t.key>[0][]): readonly Key[] =>
    names.flatMap((name) => (name === limited.name ? [] : (t.key(name) ?? [])))
  const lately = ({ name }: Key): number =>
    t.exchanges().filter(({ key, sentAt }) => key === name && sentAt <= until && sentAt >= until - t.clock.scaled(60))
      .length
  const own = keysOf(['live[0]', 'live[1]', 'live[2]', 'live[3]']).toSorted((a, b) => lately(a) - lately(b))
  return [...own, ...keysOf(['otherMerchant', 'noDefaults'])][0]
}

/** Asks with another key, and at another endpoint, while a key is limited. */
async function askBeside(t: CheckContext, limited: Key): Promise<Beside> {
  const since = latestRefusal(t, limited)?.sentAt ?? 0
  const other = otherKey(t, limited, since)
  // Where a window is over before an answer is there, the key has to be driven over its limit in the same moment.
  const slow = widthOf(latencyMs(t.exchanges()), t.clock.scaled(60)) === OVER
  const profile = t.has('allow.profileWrites') ? profileInForce(t) : undefined
  // A bucket that refills lets one of several through now and then: one 429 among them shows that it is limited.
  const answers = await Promise.all([
    ...(slow ? Array.from({ length: OVER }, () => probe(t, limited, 'the limited key, over its limit again')) : []),
    ...(other === undefined ? [] : [probe(t, other, 'another key while the first is limited')]),
    ...Array.from({ length: BESIDE }, () => [
      probe(t, limited, 'the limited key beside it'),
      refreshProbe(t, limited, 'the limited key at another endpoint'),
      ...(profile === undefined ? [] : [profileProbe(t, limited, profile, 'the limited key at the profile')]),
    ]).flat(),
  ])
  return {
    own: answers.filter(({ key }) => key === limited.name),
    other: answers.find(({ key }) => key === other?.name),
    refilled: Math.ceil(refilledIn(spanOf(answers).until - since, t.target.timeScale)) + 1,
  }
}

/**
 * Limits: per API key. While one is limited another one is not, also where both belong to one merchant, and the limited
 * one is so at every endpoint. Whether another key was let through.
 */
export async function judgeBeside(t: CheckContext, limited: Key): Promise<boolean> {
  let asked = await askBeside(t, limited)
  let isShown = asked.own.some(isLimited) && (await judgeEndpoints(t, limited, asked))
  if (!isShown) {
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
    isShown = await judgeEndpoints(t, limited, asked)
  }
  if (!isShown)
    t.markUnexercised(
      'pay.rate.every-endpoint',
      'not met',
      'the key was not limited any more when two endpoints were tried, nor when it had been over its limit again',
    )
  const { own, other } = asked
  await judgeCreation(t, limited)
  for (const operation of new Set(own.map((each) => each.operation))) {
    const elsewhere = own.find((each) => each.operation === operation && isLimited(each))
    if (operation !== READ && elsewhere !== undefined)
      t.judge('pay.rate.reset-header', elsewhere, responseHeader('X-RateLimit-Reset', isText))
  }
  if (other === undefined)
    t.markUnexercised(
      'pay.rate.per-key',
      'not claimed',
      'the target file names no other key that is let in: one of another merchant, or a second one of this',
      lineFor('payment.keys.otherMerchant'),
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

const isUpdated = ({ response }: Exchange): boolean => response !== undefined && response.status < 300

/**
 * A window that ended between two endpoints looks as if they were limited apart: reads have to be refused afterwards too.
 * False where it shows nothing of one of them.
 */
async function judgeEndpoints(t: CheckContext, key: Key, { own, refilled }: Beside): Promise<boolean> {
  const reads = own.filter(({ operation }) => operation === READ)
  const refreshed = own.filter(({ operation }) => operation === REFRESH)
  const isShown = await judgeEndpoint(t, key, { reads, others: refreshed }, refilled)
  // What is refused for another reason may have been counted.
  const updated = own.filter((each) => each.operation === PROFILE && (isLimited(each) || isUpdated(each)))
  const isMore = updated.length === 0 || (await judgeEndpoint(t, key, { reads, others: updated }, refilled))
  return isShown && isMore
}

async function judgeEndpoint(
  t: CheckContext,
  key: Key,
  { reads, others }: { readonly reads: readonly Exchange[]; readonly others: readonly Exchange[] },
  refilled: number,
): Promise<boolean> {
  const id = 'pay.rate.every-endpoint'
  const shown = endpointsShow(reads, others, refilled)
  if (shown === 'no answer') {
    t.markBlocked(id, 'the other endpoint did not answer', others)
    return true
  }
  const later = shown === 'apart' ? await round(t, key, 'is the key limited still?') : []
  if (shown !== 'limited' && !later.some(isLimited)) return false
  t.conclude(id, {
    ok: shown === 'limited',
    subject: `${others[0]?.operation} (with a key that is over its rate)`,
    expected: '429, as reads with the same key are answered',
    actual: answersTo(others),
    evidence: [...others, ...reads, ...later],
  })
  return true
}

/** The step by which a creation with a limited key is found again. */
export const CREATION_OVER = 'a creation with the limited key'

/** A creation that is taken from a key that is not limited. A new one: a retry may be answered before it is counted. */
export async function creationOver(t: CheckContext, limited: Key): Promise<Exchange | undefined> {
  const made = await t.use(mobilePayment).catch(() => undefined)
  if (made === undefined) return undefined
  // One that is carried out all the same shows by the events of its outcome.
  const members = t.service.outcomes?.completed?.with ?? {}
  const { label, body, idempotencyKey } = draft(t, { label: CREATION_OVER, as: limited, members })
  return t.send({ ...creation(t, { label, as: limited, body, idempotencyKey, expects: 'refused' }), expects429: true })
}

/** The most creations that are sent together with a limited key. */
export const MOST_TOGETHER = 8

/** Several at once may take longer than one. */
const LONGER = 1.25

/** So many creations that a bucket does not refill as many while they are answered; undefined where answers take too long. */
function enoughAfter({ sentAt, endedAt }: Exchange, timeScale: number): number | undefined {
  const many = Math.ceil(LONGER * refilledIn(endedAt - sentAt, timeScale)) + 3
  return many <= MOST_TOGETHER ? many : undefined
}

/** What went out with a limited key: reads that were all refused, creations after them, and reads after those. */
export interface CreationsOver {
  readonly reads: readonly Exchange[]
  readonly creations: readonly Exchange[]
  readonly later: readonly Exchange[]
  /** Requests that left a sliding window meanwhile. */
  readonly freed: number
}

/** Undefined where a read was served: then nothing is shown. */
async function creationsAfterReads(t: CheckContext, limited: Key, many: number): Promise<CreationsOver | undefined> {
  const reads = await round(t, limited, 'the limited key before creations')
  if (!reads.every(isLimited)) return undefined
  const sent = await Promise.allSettled(Array.from({ length: many }, () => creationOver(t, limited)))
  const creations = sent.flatMap((each) => (each.status === 'fulfilled' && each.value !== undefined ? each.value : []))
  const later = await round(t, limited, 'the limited key after creations')
  const windowMs = t.clock.scaled(60)
  const { from, until } = spanOf([...reads, ...creations])
  const freed = t
    .exchanges()
    .filter((each) => each.key === limited.name && each.endedAt >= from - windowMs && each.sentAt <= until - windowMs)
  return { reads, creations, later, freed: freed.length }
}

const spanOf = (exchanges: readonly Exchange[]): { readonly from: number; readonly until: number } => ({
  from: Math.min(...exchanges.map(({ sentAt }) => sentAt)),
  until: Math.max(...exchanges.map(({ endedAt }) => endedAt)),
})

/**
 * Creations count like reads. One that is served where reads before it were refused may be what a bucket has refilled,
 * or what has left a window: so several follow together, more than either explains.
 */
async function judgeCreation(t: CheckContext, limited: Key): Promise<void> {
  const first = await creationOver(t, limited)
  if (first?.response === undefined) return
  const many = isLimited(first) ? 0 : enoughAfter(first, t.target.timeScale)
  if (many === undefined) return
  const over = many === 0 ? undefined : await creationsAfterReads(t, limited, many)
  if (many > 0 && over === undefined) return
  const shown = over === undefined ? 'limited' : creationsShow(over, t.target.timeScale)
  if (shown === 'nothing') return
  const creations = over?.creations ?? [first]
  const refused = creations.find(isLimited)
  if (refused !== undefined) t.judge('pay.rate.reset-header', refused, responseHeader('X-RateLimit-Reset', isText))
  t.conclude('pay.rate.every-endpoint', {
    ok: shown === 'limited',
    subject: `${CREATE} (with a key that is over its rate)`,
    expected: '429, as reads with the same key are answered',
    actual: answersTo(creations),
    evidence: [...creations, ...(over === undefined ? [] : [...over.reads.slice(0, 2), ...over.later.slice(0, 2)])],
  })
}

/**
 * What creations show that followed refused reads: one that is refused is limited, and more that are served than a
 * bucket refills and a window lets go meanwhile are not. Where a window has ended the reads after them are served too.
 */
export function creationsShow(
  { reads, creations, later, freed }: CreationsOver,
  timeScale: number,
): 'limited' | 'unlimited' | 'nothing' {
  if (creations.some(isLimited)) return 'limited'
  if (!later.some(isLimited)) return 'nothing'
  const { from, until } = spanOf([...reads, ...creations])
  const lawful = Math.ceil(refilledIn(until - from, timeScale)) + 1 + freed
  return creations.filter(isServed).length > lawful ? 'unlimited' : 'nothing'
}

/** The last 429 that a key was answered. */
export const latestRefusal = (t: Pick<CheckContext, 'exchanges'>, { name }: Pick<Key, 'name'>): Exchange | undefined =>
  t
    .exchanges()
    .filter((each) => each.key === name && isLimited(each))
    .toSorted((a, b) => b.endedAt - a.endedAt)[0]
