import type { Exchange } from '../../../kit/http/exchange.ts'
import { json } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, no, ok, soft, valueAt } from '../../../kit/match/index.ts'
import type { PaymentErrorCode } from '../../../specs/payment/errors.ts'

/** A row of the error tables as an answer: `400 INVALID_ID`. */
export type Row = `${number} ${PaymentErrorCode}`

/**
 * A refusal with one of the rows named, status and code both. `tolerated` are rows that another sentence of the
 * document lets a deployment choose: they warn. No answer is never a refusal.
 */
export function refusal(
  rows: readonly Row[],
  tolerated: readonly Row[] = [],
  why = 'another row of the tables fits as well',
): Matcher<Exchange> {
  return matcher(rows.join(' or '), (exchange) => {
    if (exchange.response === undefined) return no(cameBack(exchange))
    const came = `${exchange.response.status} ${String(valueAt(json(exchange.response), '/error_code'))}`
    if ((rows as readonly string[]).includes(came)) return ok
    return (tolerated as readonly string[]).includes(came) ? soft(cameBack(exchange), why) : no(withoutCode(exchange))
  })
}

/** What is answered to a key that nobody has. */
export const OF_NOBODY = refusal(['401 invalid_api_key'])

/** Rows that one key of the target file has, by its place. */
const OF_PLACES: readonly (readonly [place: string, Row])[] = [
  ['payment.keys.unresolved', '401 UNAUTHORIZED'],
  ['payment.keys.unknownMerchant', '401 MERCHANT_NOT_FOUND'],
]

/** Statuses that speak of who asks, or how often: any other below 500 is answered to a key that is let in. */
const BEFORE_ENDPOINTS: readonly number[] = [401, 403, 429]

const isLetIn = ({ response }: Exchange): boolean =>
  response !== undefined && response.status < 500 && !BEFORE_ENDPOINTS.includes(response.status)

/** A row of a key of the target file; what another key is answered may come of a slip there. */
export function refusalOfKey(place: string, row: Row): Matcher<Exchange> {
  const own = refusal([row])
  return matcher(own.expected, (exchange) => {
    const outcome = own.test(exchange)
    if (outcome.ok) return outcome
    const other = OF_PLACES.find(([, each]) => refusal([each]).test(exchange).ok)?.[0]
    const whose = OF_NOBODY.test(exchange).ok ? 'a key that nobody has' : other && `a key such as ${other}`
    if (whose !== undefined)
      return no(outcome.actual, `${whose} is answered so: is ${place} written as the target has it?`)
    // A test key is one that is let in, but for what moves money.
    return row.startsWith('401') && isLetIn(exchange)
      ? no(outcome.actual, `unless ${place} of the target file is a valid key`)
      : outcome
  })
}

/** What came back; a code that stands elsewhere than the envelope has it is none. */
function withoutCode(exchange: Exchange): string {
  const hasCode = typeof valueAt(json(exchange.response), '/error_code') === 'string'
  return hasCode || /error_code/.test(cameBack(exchange)) ? cameBack(exchange) : `${cameBack(exchange)} (no error_code)`
}

/** The rows with which any bad body may be refused. */
export const BAD_BODY: readonly Row[] = ['400 VALIDATION_ERROR', '400 INVALID_REQUEST']

/** The answer of a deployment that cannot take payments right now for reasons of its own: no verdict on the check at hand. */
const TROUBLE: readonly string[] = [
  'RISK_CHECK_FAILED',
  'TRANSACTION_BLOCKED',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_ERROR',
  'INTERNAL_ERROR',
  'FEE_CALCULATION_ERROR',
]

/** Whether an answer to a creation speaks of the deployment's own trouble instead of the request. */
export function isTrouble(exchange: Exchange): boolean {
  return TROUBLE.includes(String(valueAt(json(exchange.response), '/error_code')))
}

/** Statuses by which a creation fails for reasons that lie outside the body and its key. */
const OUTSIDE: readonly number[] = [401, 402, 403, 502, 503, 504]

/** A 500 is no such reason: no valid creation is answered with an unexpected failure. */
export const isOutside = (answer: Exchange): boolean =>
  answer.response?.status !== 500 && (isTrouble(answer) || OUTSIDE.includes(answer.response?.status ?? 0))
