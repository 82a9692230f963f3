import {
  type Arrangement,
  type Check,
  type CheckContext,
  defineCheck,
  defineFixture,
  type Key,
} from '../../kit/check.ts'
import { targetNow } from '../../kit/http/client.ts'
import { type Exchange, header } from '../../kit/http/exchange.ts'
import { cameBack, isText, type Matcher, matcher, no, ok, responseHeader, soft } from '../../kit/match/index.ts'
import { type ResetTime, readReset } from '../../kit/pace/reset.ts'
import { lineFor } from '../../kit/target/claims.ts'
import { liveKey, READ } from './api.ts'
import { judgeAllowance } from './rate-allowance.ts'
import { AT_ONCE, isLimited, isServed, PER_MINUTE, probe, refreshProbe, round } from './rate-probes.ts'
import { judgeSlip, seemsToSlip } from './rate-slip.ts'
import { refusal } from './refusal.ts'

/** What a fixed window lets through across its edge, and one more for the edge of ours. */
const MOST_LAWFUL = 2 * PER_MINUTE + 1
/** Requests of the limited key beside one of another key. */
const BESIDE = 4
/** A reset longer ago is no matter of clocks, ms. */
const LONG_PAST_MS = 60_000
/** A reset further away than this, in minutes of the target's time, is not waited for. */
const LONGEST_RESET = 2

interface Burst {
  readonly key: Key
  /** The most requests with this key, the burst's and the run's before it, that were answered other than 429 within one window. */
  readonly accepted: number
  readonly refused: Exchange | undefined
  readonly exchanges: readonly Exchange[]
  /** Where the run was given the fewest requests before it was limited. */
  readonly shortest: Allowance | undefined
  readonly windowMs: number
}

/** Goes over the limit of one key: the continuation of what the run sent with it within the last minute anyway. */
const burst = defineFixture({
  name: 'burst',
  needs: ['payment.keys.live'],
  tier: 'refuse',
  // Usually the run itself has used a part of the minute.
  cost: { requests: { live: PER_MINUTE + AT_ONCE }, typical: { requests: { live: PER_MINUTE / 2 } }, unpaced: true },
  make: async (t) => {
    const key = cheapest(t)
    // Where the clocks run fast the window is short: a machine that was busy gets another chance to fill it.
    for (let again = t.target.timeScale > 1 ? 2 : 0; ; again -= 1) {
      const result = await exceed(t, key)
      if (result.refused !== undefined || result.accepted > MOST_LAWFUL || again <= 0 || t.signal.aborted) return result
    }
  },
})

/** The live key that ends with the fewest requests: what it sent within the last window counts towards the limit already. */
function cheapest(t: Arrangement): Key {
  const windowMs = 60_000 / t.target.timeScale
  const end = ({ name }: Key): number => {
    const sent = t.exchanges().filter((each) => each.key === name)
    return sent.length - sent.filter(({ sentAt }) => sentAt > Date.now() - windowMs).length
  }
  const keys = (t.target.payment?.keys?.live ?? []).map((_, index) => t.key(`live[${index}]`))
  return keys.filter((key) => key !== undefined).toSorted((a, b) => end(a) - end(b))[0] ?? liveKey(t)
}

async function exceed(t: Arrangement, key: Key): Promise<Burst> {
  const windowMs = 60_000 / t.target.timeScale
  const begin = Date.now()
  const before = t.exchanges().filter((each) => each.key === key.name)
  const earlier = before.filter((each) => each.sentAt > begin - windowMs && isServed(each))
  const exchanges: Exchange[] = []
  const isOver = () => exchanges.some(isLimited) || t.signal.aborted
  while (!isOver() && exchanges.length <= MOST_LAWFUL + AT_ONCE && Date.now() - begin < windowMs)
    exchanges.push(...(await round(t, key, 'burst')))
  return {
    key,
    accepted: mostWithin(windowMs, [...earlier, ...exchanges].filter(isServed)),
    refused: exchanges.find(isLimited),
    exchanges,
    shortest: shortestAllowance(windowMs, [...before, ...exchanges]),
    windowMs,
  }
}

