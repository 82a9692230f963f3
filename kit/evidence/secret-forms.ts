import { type DecodedText, decodedText } from './decoded-text.ts'

/** Shorter ones in hexadecimal or backwards would be found by chance. */
const SHORTEST_CODED = 8

/** What a secret looks like where it is searched for. */
interface Needles {
  readonly value: string
  /** As itself, without codings and letter case; backwards; in hexadecimal. */
  readonly folded: readonly string[]
  /** In base64, at each of the places that it can have inside longer data. */
  readonly base64: readonly string[]
}

interface Found {
  readonly value: string
  readonly start: number
  readonly end: number
}

/**
 * Known secrets, found however they are carried: in any letter case, percent-encoded, escaped in JSON or HTML, these upon
 * each other, with invisible characters between, backwards, in hexadecimal, base64 or base64url, alone or inside longer
 * data such as `user:secret`.
 */
export class SecretForms {
  /** Longest first. */
  #all: readonly Needles[]

  constructor(secrets: readonly string[] = []) {
    this.#all = []
    for (const secret of secrets) this.learn(secret)
  }

  learn(value: string): void {
    if (this.has(value)) return
    this.#all = [...this.#all, needlesOf(value)].sort((a, b) => b.value.length - a.value.length)
  }

  has(value: string): boolean {
    return this.#all.some((each) => each.value === value)
  }

  /** Those of them that stand in a text: what is made of it has to be searched for no others. */
  within(text: string): SecretForms {
    const haystack = haystackOf(text)
    const present = new SecretForms()
    present.#all = this.#all.filter((each) => placesOf(each, haystack).length > 0)
    return present
  }

  /** @param mark the word for a secret: by its value, and what stands in the text for it */
  replaceIn(text: string, mark: (value: string, written: string) => string): string {
    if (this.#all.length === 0) return text
    const haystack = haystackOf(text)
    const found = this.#all.flatMap((each) => placesOf(each, haystack))
    if (found.length === 0) return text
    let result = ''
    let end = 0
    for (const each of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
      // One that lies in another, or begins in it, is replaced with it.
      if (each.start >= end) result += text.slice(end, each.start) + mark(each.value, text.slice(each.start, each.end))
      end = Math.max(end, each.end)
    }
    return result + text.slice(end)
  }
}

interface Haystack {
  readonly decoded: DecodedText
  readonly folded: string
  readonly base64: string
}

function haystackOf(text: string): Haystack {
  const decoded = decodedText(text)
  return { decoded, folded: folded(decoded.text), base64: standardBase64(decoded.text) }
}

function placesOf({ value, folded: own, base64 }: Needles, haystack: Haystack): Found[] {
  const { decoded } = haystack
  const among = (text: string, needle: string): Found[] => {
    const found: Found[] = []
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
      const [start, end] = decoded.sourceOf(at, at + needle.length)
      found.push({ value, start, end })
    }
    return found
  }
  return [
    ...own.flatMap((needle) => among(haystack.folded, needle)),
    ...base64.flatMap((needle) => among(haystack.base64, needle)),
  ]
}

function needlesOf(value: string): Needles {
  const plain = folded(decodedText(value).text)
  const coded = value.length >= SHORTEST_CODED
  const all = [
    plain,
    // Escaped, an end of a line is a letter behind a backslash.
    plain.replaceAll('\n', 'n').replaceAll('\r', 'r').replaceAll('\t', 't'),
    ...(coded ? [Array.from(plain).reverse().join(''), Buffer.from(value).toString('hex')] : []),
  ]
  return { value, folded: [...new Set(all)].filter((each) => each !== ''), base64: [...new Set(base64Forms(value))] }
}

/** In one letter case, as a form writes spaces; as long as before. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  return (lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (each) => each.toLowerCase())).replaceAll(
    '+',
    ' ',
  )
}

const standardBase64 = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/')

/** Base64 of a text at each of the three positions it can have inside longer data, without the characters it shares. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const shared = (before + bytes.length) % 3 === 0 ? 0 : 1
    const own = encoded.slice(before === 0 ? 0 : before + 1, encoded.length - shared)
    return own.length < SHORTEST_CODED ? [] : [own]
  })
}
