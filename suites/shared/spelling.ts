import type { Exchange, RawHeaders } from '../../kit/http/exchange.ts'

/**
 * Ways to write one request that mean the same: whoever reads JSON and HTTP takes all of them. JSON has no charset, and
 * one that is named all the same means nothing: to refuse it is advised against.
 */
export const SPELLINGS = ['order', 'white space', 'escapes', 'header names', 'charset'] as const
export type Spelling = (typeof SPELLINGS)[number]

/** One spelling or several at once; undefined: none. */
export type Spellings = Spelling | readonly Spelling[] | undefined

const has = (spellings: Spellings, each: Spelling): boolean => [spellings].flat().includes(each)

/** JSON text of a value in spellings of its own: RFC 8259 gives order, white space and escapes no meaning. */
export function spelledJson(value: unknown, spellings: Spellings): string {
  const ordered = has(spellings, 'order') ? reversed(value) : value
  const text = has(spellings, 'white space') ? spaced(ordered) : JSON.stringify(ordered)
  return has(spellings, 'escapes') ? withEscapes(text) : text
}

const spaced = (value: unknown): string => `\n${JSON.stringify(value, null, '\t ').replaceAll('\n', '\r\n')}\n`

const withEscapes = (text: string): string =>
  text
    .replaceAll('/', '\\/')
    .replaceAll(/(?<=[\w ])[aeo](?=[\w ]*")/g, escaped)
    // A text of digits, or of capitals, has no such letter: the second one of it.
    .replaceAll(/(?<="\d)\d(?=\d*")/g, escaped)
    .replaceAll(/(?<="[A-Z])[A-Z](?=[A-Z]*")/g, escaped)
    // What stands in braces within a text is looked for by whoever fills it in.
    .replaceAll(/(?<=\{\w*)[aeo](?=\w*\})/g, escaped)

/** Header lines in a letter case that is nobody's: RFC 9110 gives it no meaning. And a media type that names a charset. */
export function spelledHeaders(headers: RawHeaders, spellings: Spellings): RawHeaders {
  const typed = has(spellings, 'charset') ? headers.map(withCharset) : headers
  if (!has(spellings, 'header names')) return typed
  return typed.map(([name, value], place) => [place % 2 === 0 ? name.toLowerCase() : name.toUpperCase(), value])
}

const withCharset = ([name, value]: RawHeaders[number]): RawHeaders[number] =>
  name === 'Content-Type' && value === 'application/json' ? [name, `${value}; charset=utf-8`] : [name, value]

/** What is said of a request that is refused for its charset alone. */
export const CHARSET_ADVICE = { soft: true, note: 'that a media type may name a charset is not said' } as const

const ADMISSION: readonly number[] = [401, 403]

const hasOddHeaders = ({ request }: Exchange): boolean => request.headers.some(([name]) => name === name.toUpperCase())

/** Headers that say who asks. */
const WHO = /^(?!idempotency-).*(?:auth|key)/

/** What a request says of who asks, in whatever letter case its headers have their names. */
const credentialsOf = ({ request }: Exchange): string =>
  JSON.stringify(
    request.headers
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => WHO.test(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

/**
 * Whether a refusal may be that of a reader who does not understand a spelling. Whom a target lets in depends on headers
 * alone, and says nothing where the same key was turned away in the usual ones as well. One that was sent in another place,
 * or with more to it, is another key.
 */
export function mayBeMisread(
  exchange: Exchange,
  spellings: string | readonly string[],
  all: readonly Exchange[],
): boolean {
  const { response, key } = exchange
  const isTheSame = ({ response: answer }: Exchange): boolean => answer?.status === response?.status
  if (!ADMISSION.includes(response?.status ?? 0)) return true
  return (
    [spellings].flat().includes('header names') &&
    !all.some(
      (each) =>
        each.key === key && isTheSame(each) && !hasOddHeaders(each) && credentialsOf(each) === credentialsOf(exchange),
    )
  )
}

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, reversed(inner)]),
  )
}