/** The most requests that were sent and answered within one span of so long. */
export function mostWithin(spanMs: number, exchanges: readonly Pick<Exchange, 'sentAt' | 'endedAt'>[]): number {
  const counts = exchanges.map(
    ({ sentAt }) => exchanges.filter((each) => each.sentAt >= sentAt && each.endedAt <= sentAt + spanMs).length,
  )
  return Math.max(0, ...counts)
}

interface Allowance {
  /** Requests that were answered other than 429, or not at all, in the window before this one was refused. */
  readonly count: number
  readonly refused: Exchange
}

/**
 * The fewest requests that one window let through before a 429. A 429 soon after another one does not count: limiters
 * may hold it against a client that it goes on.
 */
export function shortestAllowance(windowMs: number, exchanges: readonly Exchange[]): Allowance | undefined {
  const limited = exchanges.filter(isLimited)
  const others = exchanges.filter((each) => !limited.includes(each))
  const isWithin = (window: Exchange, { sentAt, endedAt }: Exchange) =>
    endedAt > window.sentAt - windowMs && sentAt < window.endedAt
  return limited
    .filter((each) => !limited.some((other) => other.sentAt < each.sentAt && isWithin(each, other)))
    .map((refused) => ({ count: others.filter((each) => isWithin(refused, each)).length, refused }))
    .toSorted((a, b) => a.count - b.count)[0]
}

/** What came back how often: `58 times 200, 2 times 503 RATE_LIMIT_EXCEEDED`. */
function answersTo(exchanges: readonly Exchange[]): string {
  const counts = new Map<string, number>()
  for (const each of exchanges) counts.set(cameBack(each), (counts.get(cameBack(each)) ?? 0) + 1)
  return [...counts].map(([answer, many]) => `${many} time${many === 1 ? '' : 's'} ${answer}`).join(', ')
}

function resetOf(exchange: Exchange): ResetTime | undefined {
  const text = header(exchange.response?.headers ?? [], 'X-RateLimit-Reset')
  return text === undefined ? undefined : readReset(text, targetNow(exchange))
}

/** Says when: a moment within two minutes, or one that is just past. */
const readable: Matcher<Exchange> = matcher(
  'X-RateLimit-Reset, a time or a number of seconds within two minutes',
  (exchange) => {
    const text = header(exchange.response?.headers ?? [], 'X-RateLimit-Reset')
    if (text === undefined) return no('no such header')
    const reset = resetOf(exchange)
    if (reset === undefined) return soft(`X-RateLimit-Reset ${text}`, 'it may be a form that is not known here')
    const actual = `X-RateLimit-Reset ${text}, ${Math.round(reset.inMs / 1000)} s from now`
    if (reset.inMs > -2000 && reset.inMs <= 120_000) return ok
    // A limiter may punish for longer, and clocks may differ by a little; what is long past tells nobody when.
    return reset.inMs < -LONG_PAST_MS ? no(actual) : soft(actual, 'a minute is what the limit counts')
  },
)

const notLimited: Matcher<Exchange> = matcher('an answer other than 429', (exchange) =>
  exchange.response === undefined || exchange.response.status === 429 ? no(cameBack(exchange)) : ok,
)

