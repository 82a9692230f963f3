import { type Exchange, isBrokenOff, json } from '../../../kit/http/exchange.ts'
import { valueAt } from '../../../kit/match/index.ts'
import { paymentErrors } from '../../../specs/payment/errors.ts'
import { isMeant } from '../client/error-matchers.ts'

/** Statements about what an upstream does to an answer. */
const ABOUT_UPSTREAM = /^pay\.upstream\.|^pay\.refresh\.provider-error$/
const ABOUT_AUTHENTICATION = /^pay\.auth\./
const ABOUT_ACCESS = /^pay\.access\./
const ABOUT_BODIES = /^pay\.validation\./
/** A connection that breaks over bad input is what it is about. */
const ABOUT_INPUT = 'pay.error.handled'

/** Whoever limits a key by a page of its own gives it no code. Whose limit it is was looked at before. */
const ABOUT_LIMIT = 'pay.rate.code'

/** Statements about limits, and about the errors that tell of them: which status they have is theirs to judge. */
const ABOUT_ERRORS = /^pay\.(?:rate|error)\./

/** Statuses of those who stand before the service, which give none of its envelopes. */
const BEFORE: readonly number[] = [403, 408, 502, 503, 504]

const CREATE = /\/api\/v1\/payments\/?$/
const SCREENED: readonly unknown[] = ['RISK_CHECK_FAILED', 'TRANSACTION_BLOCKED']

/**
 * Why an answer that is not the one expected says nothing of the statement: the deployment had a bad moment, or somebody
 * before it answered. Undefined where it is an answer to what was asked.
 */
export function troubleIn(exchange: Exchange, requirement: string): string | undefined {
  const { response } = exchange
  if (response === undefined) {
    // It has not come to the service: whatever that was asked before, this was not.
    if (exchange.fault?.kind === 'refused') return 'nobody took the connection'
    if (requirement === ABOUT_INPUT) return undefined
    if (exchange.fault?.kind === 'timeout') return 'no answer came in time'
    return isBrokenOff(exchange) ? 'the connection broke' : undefined
  }
  const { status } = response
  const code = valueAt(json(response), '/error_code')
  if (code === 'RATE_LIMIT_EXCEEDED' && status !== 429 && !ABOUT_ERRORS.test(requirement))
    return `the rate limiter answered instead, with ${status}`
  const upstream = ABOUT_UPSTREAM.test(requirement)
  if (status === 429 && !isMeant(exchange) && requirement !== ABOUT_LIMIT)
    return 'somebody before the service may have answered 429 in its place'
  if (code === undefined && BEFORE.includes(status) && !(upstream && status === 502))
    return 'somebody before the service may have answered in its place'
  const isRow = typeof code === 'string' && Object.hasOwn(paymentErrors, code)
  if ((status === 503 || status === 504) && !isRow) return 'the service was out'
  if (code === 'PROVIDER_UNAVAILABLE' && status === 502 && !upstream) return 'the upstream was out'
  if (status === 401 && isLet(exchange) && !ABOUT_AUTHENTICATION.test(requirement)) return 'the key was not let in'
  if (status !== 403 || !isCreation(exchange) || ABOUT_ACCESS.test(requirement)) return undefined
  // Whoever has no other names a test key in the place of a live one, which goes well as long as test mode is on.
  // What else is asked with it is compared with a creation that has to be taken.
  if (code === 'TEST_MODE_UNAVAILABLE' && isLive(exchange) && ABOUT_BODIES.test(requirement))
    return 'the key was refused as a test key'
  return SCREENED.includes(code) ? 'the payment was screened, whatever else there was to say of it' : undefined
}

/** With a key that is to be let in. Test keys may be refused in whole. */
const isLet = ({ key }: Exchange): boolean => /^(?:live\[|otherMerchant$|noDefaults$)/.test(key)

/** One that the target file says is no test key. */
const isLive = ({ key }: Exchange): boolean => key.startsWith('live[')

const isCreation = ({ request }: Exchange): boolean =>
  request.method === 'POST' && CREATE.test(new URL(request.url).pathname)
