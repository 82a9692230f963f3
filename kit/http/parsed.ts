import { isAscii } from 'node:buffer'
import { mayNameToString, tellable } from './parsed-json.ts'

/** Deeper than anybody nests what is meant to be read. Recursion over such a value ends well. */
export const MOST_LEVELS = 256
/** Bodies up to this many bytes are parsed once for all who ask, for as long as the body is kept. */
const SMALL = 4 * 1024
/** Bytes that the values of larger bodies may take in all. */
const LARGE_IN_ALL = 64 * 1024 * 1024
/** About what a character of a text and an entry or member take, bytes. */
const CHARACTER = { plain: 1, other: 2 }
const ENTRY = 56

interface Parsed {
  readonly value: unknown
  /** Bytes, about. */
  readonly weight: number
}

/** What is known of a larger body once it was looked through. */
interface Looked {
  /** Undefined where it is nested too deep. */
  readonly weight: number | undefined
  readonly mayNameToString: boolean
}

const small = new WeakMap<Buffer, Parsed>()
const looked = new WeakMap<Buffer, Looked>()
/** The longest unused first. */
const large = new Map<Buffer, Parsed>()
let inAll = 0

/**
 * The value of a JSON text, or undefined where it is none, or one nested deeper than MOST_LEVELS. Shared by all who ask:
 * not to be changed.
 */
export function parsed(body: Buffer): unknown {
  if (body.length <= SMALL) {
    const known = small.get(body) ?? parse(body, look(body))
    small.set(body, known)
    return known.value
  }
  const known = large.get(body) ?? parse(body, lookedAt(body))
  if (large.delete(body)) inAll -= known.weight
  large.set(body, known)
  inAll += known.weight
  for (const [oldest, { weight }] of large) {
    if (inAll <= LARGE_IN_ALL || oldest === body) break
    large.delete(oldest)
    inAll -= weight
  }
  return known.value
}

function lookedAt(body: Buffer): Looked {
  const known = looked.get(body) ?? look(body)
  looked.set(body, known)
  return known
}

const look = (body: Buffer): Looked => ({
  weight: weightOf(body),
  mayNameToString: mayNameToString(body.toString('latin1')),
})

function parse(body: Buffer, { weight, mayNameToString }: Looked): Parsed {
  if (weight === undefined) return { value: undefined, weight: 0 }
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return { value: mayNameToString ? tellable(value) : value, weight }
  } catch {
    return { value: undefined, weight: 0 }
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
/** What opens and closes a list, and an object. */
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * About how many bytes the value of a JSON text takes; undefined where lists and objects stand in each other more than
 * MOST_LEVELS deep.
 */
export function weightOf(text: Uint8Array): number | undefined {
  let depth = 0
  let entries = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at]
    if (quoted) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) quoted = false
    } else if (byte === QUOTE) quoted = true
    else if (byte === COMMA) entries += 1
    else if (byte === LIST || byte === OBJECT) {
      entries += 1
      depth += 1
      if (depth > MOST_LEVELS) return undefined
    } else if (byte === LIST_END || byte === OBJECT_END) depth -= 1
  }
  return text.length * (isAscii(text) ? CHARACTER.plain : CHARACTER.other) + entries * ENTRY
}
