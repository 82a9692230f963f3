import { bodyDigest } from '../http/body-digest.ts'
import type { RawHeaders } from '../http/exchange.ts'
import { replaceAnchored } from './anchored.ts'
import { isJsonText, rewriteJson, type Scalar, type Surroundings } from './json-scan.ts'
import { kindsByName, type MemberKind } from './member-kinds.ts'
import { SecretForms } from './secret-forms.ts'
import { isVariable, VARIABLE_START } from './shell-words.ts'
import { tagOf, tagPhone, tagPhoneNumber } from './stand-ins.ts'

/** A body as it is kept in evidence. */
export interface RedactedBody {
  /** UTF-8; bytes that are none appear as U+FFFD. */
  readonly text: string
  /** Length of the original. */
  readonly bytes: number
  /** Equal for equal originals within this process, and tells nothing of them (hex). */
  readonly digest: string
  /** Something was replaced. */
  readonly redacted: boolean
}

/** The word for a secret. @param written what stands in the text for it: a phone number may have a plus sign there */
type Mark = (secret: string, written?: string) => string

export interface Redactor {
  redactText(text: string): string
  /** Secrets alone, known ones and those of a known form: no people, phones or addresses. */
  redactSecrets(text: string): string
  redactHeaders(headers: RawHeaders): RawHeaders
  redactBody(body: Buffer): RedactedBody
  redactUrl(url: string): string
  /** From now on this value is replaced wherever it appears; a phone number keeps its tag. */
  learn(value: string): void
  /** The same redactor, with another word for secrets that it knows by value. */
  marking(mark: Mark): Redactor
}

/** What of an interface is secret, or not, by its place. */
export interface RedactionPlaces {
  /** Names of headers, in any letter case, whose values are secret beside those that are so everywhere. */
  readonly secretHeaders?: readonly string[]
  /** Names of headers whose values are kept as they are: times, ids that are no secret. */
  readonly plainHeaders?: readonly string[]
  /** Segments of paths behind which a secret stands: `by-key` for `/members/by-key/{key}`. */
  readonly secretSegments?: readonly string[]
}

export interface RedactorOptions extends RedactionPlaces {
  readonly secrets: readonly string[]
  /** Random bytes of the run: tags of one run can be compared with each other and with no others. */
  readonly runKey: Buffer
  /** Names of people that are known beforehand: replaced in running text, too. */
  readonly names?: readonly string[]
  /** Texts that all may read: a name that stands in one of them is hidden by its place only. */
  readonly shown?: readonly string[]
}

/** Shorter values would be found by chance in harmless text; they are hidden by place only. */
const SHORTEST_SECRET = 4
const SECRET = '[secret]'
const PHONE_VALUE = /^\+?\d{9,15}$/
/** A known number where it stands in a text, with what may stand for its plus sign. */
const WRITTEN_PHONE = /^(?:%2B|[+ ])?\d+$/i
const UUID = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/gi
const DIGITS =
  /(?<![\w.]|\w-)(?:\+|%2B)?\d{9,15}(?![\w]|\.\d)|(?<=%2B)\d{9,15}(?![\w]|\.\d)|\+\d[\d ().-]{7,20}\d(?!\w)/gi
