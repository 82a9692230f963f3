import type { Check } from '../../../kit/check/check.ts'
import type { Key } from '../../../kit/check/context.ts'
import type { Depth } from '../../../kit/check/depth.ts'
import { orNothing } from '../../../kit/check/signals.ts'
import { targetNow } from '../../../kit/http/client.ts'
import { type Exchange, header } from '../../../kit/http/exchange.ts'
import { isText, type Matcher, matcher, no, ok, responseHeader, soft } from '../../../kit/match/index.ts'
import { type ResetTime, readReset } from '../../../kit/rate/reset.ts'
import { sectionOf, type Target } from '../../../kit/target/target.ts'
import { merchantOf, READ } from '../client/api.ts'
import { mobilePayment } from '../client/payment.ts'
import { refusal } from '../client/refusal.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { paymentSection } from '../service/section.ts'
import { judgeAllowance } from './allowance.ts'
import { burst, MOST_LAWFUL } from './burst.ts'
import { burstValidation } from './burst-validation.ts'
import { judgeLaterBursts } from './later-bursts.ts'
import { judgeSlip, seemsToSlip } from './overrun.ts'
import { AT_ONCE, answersTo, hadBegun, isLimited, PER_MINUTE, probe, round, USED_BEFORE } from './probes.ts'
import { retryAfterLimit } from './retry.ts'
import { BESIDE, judgeBeside, latestRefusal, MOST_TOGETHER, notLimited } from './scope.ts'
import { judgeTestKey } from './test-key.ts'
import { isBare } from './whose-limit.ts'

/** A reset longer ago is no matter of clocks, ms. */
const LONG_PAST_MS = 60_000
/** A reset further away than this, in minutes of the target's time, is not waited for. */
const LONGEST_RESET = 2

function resetOf(exchange: Exchange): ResetTime | undefined {
  const text = header(exchange.response?.headers ?? [], 'X-RateLimit-Reset')
  return text === undefined ? undefined : readReset(text, targetNow(exchange))
}

const hasReset = ({ response }: Exchange): boolean => header(response?.headers ?? [], 'X-RateLimit-Reset') !== undefined

/** Statements on what is answered over the rate, and after it. */
const OF_REFUSALS = [
  'pay.rate.code',
  'pay.rate.reset-header',
  'pay.rate.reset-readable',
  'pay.rate.per-key',
  'pay.rate.every-endpoint',
  'pay.rate.recovers',
] as const

/** The first of each operation. */
const firstOfEach = (all: readonly Exchange[]): readonly Exchange[] =>
  [...new Map(all.toReversed().map((each) => [each.operation, each])).values()].toReversed()

/** Says when: a moment within two minutes, or one that is just past. */
const readable: Matcher<Exchange> = matcher(
  'X-RateLimit-Reset, a time or a number of seconds within two minutes',
  (exchange) => {
    const text = header(exchange.response?.headers ?? [], 'X-RateLimit-Reset')
    if (text === undefined) return no('no such header')
    const reset = resetOf(exchange)
    // No form of a time or a number is without a digit.
    if (!/\d/.test(text)) return no(`X-RateLimit-Reset ${text}`)
    if (reset === undefined) return soft(`X-RateLimit-Reset ${text}`, 'it may be a form that is not known here')
    const actual = `X-RateLimit-Reset ${text}, ${Math.round(reset.inMs / 1000)} s from now`
    if (reset.inMs > -2000 && reset.inMs <= 120_000) return ok
    // A limiter may punish for longer, and clocks may differ by a little; what is long past tells nobody when.
    return reset.inMs < -LONG_PAST_MS ? no(actual) : soft(actual, 'a minute is what the limit counts')
  },
)

/** Part of two minutes that a key has usually rested for when its turn comes. */
const RESTED = 0.12

/** Seconds of the document's time that the burst usually takes. */
function secondsOf(target: Target, depth: Depth): number {
  const { live = [], otherMerchant, noDefaults } = sectionOf(target, paymentSection)?.keys ?? {}
  const hasOther = live.length > 1 || otherMerchant !== undefined || noDefaults !== undefined
  // Another key is let rest for two minutes, which the first recovers in; so is the first one before its second burst.
  if (depth === 'deep' && hasOther) return 2 * PER_MINUTE * (2 - RESTED)
  // Most limiters look back a minute from each request; one that begins it anew by the clock resets somewhere within it.
  return PER_MINUTE
}

/** The most that later bursts ask, with four keys. */
const LATER = 3 * 2 * (2 * PER_MINUTE) + MOST_LAWFUL + 2 * AT_ONCE