export const rateLimit: readonly Check[] = [
  // Limits: 60 requests per minute per API key. Which window is counted is left open: across the edge of a fixed one
  // twice as many may pass, so only more than that contradicts.
  defineCheck({
    id: 'pay/rate-limit/burst',
    title: 'Requests beyond the rate of a key are answered 429 with its code and reset header',
    covers: [
      'pay.rate.limited',
      'pay.rate.code',
      'pay.rate.reset-header',
      'pay.rate.reset-readable',
      'pay.rate.full-allowance',
      'pay.rate.per-key',
      'pay.rate.every-endpoint',
      'pay.rate.recovers',
    ],
    needs: ['payment.keys.live'],
    uses: [burst],
    tier: 'refuse',
    phase: 'last',
    cost: {
      requests: {
        live: 2 * (2 * BESIDE + PER_MINUTE + AT_ONCE) + 2 + PER_MINUTE + 12,
        otherMerchant: PER_MINUTE + 12,
        noDefaults: PER_MINUTE + 12,
      },
      typical: { requests: { live: 2 * BESIDE + 2, otherMerchant: PER_MINUTE + 3 } },
      unpaced: true,
      // The reset is anywhere in the minute.
      waits: ({ timeScale }) => PER_MINUTE / 2 / timeScale + 1,
    },
    async run(t) {
      const { key, accepted, refused, exchanges, shortest, windowMs } = await t.use(burst)
      const last = exchanges.at(-1)
      const evidence = [refused, exchanges[0], last].filter((each) => each !== undefined)
      if (refused === undefined) {
        const about = 'no request was answered 429'
        for (const id of [
          'pay.rate.code',
          'pay.rate.reset-header',
          'pay.rate.reset-readable',
          'pay.rate.per-key',
          'pay.rate.every-endpoint',
          'pay.rate.recovers',
        ] as const) {
          t.blocked(id, about, evidence)
        }
        if (accepted <= MOST_LAWFUL) {
          const reason = `${accepted} requests in ${windowMs / 1000} s were all that could be sent: too few to exceed the limit surely`
          t.blocked('pay.rate.limited', reason, evidence)
          t.blocked('pay.rate.full-allowance', about, evidence)
          return
        }
      }
      t.conclude('pay.rate.limited', {
        ok: refused !== undefined,
        subject: `${READ} (burst with the key ${key.name})`,
        expected: `429 at the latest after ${MOST_LAWFUL} requests within ${windowMs / 1000} s, twice ${PER_MINUTE} being lawful across the edge of a fixed window`,
        actual: `none in ${accepted} requests: ${answersTo(exchanges)}`,
        evidence: refused === undefined ? evidence.toReversed() : evidence,
      })
      t.conclude('pay.rate.full-allowance', {
        ok: shortest === undefined || shortest.count >= PER_MINUTE - AT_ONCE,
        subject: `requests with the key ${key.name}`,
        expected: `${PER_MINUTE} requests a minute`,
        actual: `a 429 after ${shortest?.count} requests within ${windowMs / 1000} s`,
        note: 'the key may be in use elsewhere, or the limiter may allow short bursts only',
        evidence: shortest === undefined ? evidence : [shortest.refused],
      })
      if (refused === undefined) return
      t.observe('pay.open.rate-window', `the first 429 after ${accepted} requests within ${windowMs / 1000} s`, [
        refused,
      ])
      t.observe('pay.open.rate-reset-format', resetOf(refused)?.form ?? 'unreadable', [refused])
      t.judge('pay.rate.code', refused, refusal(['429 RATE_LIMIT_EXCEEDED']))
      t.judge('pay.rate.reset-header', refused, responseHeader('X-RateLimit-Reset', isText))
      if (header(refused.response?.headers ?? [], 'X-RateLimit-Reset') === undefined) {
        t.blocked('pay.rate.reset-readable', 'there is no X-RateLimit-Reset to read', [refused])
      } else t.judge('pay.rate.reset-readable', refused, readable)
      const isPerKey = await judgeBeside(t, key)
      const allowance = isPerKey ? await judgeAllowance(t, windowMs, key) : undefined
      // Refused requests may count as well: the latest refusal says when.
      await recovery(t, key, latestRefusal(t, key) ?? refused, windowMs)
      // While the first key recovered others have rested.
      if (allowance !== undefined && seemsToSlip(allowance)) await judgeSlip(t, windowMs, key)
    },
  }),
]

interface Beside {
  /** With the key that is over its rate: reads, and requests to another endpoint. */
  readonly own: readonly Exchange[]
  readonly other: Exchange | undefined
  /** What a bucket has refilled from the last refusal until they were answered, at most. */
  readonly refilled: number
}

/** Asks with another key, and at another endpoint, while a key is limited. */
async function askBeside(t: CheckContext, limited: Key): Promise<Beside> {
  const other = ['live[0]', 'live[1]', 'otherMerchant', 'noDefaults']
    .filter((name) => name !== limited.name)
    .map((name) => t.key(name))
    .find((key) => key !== undefined)
  const since = latestRefusal(t, limited)?.sentAt ?? 0
  // A bucket that refills lets one of several through now and then: one 429 among them shows that it is limited.
  const answers = await Promise.all([
    ...(other === undefined ? [] : [probe(t, other, 'another key while the first is limited')]),
    ...Array.from({ length: BESIDE }, () => [
      probe(t, limited, 'the limited key beside it'),
      refreshProbe(t, limited, 'the limited key at another endpoint'),
    ]).flat(),
  ])
  return {
    own: answers.filter(({ key }) => key === limited.name),
    other: answers.find(({ key }) => key === other?.name),
    refilled: Math.ceil(((Date.now() - since) * t.target.timeScale * PER_MINUTE) / 60_000) + 1,
  }
}

