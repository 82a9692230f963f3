import { createHmac } from 'node:crypto'
import { header, type RecordedRequest } from '../http/exchange.ts'
import type { Signed } from '../http/signed.ts'
import { hasControl, printfWords, quote } from './shell-words.ts'

/** What of a command signs its request when it is given. */
export interface SigningWords {
  /** Sets `body`, and the time and digest that headers hold. */
  readonly statements: readonly string[]
  /** The shell word of a header that is made anew; undefined for any other. */
  header(name: string, value: string): string | undefined
}

interface Texts {
  readonly nameOf: (secret: string) => string | undefined
  /** Bytes as the command shows them: UTF-8, secrets marked as variables. */
  readonly shown: (body: Buffer) => string
}

/** Digits from which on a part of a digest is known for one. */
const PART = 8
const OTHER_DIGITS = 'tr 0-9a-f 1-9a-f0'

/**
 * How a shell signs a request anew, at the time at which its command is given. Undefined where none can: bytes that no
 * variable holds, a key without a name.
 */
export function signingWords(
  request: RecordedRequest,
  signed: Signed,
  { nameOf, shown }: Texts,
): SigningWords | undefined {
  const key = keyWord(signed.key, nameOf)
  if (key === undefined || ![request.body, signed.over].every(isHeld)) return undefined
  const isOther = !signed.over.equals(request.body)
  const { time } = signed
  const told = time === undefined ? undefined : header(request.headers, time.header)
  const stamp = time?.signed === undefined ? '' : `${stampWord(time.signed - time.now)}.`
  const digest = createHmac('sha256', signed.key)
    .update(time?.signed === undefined ? '' : `${time.signed}.`)
    .update(signed.over)
    .digest('hex')
  const headers = request.headers.filter(([name]) => isNamed(name, signed.header))
  const isUsed = headers.some(([, value]) => value.replace(/^.*=/, '') !== '')
  const needsTime = told !== undefined || (isUsed && stamp !== '')
  return {
    statements: [
      setting('body', shown(request.body)),
      ...(isUsed && isOther ? [setting('over', shown(signed.over))] : []),
      ...(needsTime ? ['now=$(date +%s)'] : []),
      ...(isUsed
        ? [
            `digest=$(printf %s "${stamp}$${isOther ? 'over' : 'body'}" | openssl dgst -sha256 -hmac ${key})`,
            'digest="${digest##* }"',
          ]
        : []),
    ],
    header: (name, value) => {
      if (time !== undefined && isNamed(name, time.header) && /^\d+$/.test(value))
        return `"${name}: ${stampWord(Number(value) - time.now)}"`
      if (!isNamed(name, signed.header) || value === '') return undefined
      return headerWord(`${name}: `, value, digest)
    },
  }
}

const isNamed = (name: string, wanted: string): boolean => name.toLowerCase() === wanted.toLowerCase()

/** Whether a variable of a shell holds these bytes as they are. */
const isHeld = (body: Buffer): boolean => !body.includes(0) && Buffer.from(body.toString('utf8')).equals(body)

/** The key of a run, one with a letter more, or none: others have no name. */
function keyWord(key: string | Buffer, nameOf: Texts['nameOf']): string | undefined {
  if (typeof key !== 'string') return undefined
  if (key === '') return "''"
  const variable = (secret: string): string | undefined => {
    const name = nameOf(secret)
    return name !== undefined && /^[A-Za-z_]\w*$/.test(name) ? `"$${name}"` : undefined
  }
  const shorter = variable(key.slice(0, -1))
  return variable(key) ?? (shorter === undefined ? undefined : `${shorter}${quote(key.slice(-1))}`)
}

const stampWord = (away: number): string => (away === 0 ? '$now' : `$((now${away < 0 ? '-' : '+'}${Math.abs(away)}))`)

/** Sets a variable. What a command in brackets gives loses its last line feeds: a dot stands behind them. */
const setting = (name: string, text: string): string =>
  hasControl(text)
    ? `${name}=$(printf ${printfWords(text, true)}; printf .); ${name}="\${${name}%.}"`
    : `${name}=${quote(text)}`

/** A header in which a digest, or a part of it, stands; other digits where the digits are others. */
function headerWord(name: string, value: string, digest: string): string {
  const at = value.indexOf(digest)
  if (at >= 0) return around(name + value.slice(0, at), '"$digest"', value.slice(at + digest.length))
  const [, scheme = '', rest = ''] = /^(.*=)?(.*)$/s.exec(value) ?? []
  const before = name + scheme
  if (rest === '') return quote(before)
  if (rest === digest.toUpperCase()) return around(before, piped('tr a-f A-F'))
  const same = [...rest].findIndex((digit, index) => digit !== digest[index])
  if (same < 0 && rest.length >= PART) return around(before, piped(`cut -c1-${rest.length}`))
  if (same < PART) return around(before, piped(OTHER_DIGITS))
  return around(before, piped(`cut -c1-${same}`) + piped(`cut -c${same + 1}-${rest.length} | ${OTHER_DIGITS}`))
}

const piped = (filter: string): string => `"$(printf %s "$digest" | ${filter})"`

const around = (before: string, word: string, after = ''): string =>
  `${quote(before)}${word}${after === '' ? '' : quote(after)}`
