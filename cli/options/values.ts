import { InvalidArgumentError } from 'commander'
import { baseUrlFault, eventUrlFault, parseListen } from '../../kit/target/address.ts'
import { UsageError } from '../usage-error.ts'

/** A parser for whole numbers within bounds, both included. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`)
  }
}

/** `2/4`: the second of four. */
export function part(text: string): { readonly index: number; readonly of: number } {
  const [, index = 0, of = 0] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number)
  if (index >= 1 && index <= of) return { index, of }
  throw new InvalidArgumentError('Expected a part of all, such as 2/4 for the second of four.')
}

export function positiveNumber(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value) && value > 0) return value
  throw new InvalidArgumentError('Expected a number above 0.')
}

/** `90`, `90s`, `2m` or `1m30s`: seconds. */
export function seconds(text: string): number {
  const [, m = '0', s = '0'] = /^(?:(\d+)m)?(?:(\d*\.?\d+)s?)?$/.exec(text.trim()) ?? []
  const value = Number(m) * 60 + Number(s)
  if (value > 0) return value
  throw new InvalidArgumentError('Expected a time above 0, such as 90, 90s, 2m or 1m30s.')
}

/** `80%` or `0.8`: 0 to 1. */
export function share(text: string): number {
  const [, digits, sign] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text.trim()) ?? []
  const value = sign === '%' ? Number(digits) / 100 : Number(digits)
  if (digits !== undefined && value <= 1) return value
  throw new InvalidArgumentError('Expected a share, such as 80% or 0.8.')
}

export const baseUrl = (flag: string): ((text: string) => string) => checkedUrl(flag, baseUrlFault)

/** A URL that is called as it is, query and all. */
export const eventUrl = (flag: string): ((text: string) => string) => checkedUrl(flag, eventUrlFault)

function checkedUrl(flag: string, faultOf: (text: string) => string | undefined): (text: string) => string {
  return (text) => {
    const fault = faultOf(text)
    if (fault === undefined) return text
    // The text may hold a password: it is not repeated.
    if (/@/.test(text)) throw new UsageError(`${flag}: ${fault}; credentials belong in the target file`)
    throw new InvalidArgumentError(
      `${fault.charAt(0).toUpperCase()}${fault.slice(1)}, such as https://service.example.org.`,
    )
  }
}

/** The name of an environment variable. What looks like a secret is refused, and not repeated. */
export function variableName(text: string): string {
  if (/^[A-Za-z_]\w*$/.test(text) && !/^(sk_(live|test)_|whsec_)/.test(text)) return text
  throw new InvalidArgumentError(
    'Expected the name of an environment variable, such as PAY_KEY: the secret itself is never written.',
  )
}

/** Several names, one at a time. */
export const variableNames = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  variableName(text),
]

export function jsonObject(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new InvalidArgumentError('Expected JSON.')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new InvalidArgumentError('Expected a JSON object.')
}

/** `host:port`. */
export function listenAddress(text: string): string {
  if (parseListen(text) !== undefined) return text
  throw new InvalidArgumentError('Expected host:port, such as 0.0.0.0:8787 or [::1]:0.')
}
