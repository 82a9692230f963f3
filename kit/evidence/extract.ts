import { bodyDigest } from '../http/body-digest.ts'
import type { RawHeaders } from '../http/exchange.ts'
import type { RedactedBody, Redactor } from './redact.ts'

/** Bytes of a body and characters of a header and of a text that are shown, and header lines. */
const MOST = { body: 64 * 1024, header: 4 * 1024, text: 8 * 1024, lines: 200 }
/** Bytes of all bodies that are shown, and what is shown of each once they are. */
const MOST_IN_ALL = 12 * 1024 * 1024
const LITTLE = 4 * 1024
/** What is read beyond a cut and not shown: longer than any secret in any spelling, so that none is seen in part. */
const MARGIN = 4 * 1024
/** Bodies from so many bytes on are worth being recognised when they come again. */
const LARGE = 4 * 1024
const REMEMBERED = 64

interface Shown extends RedactedBody {
  readonly isCut: boolean
}

/** What evidence shows of messages: redacted, and the beginning of what is long. */
export class Extract {
  readonly #redactor: Redactor
  readonly #isWhole: boolean
  readonly #large = new Map<string, Shown>()
  #bytes = 0

  /** @param isWhole nothing is cut */
  constructor(redactor: Redactor, isWhole: boolean) {
    this.#redactor = redactor
    this.#isWhole = isWhole
  }

  text(text: string): string {
    return this.#begun(text, MOST.text)
  }

  headers(headers: RawHeaders): { readonly headers: RawHeaders; readonly isCut: boolean } {
    const isCut =
      !this.#isWhole && (headers.length > MOST.lines || headers.some(([, value]) => value.length > MOST.header))
    if (!isCut) return { headers: this.#redactor.redactHeaders(headers), isCut }
    const cut = headers
      .slice(0, MOST.lines)
      .map(([name, value]) => [name, value.slice(0, MOST.header + MARGIN)] as const)
    const shown = this.#redactor
      .redactHeaders(cut)
      .map(([name, value]) => [name, value.length > MOST.header ? `${value.slice(0, MOST.header)}…` : value] as const)
    return { headers: shown, isCut }
  }

  body(body: Buffer): Shown {
    if (body.length < LARGE) return this.#shown(body, body.length)
    const most = this.#isWhole ? body.length : this.#bytes > MOST_IN_ALL ? LITTLE : MOST.body
    const place = `${most} ${bodyDigest(body)}`
    const known = this.#large.get(place) ?? this.#shown(body, most)
    this.#large.set(place, known)
    for (const [oldest] of this.#large) {
      if (this.#large.size <= REMEMBERED) break
      this.#large.delete(oldest)
    }
    return known
  }

  #shown(body: Buffer, most: number): Shown {
    this.#bytes += Math.min(body.length, most)
    if (body.length <= most) return { ...this.#redactor.redactBody(body), isCut: false }
    const { text, redacted } = this.#redactor.redactBody(body.subarray(0, most + MARGIN))
    return {
      bytes: body.length,
      digest: bodyDigest(body),
      redacted,
      text: text.slice(0, Math.min(most, Math.max(0, text.length - MARGIN))),
      isCut: true,
    }
  }

  #begun(text: string, most: number): string {
    if (this.#isWhole || text.length <= most + MARGIN) return this.#redactor.redactText(text)
    const shown = this.#redactor.redactText(text.slice(0, most + MARGIN))
    return `${shown.slice(0, Math.min(most, Math.max(0, shown.length - MARGIN)))}… (${text.length} characters)`
  }
}
