import { header, type RecordedRequest } from '../http/exchange.ts'
import { withPeople } from './made-up.ts'
import type { Redactor } from './redact.ts'

export interface CurlOptions {
  /** Name of the environment variable that holds a secret; undefined where there is none. */
  readonly nameOf: (secret: string) => string | undefined
  readonly redactor: Redactor
  /**
   * The id of the run, for a target on this machine: the command holds its made-up people, and what carries the id, keys
   * and references among it, is new each time.
   */
  readonly renewing?: string
}

/** Between these stands the name of a variable; private-use characters, which no request of a run contains. */
const VARIABLE = /\uE000([A-Za-z_][^\uE001]*)\uE001/
/** Digits of the time, Unix seconds. */
const TIME = 10
/** What curl computes itself. */
const COMPUTED = new Set(['host', 'content-length', 'connection', 'transfer-encoding'])

/**
 * A curl command that repeats a request, for any shell where its headers hold no control characters, else for bash:
 * secrets as variables; phones, names and codes redacted, but for a target on this machine.
 */
export function curlFor(request: RecordedRequest, { nameOf, redactor, renewing }: CurlOptions): string {
  const named = redactor.marking((secret) => {
    const name = nameOf(secret)
    return name !== undefined && /^[A-Za-z_]\w*$/.test(name) ? `\uE000${name}\uE001` : '[secret]'
  })
  const marked = renewing === undefined ? named : withPeople(named)
  const renewed = (text: string): string =>
    renewing === undefined ? text : text.replaceAll(renewing, `\uE000${renewal(renewing)}\uE001`)
  const url = renewed(marked.redactUrl(request.url))
  const words = ['curl', '-sS', '-i']
  // Brackets and braces would be patterns, dot segments would be resolved.
  if (/[[\]{}]/.test(url)) words.push('--globoff')
  if (/\/\.{1,2}(\/|$)/.test(url)) words.push('--path-as-is')
  words.push(...(request.method === 'HEAD' ? ['--head'] : ['-X', quote(request.method)]), quote(url))

  const host = header(request.headers, 'host')
  for (const [name, value] of marked.redactHeaders(request.headers)) {
    const computed = COMPUTED.has(name.toLowerCase())
    if (computed && !(name.toLowerCase() === 'host' && host !== hostOf(request.url))) continue
    const whole = value === '' ? `${name};` : `${name}: ${value}`
    words.push('-H', quote(/^user-agent$/i.test(name) ? whole : renewed(whole)))
  }
  if (request.body.length === 0) return words.join(' ')
  // Otherwise curl would call the body a form.
  if (header(request.headers, 'content-type') === undefined) words.push('-H', quote('Content-Type:'))

  const isUtf8 = Buffer.from(request.body.toString('utf8'), 'utf8').equals(request.body)
  const body = renewed(
    isUtf8 ? marked.redactBody(request.body).text : marked.redactText(request.body.toString('latin1')),
  )
  // An argument cannot hold NUL, one that begins with @ would name a file, and not every shell has words for controls.
  if (body.startsWith('@') || !isUtf8 || hasControl(body)) {
    return `printf ${printfWords(body, isUtf8)} | ${words.join(' ')} --data-binary @-`
  }
  return `${words.join(' ')} --data-binary ${quote(body)}`
}

/** Stands for the id of a run, and is as long: that of `$RUN` where several commands belong together, else of now. */
const renewal = (runId: string): string => `RUN:-${runId.slice(0, Math.max(0, runId.length - TIME))}$(date +%s)`

/** What the shell puts in for a variable. */
const expansion = (name: string): string => (/^\w+$/.test(name) ? `"$${name}"` : `"\${${name}}"`)

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}

/** One shell word. Names of variables stay open to the shell, everything else reaches curl as it is. */
function quote(text: string): string {
  const words = text.split(VARIABLE).map((piece, index) => (index % 2 === 1 ? expansion(piece) : literal(piece)))
  return words.join('') || "''"
}

function literal(text: string): string {
  if (text === '' || /^[\w@%+=:,./-]+$/.test(text)) return text
  if (!hasControl(text)) return `'${text.replaceAll("'", "'\\''")}'`
  return `$'${escapeBytes(text, false, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).replaceAll("'", "\\'")}'`
}

/** Characters that a terminal, or an editor, would take for something else than a part of the command. */
const STEERING = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u

const hasControl = (text: string): boolean => STEERING.test(text)

/** Control characters, and bytes of texts that are no UTF-8, in escapes; the rest as it is. */
function escapeBytes(text: string, asBytes: boolean, escaped: (byte: number) => string): string {
  return Array.from(text.replaceAll('\\', '\\\\'), (character) => {
    const code = character.charCodeAt(0)
    if (character === '\n') return '\\n'
    if (asBytes && code <= 0xff) return code < 0x20 || code > 0x7e ? escaped(code) : character
    return STEERING.test(character) ? Array.from(Buffer.from(character), escaped).join('') : character
  }).join('')
}

/** Format and arguments of printf for a text: names of variables are arguments, so that their values are taken as they are. */
function printfWords(text: string, isUtf8: boolean): string {
  const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`
  const pieces = text.split(VARIABLE)
  const format = pieces.map((piece, index) =>
    index % 2 === 1 ? '%s' : escapeBytes(piece, !isUtf8, octal).replaceAll('%', '%%').replaceAll("'", '\\047'),
  )
  const values = pieces.filter((_, index) => index % 2 === 1).map((name) => ` ${expansion(name)}`)
  return `'${format.join('')}'${values.join('')}`
}