const EMAIL_HOST = /(?:@|%40)[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,40}\.[A-Za-z]{2,24}/g
const EMAIL_USER = { character: /[A-Za-z0-9._%+-]/, most: 64 }
const SIGNATURE = /sha256(=|%3D)[0-9a-f]{16,}/gi
const API_KEY = /\bsk_(test|live)_(?!\[)[\w-]+/g
const SCHEME = /\b(Bearer|Basic)(\s+|%20|\+)(?=\S{0,23}\d|\S{24})(?!\[|sk_)[\w.~+/=%-]{6,}/gi
const SECRET_HEADERS = ['proxy-authorization', 'x-api-key', 'cookie', 'set-cookie']
const PLAIN_HEADERS = ['idempotency-key', 'retry-after', 'content-length', 'date']
const FIELD_VALUE = /=([^&\s"'<>;,]+)/g
const FIELD_NAME = { character: /[\w.[\]%-]/, most: 60 }
const MEMBER = /"([^"\\]{1,60})"(\s*:\s*)"([^"\\]*(?:\\.[^"\\]*)*)"/g
/** Where a message carries a one-time password: digits of their own, neither a date nor a decimal number. */
const PASSCODE = /(?<![\w.])\d{4,8}(?!\w|\.\d|-\d\d-\d\d)/g
/** Fields of a form in the value of another one. */
const MOST_NESTED = 12
/** Without one of these characters no secret of a known form is in a text, without one of those digits no number of a phone. */
const FORMED = /[\s:=_%+/]/
const NUMBERED = /\d{9}|\+\d/
/** A whole phone number as it is shown. */
const STAND_IN = /^[+\d\s().*-]+~[a-z]{6}$/
/** What is said of a secret where it is refused, word by word: it names none. */
const COMPLAINT =
  /^(?:(?:is|are|was|must|should|may|can|cannot|be|not|no|a|an|the|of|in|to|or|and|this|that|it|field|member|value|key|text|string|null|none|empty|blank|required|missing|invalid|unknown|expected|allowed|omitted|present|provided|given|wrong|too|long|short|malformed|expired|revoked)(?:[\s,.:;!-]+|$))+$/i
const SECRET_HEADER = /secret|token|api-?key|password/
const RATE_HEADER = /^x-ratelimit-\w+$/

interface Rules {
  plain(text: string): string
  patterns(text: string): string
  headerName(name: string): string
  /** @param name in lower case */
  headerValue(name: string, value: string): string
}

/** Replaces what must not be kept, when evidence is recorded. What judging needs stays: ids, amounts, statuses, times. */
export function createRedactor({ secrets, runKey, names = [], shown = [], ...places }: RedactorOptions): Redactor {
  const isShown = (name: string): boolean => shown.some((text) => peoplePattern([name]).test(text))
  const people = peoplePattern(names.filter((name) => !isShown(name)))
  const lower = (each: string): string => each.toLowerCase()
  const secretHeaders = [...SECRET_HEADERS, ...(places.secretHeaders ?? []).map(lower)]
  const plainHeaders = [...PLAIN_HEADERS, ...(places.plainHeaders ?? []).map(lower)]
  const headerLine = headerLinePattern(secretHeaders)
  const behindSegments = behindPattern(places.secretSegments ?? [])
  const known = new SecretForms()
  const learn = (value: string): void => {
    if (value.length >= SHORTEST_SECRET) known.learn(value)
  }
  for (const secret of secrets) learn(secret)
  return build((secret, written = secret) =>
    PHONE_VALUE.test(secret) ? tagPhone(WRITTEN_PHONE.test(written) ? written : secret, runKey) : SECRET,
  )

  function build(mark: Mark): Redactor {
    const outside = rules(known, mark)
    const within = (text: string): Rules => rules(known.within(text), mark)
    return {
      redactText: (text) => within(text).plain(text),
      redactSecrets: outside.patterns,
      redactUrl: (url) => within(url).plain(url),
      redactHeaders: (headers) => {
        const found = within(headers.map((each) => each.join('\n')).join('\n'))
        return headers.map(
          ([name, value]) => [found.headerName(name), found.headerValue(name.toLowerCase(), value)] as const,
        )
      },
      redactBody: (body) => {
        const original = body.toString('utf8')
        const text = within(original).plain(original)
        return { text, bytes: body.length, digest: bodyDigest(body), redacted: text !== original }
      },
      learn,
      marking: build,
    }
  }

  /** @param present the secrets that may stand in the text: to look for each of them in every value takes long */
  function rules(present: SecretForms, mark: Mark): Rules {
    const withoutKnown = (text: string): string =>
      present.replaceIn(text, (value, written) =>
        written === value || PHONE_VALUE.test(value) ? mark(value, written) : SECRET,
      )
    /** A whole value that is secret by its place: named if it is a known one. */
    const hide = (value: string): string => (value === '' ? value : known.has(value) ? mark(value) : SECRET)
    const kindOf = kindsByName()
    const tag = (kind: string, value: string): string => `[${kind}~${tagOf(value.toLowerCase(), runKey)}]`

    const outsideUuids = (text: string, change: (piece: string) => string): string =>
      text
        .split(UUID)
        .map((piece, index) => (index % 2 === 1 ? piece : change(piece)))
        .join('')

    const patterns = (text: string): string => {
      const unknown = withoutKnown(text)
      if (!FORMED.test(unknown)) return unknown
      // A variable that stands in place of a secret stays, unless the text came with the characters around it.
      const unlessNamed = (whole: string, before: string, value: string): string =>
        isVariable(value) && !text.includes(VARIABLE_START) ? whole : `${before}${SECRET}`
      return unknown
        .replace(SIGNATURE, 'sha256$1[signature]')
        .replace(API_KEY, `sk_$1_${SECRET}`)
        .replace(SCHEME, `$1$2${SECRET}`)
        .replace(headerLine, (whole, name: string, between: string, value: string) =>
          unlessNamed(whole, `${name}${between}`, value),
        )
        .replace(behindSegments, unlessNamed)
    }

    const withoutEmails = (text: string): string =>
      replaceAnchored(text, EMAIL_HOST, EMAIL_USER, (user, [host]) => tag('email', user + host.replace('%40', '@')))

    const personal = (text: string): string => {
      const nameless = withoutEmails(text).replace(people, (name) => tag('name', name))
      return !NUMBERED.test(nameless)
        ? nameless
        : outsideUuids(nameless, (piece) =>
            piece.replace(DIGITS, (digits: string, index: number) =>
              isPhone(digits) && !isQuantity(piece, index, digits) ? tagPhone(digits, runKey) : digits,
            ),
          )
    }

    const byKind = (kind: MemberKind, value: string): string => {
      switch (kind) {
        case 'secret':
          return hide(value)
        case 'code':
          return /^\d{4,10}$/.test(value) ? '[code]' : plain(value)
        case 'name':
          return value === '' ? value : tag('name', value)
        case 'phone':
          return phone(value)
        case 'checkout':
          return plain(value.replace(/[?#][\s\S]*$/, '?[query]'))
        case 'identifier':
          return /^\+\d{9,15}$/.test(value) ? tagPhone(value, runKey) : withoutEmails(patterns(value))
        case 'message':
          return outsideUuids(personal(fields(patterns(value))), (piece) => piece.replace(PASSCODE, '[code]'))
        default:
          return plain(value)
      }
    }

    const phone = (value: string): string => {
      const digits = value.replace(/\D/g, '')
      const bare = /^[+\d\s().-]+$/.test(value) && digits.length >= 7
      return bare ? tagPhone(value, runKey) : plain(value)
    }

    /** A phone number of a form or a query: its plus sign and its blanks stay as they are written there. */
    const phoneOfField = (value: string): string => {
      const decoded = percentDecoded(value)
      const shown = phone(decoded)
      if (shown === decoded) return value
      return decoded !== value && STAND_IN.test(shown) ? encodeURIComponent(shown) : shown
    }

    /** `name=value` of forms and queries, and members of JSON inside other text. */
    const fields = (text: string): string =>
      replaceAnchored(text, FIELD_VALUE, FIELD_NAME, (name, [, value = '']) => {
        const kind = kindOf(percentDecoded(name))
        return kind === 'plain' || kind === 'identifier' || kind === 'checkout'
          ? undefined
          : `${name}=${replaced(kind, value)}`
      }).replace(MEMBER, (match, name: string, colon: string, value: string) => {
        const kind = kindOf(name)
        const changed = kind === 'plain' ? value : replaced(kind, value)
        return changed === value ? match : `"${name}"${colon}"${changed}"`
      })

    /** Values already replaced stay as they are. One with many fields in each other is hidden: they could be without end. */
    const replaced = (kind: MemberKind, value: string): string => {
      if (kind !== 'message' && /\[(secret|signature|code|query)\]|\uE000|\[(name|email)~/.test(value)) return value
      if (value.split('=', MOST_NESTED + 1).length > MOST_NESTED) return hide(value)
      return kind === 'phone' ? phoneOfField(value) : byKind(kind, value)
    }

    const plain = (text: string): string => {
      if (!/^\s*[{[]/.test(text)) return personal(fields(patterns(text)))
      const rewritten = rewriteJson(text, member)
      // What is broken or only looks like JSON may hold anything between its values.
      return isJsonText(text) ? rewritten : personal(fields(patterns(rewritten)))
    }

    const member = ({ member: name, surroundings, value, isText }: Scalar): string | undefined => {
      const kind = memberKind(name, kindOf(name), surroundings)
      if (isText) {
        if (kind === 'secret' && COMPLAINT.test(value)) return withoutKnown(value)
        if (kind !== 'secret' && isJsonText(value)) return rewriteJson(value, member)
        return byKind(kind, value)
      }
      if (kind === 'secret') return hide(value)
      if (kind === 'code' && /^\d{4,10}$/.test(value)) return '[code]'
      if (kind === 'phone' && /^\d{9,15}$/.test(value)) return tagPhoneNumber(value, runKey)
      return withoutKnown(value)
    }

    /** Names are words: what is a number in other texts is one with letters before it here. */
    const headerName = (name: string): string =>
      personal(patterns(name)).replace(/(?<!\d)\d{9,15}(?!\d)/g, (digits) => tagPhone(digits, runKey))

    return { plain, patterns, headerName, headerValue }

    function headerValue(name: string, value: string): string {
      if (name === 'authorization') {
        const [, scheme = '', token = ''] = /^(\S+\s+)?([\s\S]*)$/.exec(value) ?? []
        if (/^(bearer|basic)$/i.test(value.trim())) return value
        const prefix = /^sk_(test|live)_/.exec(token)?.[0] ?? ''
        const hidden = hide(token)
        return withoutKnown(scheme) + (hidden === SECRET ? prefix + hidden : hidden)
      }
      if (/signature/.test(name)) return value.replace(/^(sha256=)?[\s\S]+$/i, '$1[signature]')
      if (secretHeaders.includes(name) || SECRET_HEADER.test(name)) return hide(value)
      return plainHeaders.includes(name) || RATE_HEADER.test(name) ? withoutKnown(value) : plain(value)
    }
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

/** A header with its value in running text, or as a member of an object. */
function headerLinePattern(names: readonly string[]): RegExp {
  const known = ['authorization', ...names.filter((name) => name !== 'set-cookie')].map(escaped).join('|')
  return new RegExp(`\\b(${known})(["']?\\s*[:=]\\s*["']?)(?!\\[|bearer|basic|sk_)([^\\s"',;&]+)`, 'gi')
}

/** The segment of a path that follows one of these. */
function behindPattern(segments: readonly string[]): RegExp {
  if (segments.length === 0) return /(?!)/g
  return new RegExp(`(\\/(?:${segments.map(escaped).join('|')})\\/)(?!\\[)([^/?#\\s"'<>]+)`, 'gi')
}

/** Whole words, in any letter case. Shorter names would be found by chance. */
function peoplePattern(names: readonly string[]): RegExp {
  const known = names.filter((name) => name.length >= SHORTEST_SECRET).map(escaped)
  return known.length === 0 ? /(?!)/ : new RegExp(`(?<![\\p{L}~])(?:${known.join('|')})(?!\\p{L})`, 'giu')
}

/** A name inside a person is a person's name; what a secret or a message holds is one as well. */
function memberKind(name: string, kind: MemberKind, { secret, message, person }: Surroundings): MemberKind {
  if (secret) return 'secret'
  if (kind !== 'plain') return kind
  if (person && /^name$/i.test(name)) return 'name'
  return message ? 'message' : kind
}

/** Digits that cannot be a phone number are Unix times (no number of country code 1 has 10 or 13 digits) and compact dates. */
function isPhone(match: string): boolean {
  const digits = match.replace(/^%2B/i, '').replace(/\D/g, '')
  if (digits.length < 9 || digits.length > 15) return false
  return match.startsWith('+') || !/^(1\d{9}|1\d{12}|20\d{12})$/.test(digits)
}

/** A number with its unit behind it, or with the name of a header before it that holds times and amounts, or the flag of a seed. */
function isQuantity(text: string, index: number, digits: string): boolean {
  const after = text.slice(index + digits.length, index + digits.length + 10)
  return (
    /^ (?:m?s|seconds|bytes)(?!\w)/.test(after) ||
    /(?:x-ratelimit-\w{1,20}:? -?|(?:^|\s)--seed )$/i.test(text.slice(Math.max(0, index - 40), index))
  )
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
