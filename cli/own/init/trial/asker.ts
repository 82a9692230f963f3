import type { RawHeaders } from '../../../../kit/http/exchange.ts'
import { Transport } from '../../../../kit/http/transport.ts'

/** Longest time, ms, that an answer may take while a file is written. */
const PATIENCE_MS = 8_000

/** What a target answered. */
export interface Answer {
  readonly status: number
  /** Parsed where it is JSON; else its text. */
  readonly body: unknown
}

/** Asks a target, one request at a time; nothing is judged. */
export class TrialClient {
  readonly #transport = new Transport({ timeoutMs: PATIENCE_MS })
  readonly #baseUrl: string
  readonly #headers: RawHeaders

  /** @param headers that every request carries, credentials among them */
  constructor(baseUrl: string, headers: RawHeaders) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '')
    this.#headers = headers
  }

  get(path: string): Promise<Answer | undefined> {
    return this.#send('GET', path, [], Buffer.alloc(0))
  }

  post(path: string, body: object, headers: RawHeaders = []): Promise<Answer | undefined> {
    const more: RawHeaders = [['Content-Type', 'application/json'], ...headers]
    return this.#send('POST', path, more, Buffer.from(JSON.stringify(body)))
  }

  close(): Promise<void> {
    return this.#transport.close()
  }

  /** Undefined where no answer came. */
  async #send(method: string, path: string, more: RawHeaders, body: Buffer): Promise<Answer | undefined> {
    const headers: RawHeaders = [...this.#headers, ['Accept', 'application/json'], ...more]
    const request = { method, url: `${this.#baseUrl}${path}`, headers, body }
    const answered = await this.#transport.send(request, AbortSignal.timeout(PATIENCE_MS))
    if ('fault' in answered) return undefined
    const { status, body: bytes } = answered.response
    return { status, body: parsed(bytes.toString('utf8')) }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const isAccepted = (answer: Answer | undefined): answer is Answer =>
  answer !== undefined && answer.status >= 200 && answer.status < 300

/** An answer in a few words: `400 VALIDATION_ERROR: The network is not valid`. */
export function shownAnswer(answer: Answer | undefined): string {
  if (answer === undefined) return 'no answer'
  const { error_code: code, message } = (answer.body ?? {}) as { error_code?: unknown; message?: unknown }
  const said = [code, message].filter((each) => typeof each === 'string').join(': ')
  return said === '' ? String(answer.status) : `${answer.status} ${said}`
}
