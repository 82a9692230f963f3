import { InvalidArgumentError } from 'commander'
import { baseUrlFault } from '../kit/target/address.ts'
import { UsageError } from './usage-error.ts'

/** A parser for whole numbers within bounds, both included. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`)
  }
}

export function positiveNumber(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value) && value > 0) return value
  throw new InvalidArgumentError('Expected a number above 0.')
}

export function baseUrl(flag: string): (text: string) => string {
  return (text) => {
    const fault = baseUrlFault(text)
    if (fault === undefined) return text
    // The text may hold a password: it is not repeated.
    if (/@/.test(text)) throw new UsageError(`${flag}: ${fault}; credentials belong in the target file`)
    throw new InvalidArgumentError(
      `${fault.charAt(0).toUpperCase()}${fault.slice(1)}, such as https://pay.example.org.`,
    )
  }
}
