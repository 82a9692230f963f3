import { type Exchange, header, json } from '../http/exchange.ts'
import { type Matcher, matcher, no, ok } from './matcher.ts'
import { valueAt } from './pointer.ts'
import { show } from './value.ts'

/** What came, in one line: the status with its error code or a word on the body, or the fault. */
export function cameBack(exchange: Exchange): string {
  const { response, fault } = exchange
  if (response === undefined) return fault === undefined ? 'no response' : `no response (${fault.message})`
  const body = json(response)
  const code = valueAt(body, '/error_code') ?? valueAt(body, '/error/code') ?? valueAt(body, '/errors/0/code')
  if (typeof code === 'string') return `${response.status} ${code}`
  if (response.body.length === 0) return `${response.status} (empty body)`
  return response.status >= 400 ? `${response.status} (no error_code)` : `${response.status}`
}

/** A status or a class of them (`2xx`). */
export function status(...wanted: readonly (number | '2xx' | '4xx')[]): Matcher<Exchange> {
  return matcher(wanted.join(' or '), (exchange) => {
    const got = exchange.response?.status
    if (got === undefined) return no(cameBack(exchange))
    return wanted.some((each) => each === got || each === `${Math.floor(got / 100)}xx`) ? ok : no(cameBack(exchange))
  })
}

/** A member of the JSON body. */
export function member(pointer: string, inner: Matcher<unknown>): Matcher<Exchange> {
  const name = pointer.slice(1).replaceAll('/', '.')
  return matcher(`${name} ${inner.expected}`, (exchange) => {
    const outcome = inner.test(valueAt(json(exchange.response), pointer))
    return outcome.ok ? outcome : { ...outcome, actual: `${name} ${outcome.actual}` }
  })
}

/** A response header. */
export function responseHeader(name: string, inner: Matcher<unknown>): Matcher<Exchange> {
  return matcher(`header ${name} ${inner.expected}`, (exchange) => {
    const outcome = inner.test(exchange.response === undefined ? undefined : header(exchange.response.headers, name))
    return outcome.ok ? outcome : { ...outcome, actual: `${name} ${outcome.actual}` }
  })
}

/** The body as it is, for matchers of values. */
export function body(inner: Matcher<unknown>): Matcher<Exchange> {
  return matcher(`a body that is ${inner.expected}`, (exchange) => {
    const value = json(exchange.response)
    if (value === undefined && exchange.response !== undefined && exchange.response.body.length > 0) {
      return no(`a body that is not JSON: ${show(exchange.response.body.toString('utf8'), 60)}`)
    }
    return inner.test(value)
  })
}
