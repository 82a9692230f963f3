import { CallerError, type Line } from '../../caller/driver.ts'
import { isAnswer, type Met, type Sender } from '../../caller/exchange.ts'
import { patience, pause } from '../../caller/pause.ts'
import { codeOf, type Input, type PaymentCallerBehaviour, type Signed } from './behaviour.ts'

interface Asked {
  readonly method: string
  readonly path: string
  /** By attempt, from 1. */
  readonly body?: (attempt: number) => string
  readonly key?: string
}

/** A client of the payment service, for one operation. */
export class PaymentCaller {
  readonly #behaviour: PaymentCallerBehaviour
  readonly #sender: Sender
  readonly #line: Line

  constructor(behaviour: PaymentCallerBehaviour, sender: Sender, line: Line) {
    this.#behaviour = behaviour
    this.#sender = sender
    this.#line = line
  }

  async create(input: Input): Promise<unknown> {
    const { objection, newKey, body, onDuplicate } = this.#behaviour
    const refused = objection(input)
    if (refused !== undefined) throw new CallerError(refused)
    const met = await this.#ask({
      method: 'POST',
      path: '/api/v1/payments',
      body: (attempt) => body(input, attempt),
      key: newKey(input),
    })
    if (codeOf(met) === 'DUPLICATE_REFERENCE' && onDuplicate === 'read') {
      const { details } = Object(isAnswer(met) ? met.json : {}) as { details?: unknown }
      const { existing_transaction_id: id } = Object(details) as { existing_transaction_id?: unknown }
      return this.read(String(id))
    }
    if (codeOf(met) === 'DUPLICATE_REFERENCE' && onDuplicate === 'another reference')
      return this.create({ ...input, reference: `${String(input.reference)}-again` })
    return this.#payment(met, 'POST')
  }

  async read(id: string): Promise<unknown> {
    return this.#payment(await this.#ask({ method: 'GET', path: `/api/v1/payments/${id}` }), 'GET')
  }

  async refresh(id: string): Promise<unknown> {
    return this.#payment(await this.#ask({ method: 'POST', path: `/api/v1/payments/${id}/refresh` }), 'GET')
  }

  /** Reads a payment until it has come to its end. */
  async wait(id: string): Promise<unknown> {
    const { isTerminal, pollEvery, readsBeyond } = this.#behaviour
    for (let nth = 1; nth <= MOST_READS; nth += 1) {
      const payment = (await this.read(id)) as { status?: unknown }
      if (isTerminal(String(payment.status).toLowerCase())) {
        for (let beyond = 0; beyond < readsBeyond; beyond += 1) await this.read(id)
        return payment
      }
      await pause(pollEvery(nth), this.#line.timeScale)
    }
    throw new CallerError({ message: 'the payment did not come to its end' })
  }

  verify(signed: Signed): { valid: boolean } {
    return { valid: this.#behaviour.verify(signed) }
  }

  #payment(met: Met, method: string): unknown {
    const { isSuccess, failure, read } = this.#behaviour
    if (!isAnswer(met) || !isSuccess(met.status, method)) throw new CallerError(failure(met))
    const { id, status } = read(met.json)
    return { id, status: status === null ? null : this.#behaviour.status(String(status)) }
  }

  async #ask({ method, path, body, key }: Asked): Promise<Met> {
    const { timeout, attempts, isRetried, isSuccess, authorization, headers, reset, ...own } = this.#behaviour
    const { baseUrl, apiKey, timeScale } = this.#line
    for (let attempt = 1; ; attempt += 1) {
      const bearer = authorization(String(apiKey), attempt)
      const kept = key === undefined ? undefined : own.key(key, attempt)
      const lines: [string, string][] = [['Accept', 'application/json']]
      if (bearer !== undefined) lines.push(['Authorization', bearer])
      if (kept !== undefined) lines.push(['Idempotency-Key', kept])
      const text = body?.(attempt)
      if (text !== undefined) lines.push(['Content-Type', 'application/json'])
      const sent = { method, url: `${baseUrl}${own.path(path)}`, headers: headers(lines, attempt) }
      const met = await this.#sender.send(
        { ...sent, ...(text === undefined ? {} : { body: text }) },
        patience(timeout, timeScale),
      )
      if (isAnswer(met) && isSuccess(met.status, method)) return met
      if (attempt >= attempts || !isRetried(met, { method, attempt })) return met
      const told = isAnswer(met) ? reset(met.headers['x-ratelimit-reset'], Date.now()) : undefined
      await pause(Math.max(own.pause(attempt), told ?? 0), timeScale)
    }
  }
}

/** Reads until the end of a payment at most. */
const MOST_READS = 12
