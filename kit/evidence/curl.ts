import { header, type RecordedRequest } from '../http/exchange.ts'
import { withPeople } from './made-up.ts'
import { nearSecret } from './near-secret.ts'
import type { Redactor } from './redact.ts'
import { asVariable, hasControl, printfWords, quote } from './shell-words.ts'
import { signingWords } from './signing-words.ts'

export interface CurlOptions {
  /** Name of the environment variable that holds a secret; undefined where there is none. */
  readonly nameOf: (secret: string) => string | undefined
  readonly redactor: Redactor
  /** Those of the target: what is nearly one of them is written by its variable. */
  readonly secrets?: readonly string[]
  /**
   * The id of the run, for a target on this machine: the command holds its made-up people, and what carries the id, keys
   * and references among it, is new each time.
   */
  readonly renewing?: string
  /** The command holds the made-up people of a target on this machine, and nothing in it is new. */
  readonly withPeople?: boolean
}

/** Digits of the time, Unix seconds. */
const TIME = 10
/** What curl computes itself. */
const COMPUTED = new Set(['host', 'content-length', 'connection', 'transfer-encoding'])

/**
 * A curl command that repeats a request, for any shell where its headers hold no control characters, else for bash:
 * secrets as variables; phones, names and codes redacted, but for a target on this machine. A request that is signed is
 * signed anew, over the body as the command has it, where a shell can do that.
 */
export function curlFor(request: RecordedRequest, options: CurlOptions): string {
  const { nameOf, redactor, renewing } = options
  const named = redactor.marking((secret) => {
    const name = nameOf(secret)
    return name !== undefined && /^[A-Za-z_]\w*$/.test(name) ? asVariable(name) : '[secret]'
  })
  const isWhole = renewing !== undefined || options.withPeople === true
  const marked = isWhole ? withPeople(named) : named
  const renewed = (text: string): string =>
    renewing === undefined ? text : text.replaceAll(renewing, asVariable(renewal(renewing)))
  const shown = (bytes: Buffer): string => renewed(marked.redactBody(bytes).text)
  const signing = request.signed && signingWords(request, request.signed, { nameOf, shown })
  const url = renewed(marked.redactUrl(request.url))
  // Without a line feed behind it an answer would run into the next one.
  const words = ['curl', '-sS', '-i', '-w', "'\\n'"]
  // Brackets and braces would be patterns, dot segments would be resolved.
  if (/[[\]{}]/.test(url)) words.push('--globoff')
  if (/\/\.{1,2}(\/|$)/.test(url)) words.push('--path-as-is')
  words.push(...(request.method === 'HEAD' ? ['--head'] : ['-X', quote(request.method)]), quote(url))

  const host = header(request.headers, 'host')
  for (const [index, [name, value]] of marked.redactHeaders(request.headers).entries()) {
    const made = signing?.header(name, request.headers[index]?.[1] ?? '')
    if (made !== undefined) {
      words.push('-H', made)
      continue
    }
    const computed = COMPUTED.has(name.toLowerCase())
    if (computed && !(name.toLowerCase() === 'host' && host !== hostOf(request.url))) continue
    const raw = request.headers[index]?.[1] ?? ''
    const near = value.includes('[secret]') ? nearSecret(raw, options.secrets ?? [], nameOf) : undefined
    const whole = value === '' ? `${name};` : `${name}: ${near ?? value}`
    words.push('-H', quote(/^user-agent$/i.test(name) ? whole : renewed(whole)))
  }
  if (request.body.length === 0) return words.join(' ')
  // Otherwise curl would call the body a form.
  if (header(request.headers, 'content-type') === undefined) words.push('-H', quote('Content-Type:'))

  if (signing !== undefined)
    return `(${[...signing.statements, `${words.join(' ')} --data-binary "$body"`].join('; ')})`

  const isUtf8 = Buffer.from(request.body.toString('utf8'), 'utf8').equals(request.body)
  const body = isUtf8 ? shown(request.body) : renewed(marked.redactText(request.body.toString('latin1')))
  // An argument cannot hold NUL, one that begins with @ would name a file, and not every shell has words for controls.
  if (body.startsWith('@') || !isUtf8 || hasControl(body)) {
    return `printf ${printfWords(body, isUtf8)} | ${words.join(' ')} --data-binary @-`
  }
  return `${words.join(' ')} --data-binary ${quote(body)}`
}

/** Stands for the id of a run, and is as long: that of `$RUN` where several commands belong together, else of now. */
const renewal = (runId: string): string => `RUN:-${runId.slice(0, Math.max(0, runId.length - TIME))}$(date +%s)`

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}
