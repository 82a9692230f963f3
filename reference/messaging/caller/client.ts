import { CallerError, type Line } from '../../caller/driver.ts'
import { isAnswer, type Met, type Sender } from '../../caller/exchange.ts'
import { patience, pause } from '../../caller/pause.ts'
import type { Credentials, Draft, MessagingCallerBehaviour, Signed } from './behaviour.ts'

const MOST_REDIRECTS = 3

/** A client of the messaging service, for one operation. */
export class MessagingCaller {
  readonly #behaviour: MessagingCallerBehaviour
  readonly #sender: Sender
  readonly #line: Line

  constructor(behaviour: MessagingCallerBehaviour, sender: Sender, line: Line) {
    this.#behaviour = behaviour
    this.#sender = sender
    this.#line = line
  }

  /** Undefined for an operation that it has not. */
  perform(): Promise<unknown> | undefined {
    const { operation, input } = this.#line
    if (operation === 'verify') return Promise.resolve({ valid: this.#behaviour.verify(input as unknown as Signed) })
    const draft = this.#behaviour.draft(operation, input, this.#given)
    return draft === undefined ? undefined : this.#carryOut(draft)
  }

  get #given(): Credentials {
    return this.#line as unknown as Credentials
  }

  async #carryOut(draft: Draft): Promise<unknown> {
    const { objection, isSuccess, failure, result } = this.#behaviour
    const { operation, input } = this.#line
    const refused = operation === 'resendOtp' ? objection(input) : undefined
    if (refused !== undefined) throw new CallerError(refused)
    const met = await this.#ask(draft)
    if (!isAnswer(met) || !isSuccess(met.status)) throw new CallerError(failure(met))
    return result(operation, met.json)
  }

  async #ask(draft: Draft): Promise<Met> {
    const { attempts, isRetried, isSuccess, retryAfter, ...own } = this.#behaviour
    const { timeScale } = this.#line
    for (let attempt = 1; ; attempt += 1) {
      const met = await this.#follow(draft, attempt)
      if (isAnswer(met) && isSuccess(met.status)) return met
      if (attempt >= attempts || !isRetried(met, draft)) return met
      const asked = isAnswer(met) ? retryAfter(met.headers['retry-after'], Date.now()) : undefined
      await pause(Math.max(own.pause(attempt), asked ?? 0), timeScale)
    }
  }

  async #follow(first: Draft, attempt: number): Promise<Met> {
    const { timeout, slashes, text, credentials, appHeaders, headers, redirects, redirected, carriesKeys } =
      this.#behaviour
    const { baseUrl, timeScale } = this.#line
    const start = `${baseUrl}${slashes(first.path)}`
    let draft = first
    let url = start
    for (let followed = 0; ; followed += 1) {
      const keys = carriesKeys(start, url) ? [...credentials(this.#given, draft), ...appHeaders(this.#given)] : []
      const body = draft.body === undefined ? undefined : text(draft.body)
      const type = body === undefined ? [] : [['Content-Type', 'application/json'] as const]
      const lines = headers([['Accept', 'application/json'], ...keys, ...type], attempt)
      const sent = { method: draft.method, url, headers: lines, ...(body === undefined ? {} : { body }) }
      const met = await this.#sender.send(sent, patience(timeout, timeScale))
      const location = isAnswer(met) ? met.headers.location : undefined
      const isRedirect = met.status >= 300 && met.status < 400
      if (!isRedirect || location === undefined || redirects === 'told' || followed >= MOST_REDIRECTS) return met
      url = new URL(location, url).href
      draft = redirected(draft)
    }
  }
}
