import { setTimeout as pause } from 'node:timers/promises'
import type { RawHeaders } from '../../../../kit/http/exchange.ts'
import { Transport } from '../../../../kit/http/transport.ts'
import { TargetUnreachable } from '../../../../kit/run/preflight/preflight-fault.ts'

/** Longest time, ms, that an answer may take while a file is written. */
const PATIENCE_MS = 8_000
/** How long, ms, somebody is waited for who took connections before: a service may be started again by itself. */
const RETURN_MS = 5_000
const PAUSE_MS = 200

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
  readonly #service: string
  #unanswered: string | undefined
  #mostMade = 0

  /**
   * @param service by the id of its contract
   * @param headers that every request carries, credentials among them
   */
  constructor(service: string, baseUrl: string, headers: RawHeaders) {
    this.#service = service
    this.#baseUrl = baseUrl.replace(/\/+$/, '')
    this.#headers = headers
  }

  /** The last request whose connection ended without an answer: `POST /loans with {"days":3}`. */
  get unanswered(): string | undefined {
    return this.#unanswered
  }

  /** Posts whose answers do not show that nothing was made of them. */
  get mostMade(): number {
    return this.#mostMade
  }

  get(path: string): Promise<Answer | undefined> {
    return this.#send('GET', path, [], Buffer.alloc(0))
  }

  async post(path: string, body: object, headers: RawHeaders = []): Promise<Answer | undefined> {
    const more: RawHeaders = [['Content-Type', 'application/json'], ...headers]
    const answer = await this.#send('POST', path, more, Buffer.from(JSON.stringify(body)))
    if (!isRefused(answer)) this.#mostMade += 1
    return answer
  }

  close(): Promise<void> {
    return this.#transport.close()
  }

  /**
   * Undefined where no answer came.
   * @throws TargetUnreachable where nobody takes connections any more
   */
  async #send(method: string, path: string, more: RawHeaders, body: Buffer): Promise<Answer | undefined> {
    const headers: RawHeaders = [...this.#headers, ['Accept', 'application/json'], ...more]
    const request = { method, url: `${this.#baseUrl}${path}`, headers, body }
    for (const until = performance.now() + RETURN_MS; ; await pause(PAUSE_MS)) {
      const answered = await this.#transport.send(request, AbortSignal.timeout(PATIENCE_MS))
      if (!('fault' in answered)) {
        const { status, body: bytes } = answered.response
        return { status, body: parsed(bytes.toString('utf8')) }
      }
      // What nobody took can be sent again.
      if (answered.fault.kind !== 'refused') {
        if (answered.fault.kind === 'reset')
          this.#unanswered = `${method} ${path}${body.length === 0 ? '' : ` with ${body.toString()}`}`
        return undefined
      }
      if (performance.now() >= until) throw new TargetUnreachable(this.#service, this.#goneText())
    }
  }

  #goneText(): string {
    const by =
      this.#unanswered === undefined ? '' : `: the last request before that, ${this.#unanswered}, got no answer`
    return `the ${this.#service} service at ${this.#baseUrl} went away while it was asked what a target file says${by}. Nothing was written; once it runs again, ${this.#unanswered === undefined ? '' : 'that request alone shows whether it ends by it, and '}init asks anew`
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

/** Whether nothing was made of a request: a 4xx, but 402, which tells of a payment that was made and failed. */
export const isRefused = (answer: Answer | undefined): answer is Answer =>
  answer !== undefined && answer.status >= 400 && answer.status < 500 && answer.status !== 402

/** An answer in a few words: `400 VALIDATION_ERROR: The network is not valid`. */
export function shownAnswer(answer: Answer | undefined): string {
  if (answer === undefined) return 'no answer'
  const { error_code: code, message } = (answer.body ?? {}) as { error_code?: unknown; message?: unknown }
  const said = [code, message].filter((each) => typeof each === 'string').join(': ')
  return said === '' ? String(answer.status) : `${answer.status} ${said}`
}
