import { createHash } from 'node:crypto'

/** A UUID that is made of a text, the same one each time: what is judged again has the ids that were sent. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Digits of a phone number of country code 255 that nobody has: no network there begins with 0. */
export const nobodysPhone = (text: string): string =>
  `2550${(BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 12)}`) % 100_000_000n).toString().padStart(8, '0')}`