/** What is usually asked: bursts of a key that has rested, of a test key, and at full depth of the live keys once more. */
const usual = (target: Target, depth: Depth) => {
  const { live = [], otherMerchant, noDefaults } = sectionOf(target, paymentSection)?.keys ?? {}
  const bursts = depth === 'deep' ? Math.min(live.length, 4) * (PER_MINUTE + AT_ONCE) : 0
  const ofRested = otherMerchant === undefined && noDefaults !== undefined ? 'noDefaults' : 'otherMerchant'
  return { requests: { live: 3 * BESIDE + 3 + bursts, [ofRested]: PER_MINUTE + 3, test: PER_MINUTE + 3 } }
}

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
    judgedWith: {
      'pay.rate.per-key': [['payment.keys.otherMerchant', 'payment.keys.noDefaults', 'payment.keys.live[1]']],
    },
    uses: [burst, mobilePayment],
    tier: 'refuse',
    phase: 'exclusive',
    sendsFor: ['pay.idempotency.after-rate-limit', 'pay/rate-limit/retry'],
    cost: {
      requests: {
        live:
          2 * (3 * BESIDE + PER_MINUTE + AT_ONCE) + 4 * AT_ONCE + 1 + MOST_TOGETHER + 2 + 4 * (PER_MINUTE + 12) + LATER,
        otherMerchant: 2 * PER_MINUTE + 24,
        noDefaults: 2 * PER_MINUTE + 24,
        test: 2 * PER_MINUTE + 2 * AT_ONCE + PER_MINUTE + 12,
      },
      spends: { payments: 1 + MOST_TOGETHER + AT_ONCE },
      typical: {
        requests: { live: 3 * BESIDE + 3, otherMerchant: PER_MINUTE + 3, test: PER_MINUTE + 3 },
        spends: { payments: 0 },
        at: usual,
      },
      unpaced: true,
      waits: (target, depth) => secondsOf(target, depth) / target.timeScale + 1,
    },
    async run(t) {
      const { key, accepted, refused, guarded, exchanges, shortest, windowMs, mixing } = await t.use(burst)
      if (guarded !== undefined)
        return t.abortBlocked(
          'somebody before the service answered 429 in its place, and not for the rate of the key alone: its own limit was not met',
          [guarded],
        )
      const last = exchanges.at(-1)
      const evidence = [refused, exchanges[0], last].filter((each) => each !== undefined)
      const isOver = refused !== undefined || accepted > MOST_LAWFUL
      const late = isOver && (await areReadsServed(t, key, exchanges)) ? await refusedOnceFound(t, key) : undefined
      if (late !== undefined) return judgeLate(t, late)
      if (refused === undefined) {
        const about = 'no request was answered 429'
        for (const id of OF_REFUSALS) t.markBlocked(id, about, evidence)
        if (accepted <= MOST_LAWFUL) {
          const reason = `${accepted} requests in ${windowMs / 1000} s were all that could be sent: too few to exceed the limit surely`
          t.markBlocked('pay.rate.limited', reason, evidence)
          t.markBlocked('pay.rate.full-allowance', about, evidence)
          return
        }
      }
      t.conclude('pay.rate.limited', {
        ok: refused !== undefined,
        subject: `${READ} (burst with the key ${key.name})`,
        expected: `429 at the latest after ${MOST_LAWFUL} requests within ${windowMs / 1000} s, twice ${PER_MINUTE} being lawful across the edge of a fixed window`,
        actual: `none in ${accepted} reads with the key within ${windowMs / 1000} s, those before the burst among them; all ${exchanges.length} requests of the burst, reads and others, were answered ${answersTo(exchanges)}`,
        evidence: refused === undefined ? evidence.toReversed() : evidence,
        at: { credential: 'live key' },
      })
      const isEnough = shortest === undefined || shortest.count >= PER_MINUTE - AT_ONCE
      if (!isEnough && !hadBegun(t, shortest.refused.sentAt - windowMs))
        t.markUnexercised('pay.rate.full-allowance', 'not met', USED_BEFORE)
      else
        t.conclude('pay.rate.full-allowance', {
          ok: isEnough,
          subject: `requests with the key ${key.name}`,
          expected: `${PER_MINUTE} requests a minute`,
          actual: `a 429 after ${shortest?.count} requests within ${windowMs / 1000} s`,
          note: 'the key may be in use elsewhere, or the limiter may allow short bursts only',
          evidence: shortest === undefined ? evidence : [shortest.refused],
        })
      if (refused === undefined) return
      t.observe(
        'pay.open.rate-window',
        // Those that nobody read the answer of may have counted as well.
        `the first 429 after at least ${accepted} requests of this run within ${windowMs / 1000} s`,
        [refused],
      )
      // Each endpoint may have a limiter of its own: one refusal of each, and the one that came first.
      const told = firstOfEach([refused, ...exchanges.filter((each) => isLimited(each) && !isBare(each))])
      for (const each of told) {
        t.judge('pay.rate.code', each, refusal(['429 RATE_LIMIT_EXCEEDED']))
        t.judge('pay.rate.reset-header', each, responseHeader('X-RateLimit-Reset', isText))
      }
      const dated = told.find(hasReset)
      const form = dated === undefined ? 'no such header' : (resetOf(dated)?.form ?? 'unreadable')
      t.observe('pay.open.rate-reset-format', form, [dated ?? refused])
      if (dated === undefined)
        t.markBlocked('pay.rate.reset-readable', 'there is no X-RateLimit-Reset to read', [refused])
      else t.judge('pay.rate.reset-readable', dated, readable)
      const isPerKey = await judgeBeside(t, key)
      // A limiter that let no more through has counted the bad requests as well.
      const rest = accepted <= PER_MINUTE ? mixing : undefined
      const allowance = isPerKey ? await judgeAllowance(t, windowMs, key, rest) : undefined
      if (isPerKey) await judgeTestKey(t, windowMs)
      // Refused requests may count as well: the latest refusal says when.
      await recovery(t, key, latestRefusal(t, key) ?? refused, windowMs)
      // While the first key recovered others have rested.
      if (allowance !== undefined && seemsToSlip(allowance)) await judgeSlip(t, windowMs, key)
      if (t.depth === 'deep' && isPerKey) await judgeLaterBursts(t, windowMs, key, rest)
    },
  }),
  burstValidation,
  retryAfterLimit,
]

