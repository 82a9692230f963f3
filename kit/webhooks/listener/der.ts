/**
 * Values in the Distinguished Encoding Rules of ASN.1 (X.690), as far as a certificate needs them: a tag, a length, and
 * the bytes of the value.
 */

function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const bytes = Buffer.from(length.toString(16).replace(/^(..)*.$/, '0$&'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, content])
}

export const sequence = (...items: readonly Uint8Array[]): Buffer => tagged(0x30, ...items)
export const setOf = (item: Uint8Array): Buffer => tagged(0x31, item)
export const octets = (bytes: Uint8Array): Buffer => tagged(0x04, bytes)
/** A string of whole bytes. */
export const bits = (bytes: Uint8Array): Buffer => tagged(0x03, Buffer.from([0]), bytes)
export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text, 'utf8'))
export const yes = (): Buffer => tagged(0x01, Buffer.from([0xff]))

/** A whole number from big-endian bytes; it is never negative. */
export function integer(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0)
  const shortest = first === -1 ? Buffer.from([0]) : Buffer.from(bytes.subarray(first))
  return (shortest[0] ?? 0) >= 0x80 ? tagged(0x02, Buffer.from([0]), shortest) : tagged(0x02, shortest)
}

/** `1.2.840.10045.4.3.2`: the first two numbers share a byte, each further one has seven bits to a byte. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const groups = rest.flatMap((number) => {
    const septets = [number & 0x7f]
    for (let left = number >>> 7; left > 0; left >>>= 7) septets.unshift(0x80 | (left & 0x7f))
    return septets
  })
  return tagged(0x06, Buffer.from([first * 40 + second, ...groups]))
}

/** To the second, UTC. Certificates write years before 2050 with two digits. */
export function time(at: Date): Buffer {
  const digits = `${at.toISOString().replace(/[-:T]|\.\d+Z$/g, '')}Z`
  return at.getUTCFullYear() < 2050 ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits))
}

/** A part that is told by its number, holding whole values. */
export const part = (number: number, ...items: readonly Uint8Array[]): Buffer => tagged(0xa0 | number, ...items)
/** The same in place of a value's own tag. */
export const choice = (number: number, bytes: Uint8Array): Buffer => tagged(0x80 | number, bytes)