/**
 * Limits: per API key. While one is limited another one is not, also where both belong to one merchant, and the limited
 * one is so at every endpoint. Whether another key was let through.
 */
async function judgeBeside(t: CheckContext, limited: Key): Promise<boolean> {
  let asked = await askBeside(t, limited)
  if (!asked.own.some(isLimited)) {
    // Its window ended just then.
    await exceed(t, limited)
    asked = await askBeside(t, limited)
  }
  const { own, other, refilled } = asked
  await judgeEndpoints(t, limited, own, refilled)
  const elsewhere = own.find((each) => each.operation !== READ && isLimited(each))
  if (elsewhere !== undefined) t.judge('pay.rate.reset-header', elsewhere, responseHeader('X-RateLimit-Reset', isText))
  if (other === undefined)
    t.skip('pay.rate.per-key', 'not claimed', 'the target file names one key only', lineFor('payment.keys.live[1]'))
  else if (!own.some(isLimited))
    t.blocked(
      'pay.rate.per-key',
      'the limited key was answered again, so that another key was answered as well shows nothing',
      own,
    )
  else return t.judge('pay.rate.per-key', other, notLimited)
  return false
}

/**
 * Of requests to two endpoints that went out in turn, all of one kind are refused and none of the other; or more of the
 * other are served than a bucket has refilled since the last refusal. A window that ended between them looks the same,
 * so that reads have to be refused afterwards too.
 */
async function judgeEndpoints(t: CheckContext, key: Key, own: readonly Exchange[], refilled: number): Promise<void> {
  const id = 'pay.rate.every-endpoint'
  const reads = own.filter(({ operation }) => operation === READ)
  const others = own.filter(({ operation }) => operation !== READ)
  const served = others.filter(isServed).length
  const isOver = others.some(isLimited)
  if (!isOver && served === 0) return t.blocked(id, 'the other endpoint did not answer', others)
  const isOdd = !isOver && (reads.every(isLimited) || (reads.some(isLimited) && served > refilled))
  const later = isOdd ? await round(t, key, 'is the key limited still?') : []
  if (!isOver && !later.some(isLimited))
    return t.skip(id, 'not met', 'the key was not limited any more when two endpoints were tried')
  t.conclude(id, {
    ok: isOver,
    subject: `${others[0]?.operation} (with a key that is over its rate)`,
    expected: '429, as reads with the same key are answered',
    actual: answersTo(others),
    evidence: [...others, ...reads, ...later],
  })
}

/** The header indicates when to retry: after that time requests are answered. */
async function recovery(t: CheckContext, key: Key, refused: Exchange, windowMs: number): Promise<void> {
  const reset = resetOf(refused)
  const known = reset !== undefined && reset.inMs <= LONGEST_RESET * windowMs + 1000
  // What names no time, or one too far away to wait for, still counts by the minute: one of rest is enough.
  const inMs = known ? Math.max(reset.inMs, 0) : windowMs
  // Whole seconds and the clocks of two machines: a second of grace.
  const at = Math.max(refused.endedAt, known ? 0 : lastSent(t, key)) + inMs + Math.min(1000, windowMs / 10) + 1000
  await t.pause(at - Date.now())
  const answer = await probe(t, key, known ? 'after the reset' : 'after a minute of rest')
  const expected = `an answer other than 429 after ${known ? 'the time of X-RateLimit-Reset' : 'a minute of rest'}`
  const rested = matcher<Exchange>(expected, (exchange) => {
    const outcome = notLimited.test(exchange)
    return outcome.ok || known ? outcome : soft(outcome.actual, 'a limiter may punish for longer than it counts')
  })
  t.judge('pay.rate.recovers', answer, rested)
}

const latestRefusal = (t: CheckContext, { name }: Key): Exchange | undefined =>
  t
    .exchanges()
    .filter((each) => each.key === name && isLimited(each))
    .toSorted((a, b) => b.endedAt - a.endedAt)[0]

const lastSent = (t: CheckContext, { name }: Key): number =>
  Math.max(0, ...t.exchanges().flatMap(({ key, endedAt }) => (key === name ? [endedAt] : [])))
