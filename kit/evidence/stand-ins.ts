import { hash } from 'node:crypto'

/** Digits at the beginning and at the end of a phone number that are shown. */
const SHOWN = { first: 3, last: 2 }

/**
 * First three and last two digits, and a tag by which equal numbers are still seen to be equal. What is written beside the
 * digits stays, a plus sign and blanks among it: how a number is written is judged, and nobody is reached by it.
 *
 * @param phone as it is written; `%2B` is its plus sign
 */
export function tagPhone(phone: string, runKey: Buffer): string {
  const [plus = ''] = /^%2B/i.exec(phone) ?? []
  const written = phone.slice(plus.length)
  const digits = written.replace(/\D/g, '')
  let at = 0
  const shown = written.replace(/\d/g, (digit) => {
    at += 1
    return at <= SHOWN.first || at > digits.length - SHOWN.last ? digit : '*'
  })
  // How many are hidden in a row is no matter of anybody's.
  return `${plus}${shown.replace(/\*+/g, '***')}~${tagOf(digits, runKey)}`
}

/** The same for a number of JSON, which becomes a text there: that it is none is seen by it. */
export const tagPhoneNumber = (phone: string, runKey: Buffer): string => `${tagPhone(phone, runKey)} (a number)`

/** Six letters: no digits that could be taken for a number or a code again. */
export function tagOf(value: string, runKey: Buffer): string {
  // So little of it is shown that a hash with the key before the value will do: a body may hold very many values.
  const mac = hash('sha256', `${runKey.toString('hex')} ${value}`, 'buffer')
  return String.fromCharCode(...mac.subarray(0, 6).map((byte) => 97 + (byte % 26)))
}
