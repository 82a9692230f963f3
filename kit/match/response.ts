import { type Exchange, header, json, type RecordedResponse } from '../http/exchange.ts'
import { type Matcher, matcher, no, ok } from './matcher.ts'
import { valueAt } from './pointer.ts'
import { show } from './value.ts'

/** Where bodies carry an error code; one anywhere but at the first is told with its place, as another may be meant. */
const CODES = ['/error_code', '/error/code', '/errors/0/code', '/code'] as const

/** Members of a body that are named where it carries no error code. */
const NAMED = 5

/** What came, in one line: the status with its error code or a word on the body, or the fault. */
export function cameBack(exchange: Exchange): string {
  const { response, fault } = exchange
  if (response === undefined) return fault === undefined ? 'no response' : `no response (${fault.message})`
  const body = json(response)
  const place = CODES.find((each) => typeof valueAt(body, each) === 'string')
  if (place !== undefined) return `${response.status} ${wordOf(place)}${valueAt(body, place)}`
  if (response.body.length === 0) return `${response.status} (empty body)`
  if (body === undefined) return `${response.status} (${isHtml(response) ? 'HTML' : 'not JSON'})`
  return response.status >= 400 ? `${response.status} ${outline(body)}` : `${response.status}`
}

const wordOf = (place: (typeof CODES)[number]): string =>
  place === CODES[0] ? '' : `with ${place.slice(1).replaceAll('/', '.')} `

/** The shape of a body and none of its values: what differs from one answer to the next is not repeated in verdicts. */
function outline(body: unknown): string {
  if (typeof body !== 'object' || body === null) return `(a JSON ${body === null ? 'null' : typeof body})`
  if (Array.isArray(body)) return '(a JSON array)'
  const names = Object.keys(body)
  const more = names.length > NAMED ? ', …' : ''
  return `with body {${names.slice(0, NAMED).join(', ')}${more}}`
}

const isHtml = ({ body }: RecordedResponse): boolean =>
  /^\s*<(!doctype html|html)\b/i.test(body.toString('latin1', 0, 200))

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
    const value = valueAt(json(exchange.response), pointer)
    const outcome = inner.test(value)
    return outcome.ok
      ? outcome
      : { ...outcome, actual: value === undefined ? `no ${name}` : `${name} ${outcome.actual}` }
  })
}

/** A response header. */
export function responseHeader(name: string, inner: Matcher<unknown>): Matcher<Exchange> {
  return matcher(`header ${name} ${inner.expected}`, (exchange) => {
    const value = exchange.response === undefined ? undefined : header(exchange.response.headers, name)
    const outcome = inner.test(value)
    if (outcome.ok) return outcome
    return { ...outcome, actual: value === undefined ? `no header ${name}` : `header ${name} ${outcome.actual}` }
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
