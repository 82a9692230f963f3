import { type Exchange, header, isBrokenOff, json } from '../../../kit/http/exchange.ts'
import {
  cameBack,
  isInteger,
  isObject,
  isString,
  isText,
  type Matcher,
  matcher,
  no,
  ok,
  show,
  soft,
  valueAt,
} from '../../../kit/match/index.ts'
import { type PaymentErrorCode, paymentErrors } from '../../../specs/payment/errors.ts'
import { CREATE, REFRESH } from './api.ts'

/** Answers that a gateway may give in place of the service. */
const GATEWAY: readonly number[] = [403, 408, 429, 502, 503, 504]

const MEMBERS = ['status', 'code', 'error_code', 'message'] as const

export const bodyOf = (exchange: Exchange): unknown => json(exchange.response)

/** Whether a body is meant as the envelope: one that is no envelope at all contradicts that alone, not each member too. */
export function isMeant(exchange: Exchange): boolean {
  const body = bodyOf(exchange)
  return (
    valueAt(body, '/error_code') !== undefined ||
    (valueAt(body, '/status') === 'error' && valueAt(body, '/message') !== undefined)
  )
}

/** The row of the tables that the error_code names, if any. */
export const rowOf = (exchange: Exchange) => {
  const code = valueAt(bodyOf(exchange), '/error_code')
  return typeof code === 'string' && Object.hasOwn(paymentErrors, code)
    ? paymentErrors[code as PaymentErrorCode]
    : undefined
}

const is = (member: string, expected: Matcher<unknown>): Matcher<Exchange> =>
  matcher(`${member} ${expected.expected}`, (exchange) => {
    const outcome = expected.test(valueAt(bodyOf(exchange), `/${member}`))
    return outcome.ok ? outcome : { ...outcome, actual: `${cameBack(exchange)} with ${member} ${outcome.actual}` }
  })

export const envelope: Matcher<Exchange> = matcher(`a JSON object with ${MEMBERS.join(', ')}`, (exchange) => {
  const body = bodyOf(exchange)
  const absent = MEMBERS.filter((member) => valueAt(body, `/${member}`) === undefined)
  if (absent.length === 0) return ok
  const actual =
    absent.length < MEMBERS.length ? `${cameBack(exchange)} without ${absent.join(', ')}` : cameBack(exchange)
  return GATEWAY.includes(exchange.response?.status ?? 0) && !isMeant(exchange)
    ? soft(actual, 'a gateway may have answered in place of the service')
    : no(actual)
})

export const statusError = matcher<Exchange>('status "error"', (exchange) => {
  const value = valueAt(bodyOf(exchange), '/status')
  return value === 'error' ? ok : no(`${cameBack(exchange)} with status ${show(value)}`)
})

export const codeIsStatus = matcher<Exchange>('code, an integer equal to the HTTP status', (exchange) => {
  const value = valueAt(bodyOf(exchange), '/code')
  return isInteger.test(value).ok && value === exchange.response?.status
    ? ok
    : no(`${cameBack(exchange)} with code ${show(value)}`)
})

export const ofItsRow = matcher<Exchange>('the HTTP status that the error tables give its error_code', (exchange) =>
  rowOf(exchange)?.status === exchange.response?.status
    ? ok
    : no(cameBack(exchange), `the tables give it ${rowOf(exchange)?.status}`),
)

export const documented = matcher<Exchange>('an error_code of the tables', (exchange) =>
  rowOf(exchange) === undefined ? no(cameBack(exchange)) : ok,
)

export const declaredJson = matcher<Exchange>('Content-Type application/json', (exchange) => {
  const type = header(exchange.response?.headers ?? [], 'Content-Type')
  return /^application\/([\w.+-]+\+)?json\b/i.test(type ?? '')
    ? ok
    : no(`Content-Type ${show(type)} with ${cameBack(exchange)}`)
})

const NULL_DETAILS = 'details is omitted rather than null'

