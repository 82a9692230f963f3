import type { Exchange, RawHeaders } from '../../kit/http/exchange.ts'

/** Ways to write one request that mean the same: whoever reads JSON and HTTP takes all of them. */
export const SPELLINGS = ['order', 'white space', 'escapes', 'header names'] as const
export type Spelling = (typeof SPELLINGS)[number]

/** JSON text of a value in a spelling of its own: RFC 8259 gives order, white space and escapes no meaning. */
export function spelledJson(value: unknown, spelling: Spelling | undefined): string {
  switch (spelling) {
    case 'order':
      return JSON.stringify(reversed(value))
    case 'white space':
      return `\n${JSON.stringify(value, null, '\t ').replaceAll('\n', '\r\n')}\n`
    case 'escapes':
      return (
        JSON.stringify(value)
          .replaceAll('/', '\\/')
          .replaceAll(/(?<=[\w ])[aeo](?=[\w ]*")/g, escaped)
          // A text of digits, or of capitals, has no such letter: the second one of it.
          .replaceAll(/(?<="\d)\d(?=\d*")/g, escaped)
          .replaceAll(/(?<="[A-Z])[A-Z](?=[A-Z]*")/g, escaped)
          // What stands in braces within a text is looked for by whoever fills it in.
          .replaceAll(/(?<=\{\w*)[aeo](?=\w*\})/g, escaped)
      )
    default:
      return JSON.stringify(value)
  }
}

/** Header lines in a letter case that is nobody's: RFC 9110 gives it no meaning. */
export function spelledHeaders(headers: RawHeaders, spelling: Spelling | undefined): RawHeaders {
  if (spelling !== 'header names') return headers
  return headers.map(([name, value], place) => [place % 2 === 0 ? name.toLowerCase() : name.toUpperCase(), value])
}

const ADMISSION: readonly number[] = [401, 403]

const hasOddHeaders = ({ request }: Exchange): boolean => request.headers.some(([name]) => name === name.toUpperCase())

/**
 * Whether a refusal may be that of a reader who does not understand a spelling. Whom a target lets in depends on headers
 * alone, and says nothing where the same key was turned away under the usual ones as well.
 */
export function mayBeMisread({ response, key }: Exchange, spelling: string, all: readonly Exchange[]): boolean {
  const isTheSame = ({ response: answer }: Exchange): boolean => answer?.status === response?.status
  if (!ADMISSION.includes(response?.status ?? 0)) return true
  return spelling === 'header names' && !all.some((each) => each.key === key && isTheSame(each) && !hasOddHeaders(each))
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
