import { createHash } from 'node:crypto'
import type { Option } from './recipes.ts'

/** What a sender may have done to its JSON between signing and sending. Each gives every text it could have signed. */
export type Rewrite = Option<(body: Buffer) => readonly (string | Buffer)[]>

type Json = unknown
type Write = (value: Json) => string

/** Layouts of a parsed and re-written body. */
export const LAYOUTS: readonly Rewrite[] = [
  layout('re-serialised', 'the body is parsed and written again as compact JSON', (value) => JSON.stringify(value)),
  layout('sorted-keys', 'the keys of the body are sorted', (value) => JSON.stringify(sorted(value))),
  layout('pretty-printed-2', 'the body is pretty-printed with two blanks', (value) => JSON.stringify(value, null, 2)),
  layout('pretty-printed-4', 'the body is pretty-printed with four blanks', (value) => JSON.stringify(value, null, 4)),
  layout('pretty-printed-1', 'the body is pretty-printed with one blank', (value) => JSON.stringify(value, null, 1)),
  layout('pretty-printed-tab', 'the body is pretty-printed with tabs', (value) => JSON.stringify(value, null, '\t')),
  layout('spaced', 'the body has a blank after every comma and colon', spaced),
  layout('sorted-and-spaced', 'the body has sorted keys and a blank after every comma and colon', (value) =>
    spaced(sorted(value)),
  ),
]

/** Members of a body that are tried, and how their names look: they stand in sentences. */
const MOST_MEMBERS = 12
const PLAIN_NAME = /^[\w-]{1,40}$/

/** One member signed alone, as the payload of an event is taken for all of it, or added once the rest was signed. */
export function memberRewrites(body: Buffer): readonly Rewrite[] {
  const names = Object.keys(objectIn(body) ?? {}).filter((name) => PLAIN_NAME.test(name))
  return names.slice(0, MOST_MEMBERS).flatMap((name) => [
    layout(`${name}-alone`, `${name} is signed alone, without the body around it`, (value) => {
      const member = (value as Record<string, Json>)[name]
      return typeof member === 'string' ? member : JSON.stringify(member)
    }),
    layout(`without-${name}`, `the body is signed without ${name}`, (value) => {
      const { [name]: _, ...rest } = value as Record<string, Json>
      return JSON.stringify(rest)
    }),
  ])
}

function objectIn(body: Buffer): object | undefined {
  try {
    const value: Json = JSON.parse(body.toString('utf8').replace(/^\ufeff/, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Ways of writing characters inside strings. */
export const ESCAPES: readonly Rewrite[] = [
  text('ascii-escaped', 'characters beyond ASCII are written as \\u escapes', (body) => [
    ascii(body),
    ascii(body, true),
  ]),
  text('unicode-unescaped', '\\u escapes are written as the characters themselves', (body) => [unescaped(body)]),
  text('slashes-escaped', 'slashes are written as \\/', (body) => [slashed(body)]),
  text('slashes-unescaped', 'escaped slashes are written plainly', (body) => [body.replaceAll('\\/', '/')]),
  text('ascii-and-slashes-escaped', 'slashes and characters beyond ASCII are escaped', (body) => [
    ascii(slashed(body)),
  ]),
  text('html-escaped', 'the characters <, > and & are written as \\u escapes', (body) => [
    body.replace(/[<>&]/g, (letter) => escapeUnit(letter.charCodeAt(0))),
  ]),
]

/** Changes around the JSON, or to its encoding. */
export const EDGES: readonly Rewrite[] = [
  bytes('newline-added', 'a line feed follows the body', (body) => [join(body, '\n'), join(body, '\r\n')]),
  bytes('newline-removed', 'the line end after the body is left out', (body) => [
    latin(body.toString('latin1').replace(/\r?\n$/, '')),
  ]),
  bytes('trimmed', 'white space around the body is left out', (body) => [trimmed(body)]),
  bytes('bom-added', 'a byte order mark precedes the body', (body) => [join('\ufeff', body)]),
  bytes('bom-removed', 'the byte order mark before the body is left out', (body) => [
    body.subarray(0, 3).equals(Buffer.from('\ufeff')) ? body.subarray(3) : body,
  ]),
  bytes('line-ends-changed', 'line ends are converted between LF and CRLF', (body) => [
    latin(body.toString('latin1').replaceAll('\r\n', '\n')),
    latin(body.toString('latin1').replace(/\r?\n/g, '\r\n')),
  ]),
  bytes('invalid-utf8-replaced', 'bytes that are not UTF-8 are replaced', (body) => [body.toString('utf8')]),
  bytes('latin-1', 'the body is read or written as Latin-1', (body) => [
    body.toString('latin1'),
    Buffer.from(body.toString('utf8'), 'latin1'),
  ]),
  bytes('utf-16', 'the body is written as UTF-16', (body) => [Buffer.from(body.toString('utf8'), 'utf16le')]),
  bytes('empty-body', 'the body is left out', () => ['']),
  bytes('body-hashed', 'the SHA-256 of the body stands for the body', (body) => {
    const digest = createHash('sha256').update(body).digest()
    return [digest, digest.toString('hex')]
  }),
  bytes('body-base64', 'the base64 text of the body stands for the body', (body) => [body.toString('base64')]),
]

function bytes(name: string, phrase: string, apply: Rewrite['apply']): Rewrite {
  return { name, phrase, apply }
}

function text(name: string, phrase: string, apply: (body: string) => readonly string[]): Rewrite {
  return { name, phrase, apply: (body) => apply(body.toString('utf8')) }
}

function layout(name: string, phrase: string, write: Write): Rewrite {
  const apply = (body: Buffer): readonly string[] => {
    const source = body.toString('utf8').replace(/^\ufeff/, '')
    try {
      return [write(JSON.parse(source)), withNumbersKept(source, write)]
    } catch {
      return []
    }
  }
  return { name, phrase, apply }
}

/** Most languages write `5000.0` back as it was, JavaScript does not: numbers travel as marked strings. */
function withNumbersKept(source: string, write: Write): string {
  const mark = '\u0001number '
  const marked = source.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs, (token) =>
    token.startsWith('"') ? token : JSON.stringify(mark + token),
  )
  return write(JSON.parse(marked)).replace(/"\\u0001number ([^"]*)"/g, '$1')
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]))
}

function spaced(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${spaced(member)}`)
  return `{${members.join(', ')}}`
}

const escapeUnit = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`

function ascii(body: string, upper = false): string {
  return body.replace(/[\u0080-\uffff]/g, (unit) => {
    const escaped = escapeUnit(unit.charCodeAt(0))
    return upper ? `\\u${escaped.slice(2).toUpperCase()}` : escaped
  })
}

function unescaped(body: string): string {
  return body.replace(/\\\\|\\u([0-9a-f]{4})/gi, (whole, digits: string | undefined) => {
    const unit = Number.parseInt(digits ?? '0', 16)
    return unit < 0x80 ? whole : String.fromCharCode(unit)
  })
}

/** By hand: an expression anchored at the end takes quadratic time on long runs of blanks. */
function trimmed(body: Buffer): Buffer {
  const blank = (at: number) => [0x09, 0x0a, 0x0d, 0x20].includes(body[at] ?? -1)
  let start = 0
  let end = body.length
  while (blank(start)) start += 1
  while (end > start && blank(end - 1)) end -= 1
  return body.subarray(start, end)
}

const slashed = (body: string): string => body.replace(/(?<!\\)\//g, '\\/')
const latin = (body: string): Buffer => Buffer.from(body, 'latin1')
const join = (...parts: readonly (string | Buffer)[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)))
