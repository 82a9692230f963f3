import { type Matcher, matcher, no, ok, soft } from './matcher.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** The extended format of ISO 8601 and its basic one, which has no separators. */
const UTC = [
  /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(?:Z|[+-]00(?::?00)?)$/,
  /^(\d{8})T(\d{4}(?:\d{2}(?:[.,]\d+)?)?)(?:Z|[+-]00(?:00)?)$/,
]
const UTC_MILLIS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const RFC3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/
const NAIVE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/

/** A value as it is shown in a failure: JSON, cut to a line. */
export function show(value: unknown, most = 120): string {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? String(value))
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

export function isUuidText(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value)
}

const when = (expected: string, agrees: (value: unknown) => boolean): Matcher<unknown> =>
  matcher(expected, (value) => (agrees(value) ? ok : no(show(value))))

export const isString = when('a string', (value) => typeof value === 'string')
export const isText = when('a non-empty string', (value) => typeof value === 'string' && value !== '')
export const isNumber = when('a number', (value) => typeof value === 'number')
export const isInteger = when('an integer', (value) => Number.isInteger(value))
export const isBoolean = when('a boolean', (value) => typeof value === 'boolean')
export const isObject = when(
  'an object',
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)
export const isArray = when('an array', Array.isArray)
export const isAbsent = when('nothing', (value) => value === undefined)
export const isUuid = when('a UUID', isUuidText)

/** A UTC time in ISO 8601, any precision, `Z` or a zero offset, that names a real moment. */
export const isUtcTime = when(
  'a UTC time in ISO 8601',
  (value) => typeof value === 'string' && Number.isFinite(utcMoment(value)),
)

/** The moment that a UTC time in ISO 8601 names, ms since the epoch; not a number for any other text. */
export function utcMoment(text: string): number {
  const [, date = '', time = ''] = UTC.map((form) => form.exec(text)).find((found) => found !== null) ?? []
  const day = date.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  const clock = time.replace(/^(\d{2})(\d{2})/, '$1:$2').replace(/^(\d{2}:\d{2})(\d)/, '$1:$2')
  return Date.parse(`${day}T${clock.replace(',', '.')}Z`)
}

/** As `isUtcTime`, with exactly three fraction digits and a trailing `Z`. */
export const isUtcMillis = when(
  'a UTC time in ISO 8601 with milliseconds and Z',
  (value) => typeof value === 'string' && UTC_MILLIS.test(value) && Number.isFinite(Date.parse(value)),
)

/** A date-time of RFC 3339; one without an offset only warns. */
export const isDateTime: Matcher<unknown> = matcher('a date-time of RFC 3339', (value) => {
  if (typeof value !== 'string') return no(show(value))
  if (RFC3339.test(value) && Number.isFinite(Date.parse(value))) return ok
  if (NAIVE.test(value) && Number.isFinite(Date.parse(value))) return soft(show(value), 'the time has no offset')
  return no(show(value))
})

export function equals(wanted: string | number | boolean | null): Matcher<unknown> {
  return when(show(wanted), (value) => value === wanted)
}

export function oneOf(wanted: readonly (string | number)[]): Matcher<unknown> {
  return when(`one of ${wanted.join(', ')}`, (value) => wanted.includes(value as string))
}

export function matches(pattern: RegExp, expected: string): Matcher<unknown> {
  return when(expected, (value) => typeof value === 'string' && pattern.test(value))
}

/** Agrees when the value is absent or null, or agrees with the inner one. */
export function optional(inner: Matcher<unknown>): Matcher<unknown> {
  return matcher(`${inner.expected} or nothing`, (value) =>
    value === undefined || value === null ? ok : inner.test(value),
  )
}