/** Whether reads of payments that do not exist are answered with a key that is over its rate. */
async function areReadsServed(t: CheckContext, key: Key, sent: readonly Exchange[]): Promise<boolean> {
  // A burst that nobody refused was one of reads.
  if (!sent.some(isLimited)) return true
  const isRefusedRead = (each: Exchange): boolean => each.operation === READ && isLimited(each)
  return !sent.some(isRefusedRead) && !(await round(t, key, 'are reads refused as well?')).some(isLimited)
}

/** A read of a payment that exists that is refused for the rate of a key; undefined where none is. */
async function refusedOnceFound(t: CheckContext, key: Key): Promise<Exchange | undefined> {
  const payment = await t.use(mobilePayment).catch(orNothing)
  if (payment === undefined || merchantOf({ key: payment.key.name }) !== merchantOf({ key: key.name })) return undefined
  const reads = Array.from({ length: AT_ONCE }, () => probe(t, key, 'a payment that exists, over the rate', payment.id))
  return (await Promise.all(reads)).find(isLimited)
}

/** Whoever looks for the payment before the rate may have counted each read of none: nobody orders the two refusals. */
function judgeLate(t: CheckContext, late: Exchange): void {
  const reason =
    'over the rate reads of payments that exist are answered 429, and those of others 404: how many they count is not shown'
  t.judge('pay.rate.code', late, refusal(['429 RATE_LIMIT_EXCEEDED']))
  t.judge('pay.rate.reset-header', late, responseHeader('X-RateLimit-Reset', isText))
  const judged: readonly string[] = ['pay.rate.code', 'pay.rate.reset-header']
  for (const id of ['pay.rate.limited', 'pay.rate.full-allowance', ...OF_REFUSALS] as const)
    if (!judged.includes(id)) t.markUnexercised(id, 'not met', reason)
}

/** The header indicates when to retry: after that time requests are answered. */
async function recovery(t: CheckContext, key: Key, refused: Exchange, windowMs: number, again = true): Promise<void> {
  const reset = resetOf(refused)
  const known = reset !== undefined && reset.inMs <= LONGEST_RESET * windowMs + 1000
  // What names no time, or one too far away to wait for, still counts by the minute: one of rest is enough.
  const inMs = known ? Math.max(reset.inMs, 0) : windowMs
  // Whole seconds and the clocks of two machines: a second of grace.
  const at = Math.max(refused.endedAt, known ? 0 : lastSent(t, key)) + inMs + Math.min(1000, windowMs / 10) + 1000
  await t.pause(at - t.clock.now())
  const answer = await probe(t, key, known ? 'after the reset' : 'after a minute of rest')
  // Somebody else may use the key as well: the next refusal says when anew.
  if (again && isLimited(answer)) return recovery(t, key, answer, windowMs, false)
  const expected = `an answer other than 429 after ${known ? 'the time of X-RateLimit-Reset' : 'a minute of rest'}`
  const rested = matcher<Exchange>(expected, (exchange) => {
    const outcome = notLimited.test(exchange)
    return outcome.ok || known ? outcome : soft(outcome.actual, 'a limiter may punish for longer than it counts')
  })
  t.judge('pay.rate.recovers', answer, rested)
}

const lastSent = (t: CheckContext, { name }: Key): number =>
  Math.max(0, ...t.exchanges().flatMap(({ key, endedAt }) => (key === name ? [endedAt] : [])))
