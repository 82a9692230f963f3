import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { type Exchange, header, json, type RawHeaders } from '../../../kit/http/exchange.ts'
import { cameBack, show, valueAt } from '../../../kit/match/index.ts'
import { CREATE, READ, REFRESH } from '../client/api.ts'
import { freshKey } from '../client/bodies.ts'
import { type CheckContext, defineCheck, lineFor } from '../define.ts'

/** Checks that send one defect at a time, each refused for its request alone. */
const ONE_DEFECT = /^pay\/(?:validation|identifiers\/invalid)/
/** A language of where the service is at home, and one more. */
const LANGUAGES = ['sw-TZ', 'fr;q=0.9'] as const

/** A profile is written by checks that run beside this one. */
const REPEATED: readonly string[] = [CREATE, READ, REFRESH]

const SAMPLE = 1
const SAMPLE_DEEP = 8

const codeOf = ({ response }: Exchange): unknown => valueAt(json(response), '/error_code')
const statusOf = ({ response }: Exchange): number => response?.status ?? 0

/** Refused for what was wrong with it: with a row of 400, and a live key. */
function refusals(t: CheckContext): readonly Exchange[] {
  const found = t
    .exchanges()
    .filter(
      (each) =>
        ONE_DEFECT.test(each.check) &&
        REPEATED.includes(each.operation) &&
        /^live\[/.test(each.key) &&
        statusOf(each) === 400 &&
        typeof codeOf(each) === 'string',
    )
  const many = t.depth === 'deep' ? SAMPLE_DEEP : SAMPLE
  return found
    .map((each) => ({ each, at: t.random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, many)
    .map(({ each }) => each)
}

/** The headers of a request that is sent once more. A key that was there is another one: what it keeps is open. */
export function renewed(headers: RawHeaders, fresh: () => string): RawHeaders {
  const used = header(headers, 'Idempotency-Key')
  const mayBeFresh = used !== undefined && used.trim() !== '' && used.length <= 255
  return headers
    .filter(([name]) => !/^(?:user-agent|host)$/i.test(name))
    .map(([name, value]) => [name, mayBeFresh && /^idempotency-key$/i.test(name) ? fresh() : value] as const)
}

/** The same request once more, in another language. */
async function again(
  t: CheckContext,
  { request, operation, label, key }: Exchange,
  language: string,
): Promise<Exchange> {
  return t.send({
    method: request.method,
    url: request.url,
    operation,
    label: `${label}, in ${language}`,
    headers: [...renewed(request.headers, () => freshKey(t)), ['Accept-Language', language]],
    ...(request.body.length === 0 ? {} : { body: request.body }),
    key,
    ...(operation === CREATE ? { spends: { payments: 1 }, refund: 'refused' } : {}),
  })
}

export const codeStable: readonly Check[] = [
  // Resources › Error envelope: error_code is a stable code, by which callers branch; message is what is for humans.
  defineCheck({
    id: 'pay/error-envelope/code-stable',
    title: 'The same bad request has the same error_code again, in whichever language it is asked',
    covers: ['pay.error.code-stable'],
    needs: ['payment.keys.live'],
    tier: 'refuse',
    phase: 'settled',
    // What it sends again, whatever else is asked on the same machine.
    runsAfter: ['pay/identifiers/invalid-read'],
    cost: {
      requests: { live: SAMPLE_DEEP },
      spends: { payments: SAMPLE_DEEP },
      typical: { requests: { live: SAMPLE }, spends: { payments: 0 }, isSample: true },
    },
    async run(t) {
      const id = 'pay.error.code-stable'
      const before = refusals(t)
      if (before.length === 0) {
        const reason = 'no request that has one defect alone was refused with 400 in this run'
        if (t.has('payment.bodies.mobile')) t.abortUnexercised('not met', reason)
        t.abortUnexercised('not claimed', `${reason}: most of them are creations`, lineFor('payment.bodies.mobile'))
      }
      for (const [index, first] of before.entries()) {
        const second = await again(t, first, LANGUAGES[index % LANGUAGES.length] ?? 'sw')
        // Whether it is refused at all, and with which status, is judged elsewhere.
        if (statusOf(second) !== 400) {
          t.markUnexercised(id, 'not met', `the same request came to ${cameBack(second)}`)
          continue
        }
        t.conclude(id, {
          ok: codeOf(second) === codeOf(first),
          subject: subjectOf(second),
          expected: `error_code ${show(codeOf(first))}, as the first time`,
          actual: show(codeOf(second)),
          evidence: [first, second],
        })
      }
    },
  }),
]
