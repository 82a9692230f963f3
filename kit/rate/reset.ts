/** What a reset or retry header says, and in which of the forms in use. */
export interface ResetTime {
  readonly form: 'delta-seconds' | 'epoch-seconds' | 'epoch-milliseconds' | 'http-date' | 'iso-8601' | 'duration'
  /** Milliseconds from `now` until the named moment; negative when it is past. */
  readonly inMs: number
}

const HTTP_DATE = /^[A-Z][a-z]{2},? \d{1,2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} (GMT|UTC)$/
/** As Go prints it, `1m30.5s`, and as ISO 8601 has it, `PT1M30.5S`. */
const DURATION = /^(?:PT)?(?:(?<h>\d+)h)?(?:(?<m>\d+)m)?(?:(?<s>\d+(?:\.\d+)?)s)?(?:(?<ms>\d+(?:\.\d+)?)ms)?$/i

/** Two lines of a header are read as one with a comma: a gateway and the service may both have said the same. */
function single(text: string): string {
  const half = text.slice(0, (text.length - 2) / 2)
  return text === `${half}, ${half}` ? half : text
}

/**
 * Reads `X-RateLimit-Reset` or `Retry-After`. Numbers are told apart by magnitude: an epoch in milliseconds from 1e12,
 * in seconds from 1e9, a delta in seconds up to a day. Units make a duration. Undefined for anything else.
 * `now` is the target's clock where its Date header is known, in ms since the epoch.
 */
export function readReset(text: string, now: number): ResetTime | undefined {
  const value = single(text.trim())
  if (/^\d+(\.\d+)?$/.test(value)) {
    const number = Number(value)
    if (number >= 1e12) return { form: 'epoch-milliseconds', inMs: number - now }
    if (number >= 1e9) return { form: 'epoch-seconds', inMs: number * 1000 - now }
    return number <= 86_400 ? { form: 'delta-seconds', inMs: number * 1000 } : undefined
  }
  if (HTTP_DATE.test(value)) {
    const at = Date.parse(value.replace('UTC', 'GMT'))
    return Number.isFinite(at) ? { form: 'http-date', inMs: at - now } : undefined
  }
  if (/^\d{4}-\d{2}-\d{2}[T ]\d/.test(value)) {
    const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value}Z`
    const at = Date.parse(zoned.replace(' ', 'T'))
    return Number.isFinite(at) ? { form: 'iso-8601', inMs: at - now } : undefined
  }
  const { h, m, s, ms } = DURATION.exec(value)?.groups ?? {}
  if ([h, m, s, ms].every((each) => each === undefined)) return undefined
  const seconds = Number(h ?? 0) * 3600 + Number(m ?? 0) * 60 + Number(s ?? 0)
  return { form: 'duration', inMs: seconds * 1000 + Number(ms ?? 0) }
}
