import { type Exchange, json } from '../../../kit/http/exchange.ts'
import {
  all,
  any,
  body,
  cameBack,
  isDateTime,
  isObject,
  isUuidText,
  type Matcher,
  matcher,
  no,
  ok,
  show,
  soft,
  status,
  valueAt,
} from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { validationStatuses } from '../../../specs/messaging/errors.ts'
import { CONVERSATION, MARK_READ, SEND, SENDERS } from './operations.ts'

const WHATSAPP: readonly string[] = [CONVERSATION, MARK_READ, SENDERS]

/** Whether an exchange belongs to an endpoint whose answers may be envelopes. */
export const isWhatsapp = ({ operation }: Exchange): boolean => WHATSAPP.includes(operation)

/** The body as JSON, or undefined. */
export const bodyOf = (exchange: Exchange): unknown => json(exchange.response)

export const statusOf = ({ response }: Exchange): number => response?.status ?? 0

export const isRefusal = (exchange: Exchange): boolean => statusOf(exchange) >= 400 && statusOf(exchange) < 500

/** Refusals that say nothing of what was sent: of who asks, of what is not there, and of the moment. */
const BEFORE_INPUT: readonly number[] = [401, 403, 404, 405, 407, 408, 429]

/** A refusal by a service that has come to look at what it was sent. */
export const refusesInput = (exchange: Exchange): boolean =>
  isRefusal(exchange) && !BEFORE_INPUT.includes(statusOf(exchange))

export const isSuccess = (exchange: Exchange): boolean => Math.floor(statusOf(exchange) / 100) === 2

export const isRecord = (value: unknown): value is JsonObject => isObject.test(value).ok

/** The record of an answer: the body itself, when it is an object. */
export function record(exchange: Exchange): JsonObject | undefined {
  const value = bodyOf(exchange)
  return isRecord(value) ? value : undefined
}

/** The records of a list, when the body is an array of objects. */
export function records(exchange: Exchange): readonly JsonObject[] | undefined {
  const value = bodyOf(exchange)
  return Array.isArray(value) && value.every(isRecord) ? value : undefined
}

/** `data` of an envelope, when it is an object. */
export function enveloped(exchange: Exchange): JsonObject | undefined {
  const value = valueAt(bodyOf(exchange), '/data')
  return isRecord(value) ? value : undefined
}

const isList = (value: unknown): value is readonly JsonObject[] => Array.isArray(value) && value.every(isRecord)

/** A list of objects. */
export const isRecordList: Matcher<unknown> = matcher('an array of objects', (value) =>
  isList(value) ? ok : no(show(value)),
)

const at = (pointer: string, inner: Matcher<unknown>): Matcher<unknown> =>
  matcher(`${pointer.slice(1)}, ${inner.expected}`, (value) => {
    const outcome = inner.test(valueAt(value, pointer))
    return outcome.ok ? outcome : no(show(value))
  })

// The shapes are told by their leading member; rules of their own judge the members within.

/** `{error: {…}}`. */
export const errorObject: Matcher<unknown> = at('/error', isObject)

/** HTTPValidationError: `{detail: [{…}]}`. */
export const validationDetail: Matcher<unknown> = at('/detail', isRecordList)

/** The envelope with `errors: [{…}]`. */
export const errorEnvelope: Matcher<unknown> = at('/errors', isRecordList)

/** Any of the three error bodies in use. */
export const errorBody: Matcher<unknown> = {
  ...any(errorObject, validationDetail, errorEnvelope),
  expected: '{error: {…}}, {detail: [{…}]} or {errors: [{…}]}',
}

/**
 * The body of a 422: an HTTPValidationError, on WhatsApp endpoints the envelope as well. A send is no listed endpoint:
 * the example of its refusal has another shape.
 */
export const unprocessable: Matcher<Exchange> = matcher('an HTTPValidationError: {detail: [{…}]}', (exchange) => {
  if (exchange.operation === SEND) return body(any(errorObject, validationDetail)).test(exchange)
  return body(isWhatsapp(exchange) ? any(validationDetail, errorEnvelope) : validationDetail).test(exchange)
})

/**
 * The refusal of a defective request: 400 or 422, or a status that fits as well. Its body is judged by the rules of
 * error bodies, once for all requests.
 */
export function invalid(...others: readonly number[]): Matcher<Exchange> {
  return status(...validationStatuses, ...others)
}

/** Which status refuses is not told: what is no success lets nobody in. */
export const notLetIn: Matcher<Exchange> = matcher('a refusal', (exchange) =>
  isSuccess(exchange) ? no(cameBack(exchange)) : ok,
)

/** Any answer but a server error. */
export const handled: Matcher<Exchange> = matcher('an answer below 500', (exchange) => {
  const got = exchange.response?.status
  return got !== undefined && got < 500 ? ok : no(cameBack(exchange))
})

/** A list in which nothing stands twice; ids that are none are the matter of their own rules. */
export const withoutCopies = (member: string): Matcher<unknown> =>
  matcher('nothing twice', (value) => {
    const ids = isList(value) ? value.flatMap((each) => (isUuidText(each[member]) ? [each[member]] : [])) : []
    const again = ids.find((id, index) => ids.indexOf(id) < index)
    return again === undefined ? ok : soft(`${member} ${show(again)} twice`, 'that a list names each once is not said')
  })

/** A success whose body agrees. */
export const success = (inner: Matcher<unknown>): Matcher<Exchange> => all(status('2xx'), body(inner))

/** What ISO 8601 allows beside RFC 3339: no seconds, a comma before the fraction, an offset without a colon or minutes. */
const ISO = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(:\d{2})?(?:[.,](\d+))? ?(?:[Zz]|([+-]\d{2}):?(\d{2})?)?$/

/** The moment that a time in any such form names, UTC where it has no offset, ms since the epoch; else not a number. */
export function momentOf(value: unknown): number {
  const found = typeof value === 'string' ? ISO.exec(value) : null
  if (found === null) return Number.NaN
  const [, day, minutes, seconds = ':00', fraction = '0', hours, rest = '00'] = found
  return Date.parse(
    `${day}T${minutes}${seconds}.${fraction.slice(0, 3)}${hours === undefined ? 'Z' : `${hours}:${rest}`}`,
  )
}

/** Whether a text that is a time carries an offset, in whatever form. */
export const isZoned = (text: string): boolean => /([Zz]|[T ][\d:.,]+ ?[+-]\d{2}(:?\d{2})?)$/.test(text)

/** A date-time; whether it carries an offset is the question of `msg.resource.time-zone` alone. */
export const isTime: Matcher<unknown> = matcher('a date-time', (value) => {
  const outcome = isDateTime.test(value)
  if (outcome.ok || outcome.soft === true) return ok
  return Number.isFinite(momentOf(value))
    ? soft(show(value), 'a time of ISO 8601, and not in the form of RFC 3339')
    : outcome
})

/** A time with its offset, in whatever form. */
export const isTimeWithZone: Matcher<unknown> = matcher('a time with an offset', (value) =>
  typeof value === 'string' && isZoned(value) ? ok : no(show(value), 'the time has no offset'),
)