const isEntry = (entry: unknown): boolean =>
  typeof valueAt(entry, '/field') === 'string' && typeof valueAt(entry, '/message') === 'string'

const namesNone = (details: readonly unknown[]): boolean =>
  details.every((entry) => String(valueAt(entry, '/field')).trim() === '')

/** Whether a refusal lists the field of what is wrong with a value. */
export const namesField = (exchange: Exchange): boolean => {
  const details = valueAt(bodyOf(exchange), '/details')
  return Array.isArray(details) && details.length > 0 && details.every(isEntry) && !namesNone(details)
}

/**
 * A list of fields and messages. What is wrong with a body as a whole, or with one that lacks a member, has no field to
 * name; a value that is wrong has.
 *
 * @param isOfValue whether a wrong value is all that a request has, while other refusals name the fields of theirs
 */
export const bindingDetailsOf = (isOfValue: (exchange: Exchange) => boolean): Matcher<Exchange> =>
  matcher<Exchange>('details, an array of {field, message}', (exchange) => {
    const details = valueAt(bodyOf(exchange), '/details')
    if (details === null) return soft(`${cameBack(exchange)} with details null`, NULL_DETAILS)
    const actual = `${cameBack(exchange)} with details ${show(details)}`
    if (!Array.isArray(details) || !details.every(isEntry)) return no(actual)
    if (details.length === 0) return soft(actual, 'a list of nothing is neither a list of fields nor omitted')
    const isWhole = isObject.test(json(exchange.request)).ok
    const isNamed = details.every((entry) => String(valueAt(entry, '/field')).trim() !== '')
    if (isNamed || !isWhole) return ok
    return namesNone(details) && isOfValue(exchange) ? no(actual) : soft(actual, 'an entry names no field')
  })

export const bindingDetails = bindingDetailsOf(() => false)

const CONTEXT = ['transaction_id', 'existing_transaction_id', 'existing_status', 'status', 'reference']

/** The context that the document names for payment outcomes, and nothing else. */
export function isContext(details: unknown): boolean {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return false
  return Object.keys(details).every((member) => CONTEXT.includes(member))
}

/** Which rows count as payment outcomes is open: what was blocked or met a failure upstream may be one. */
const mayBeOutcome = ({ operation, response }: Exchange): boolean =>
  (operation === CREATE && response?.status === 403) ||
  ([CREATE, REFRESH].includes(operation) && (response?.status ?? 0) >= 500)

export const statedDetails = matcher<Exchange>(
  'no details but those of body-binding failures and payment outcomes',
  (exchange) => {
    const details = valueAt(bodyOf(exchange), '/details')
    const actual = `${cameBack(exchange)} with details ${show(details)}`
    if (details === undefined) return ok
    if (details === null) return soft(actual, NULL_DETAILS)
    const row = rowOf(exchange)
    if (mayBeOutcome(exchange) && isContext(details)) return ok
    if (row?.details === 'none')
      return row.status >= 500 ? soft(actual, 'it may be meant as the context of an outcome') : no(actual)
    if (typeof details !== 'object') return no(actual)
    const misplaced = row?.details === 'outcome' && row.status !== 400 && Array.isArray(details) && details.length > 0
    return misplaced ? soft(actual, 'a list is shown for body-binding failures only') : ok
  },
)

/** A connection that is dropped over a bad body is no better than a 5xx. */
export const handled = matcher<Exchange>('a 4xx', (exchange) =>
  isBrokenOff(exchange) || (exchange.response?.status ?? 0) >= 500 ? no(cameBack(exchange)) : ok,
)

export const errorCode = is('error_code', isText)

const someMessage = matcher<unknown>(isString.expected, (value) => {
  if (typeof value !== 'string') return no(show(value))
  return value.trim() === '' ? soft(show(value), 'there is nothing for a human to read') : ok
})

export const message = is('message', someMessage)
