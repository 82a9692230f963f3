import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { targetNow } from '../../../kit/http/client.ts'
import { type Exchange, header } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, no, ok } from '../../../kit/match/index.ts'
import { readReset } from '../../../kit/rate/reset.ts'
import { statusOf } from '../client/answers.ts'
import { defineRule } from '../define.ts'

/** Whole seconds and the clocks of two machines. */
const GRACE_MS = 1000

const retryAfter = ({ response }: Exchange): string | undefined => header(response?.headers ?? [], 'Retry-After')

/** When requests are answered again, by the clock of this machine; undefined where it cannot be read. */
function dueAt(exchange: Exchange): number | undefined {
  const text = retryAfter(exchange)
  const reset = text === undefined ? undefined : readReset(text, targetNow(exchange))
  return reset === undefined ? undefined : exchange.endedAt + Math.max(reset.inMs, 0)
}

const readable: Matcher<Exchange> = matcher('Retry-After, a number of seconds or an HTTP date', (exchange) => {
  const text = retryAfter(exchange) ?? ''
  return /^\d+$/.test(text) || (/^[A-Z][a-z]{2,8},? /.test(text) && Number.isFinite(Date.parse(text)))
    ? ok
    : no(`Retry-After ${text}`)
})

const NOTHING = 'no messaging request was answered 429 in this run'

// Limits: no number is given, so the suite never goes for the limit. Where a run meets it, it is judged.
export const rateLimit: readonly Check[] = [
  // Limits: a sustained high volume may be answered with 429.
  defineRule({
    id: 'msg/rate-limit/answer',
    title: 'A sustained high volume is answered 429',
    covers: ['msg.limits.rate-answer'],
    run: async (t) => {
      const tally = new Tally(t, 'msg.limits.rate-answer', '429')
      for (const each of limited(t.exchanges())) tally.agree([each])
      tally.close(NOTHING)
    },
  }),

  // Limits: Retry-After is to be honoured when present, so it has to be readable.
  defineRule({
    id: 'msg/rate-limit/retry-after',
    title: 'Retry-After of a 429 is a number of seconds or an HTTP date',
    covers: ['msg.limits.retry-after-readable'],
    run: async (t) => {
      const tally = new Tally(t, 'msg.limits.retry-after-readable', readable.expected)
      for (const each of limited(t.exchanges())) {
        if (retryAfter(each) !== undefined) tally.test(subjectOf(each), each, readable, each)
        else t.observe('msg.open.retry-after', 'a 429 without it', [each])
      }
      tally.close('no 429 with Retry-After was seen in this run')
    },
  }),

  // Limits: who honours Retry-After is served. Several requests that waited together may meet the limit anew.
  defineRule({
    id: 'msg/rate-limit/recovery',
    title: 'After the time of Retry-After requests are answered again',
    covers: ['msg.limits.recovers'],
    run: async (t) => {
      const tally = new Tally(t, 'msg.limits.recovers', 'a request that is answered after the time of Retry-After')
      const all = t.exchanges().filter((each) => each.service === 'messaging' && each.response !== undefined)
      for (const key of new Set(limited(all).map((each) => each.key))) {
        const own = all.filter((each) => each.key === key)
        for (const each of limited(own)) {
          const due = dueAt(each)
          const later = own.filter(({ sentAt }) => due !== undefined && sentAt >= due)
          const served = later.find((one) => statusOf(one) !== 429)
          const patient = later.find(({ sentAt }) => due !== undefined && sentAt >= due + GRACE_MS)
          if (served !== undefined) tally.agree([each, served])
          else if (patient !== undefined) {
            const subject = `${subjectOf(each)}, then ${later.length} later requests with the key ${key}`
            tally.contradict({ subject, actual: cameBack(patient), evidence: [each, patient] })
          }
        }
      }
      tally.close('no request was sent after the time of a Retry-After in this run')
    },
  }),
]

function limited(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.filter((each) => each.service === 'messaging' && statusOf(each) === 429)
}
