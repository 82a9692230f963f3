import { Transport } from '../http/transport.ts'
import type { Driver } from './driver.ts'
import { type Answer, type Asked, answerIn, DriverFault } from './protocol.ts'

/** A client that an HTTP server carries operations out with: each line is posted to it, and it answers with one. */
export class CallDriver implements Driver {
  readonly #url: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #open = new Set<Transport>()

  /** @param url where `{operation}` stands for the name of the operation */
  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#url = url
    this.#headers = headers
  }

  async ask(asked: Asked, withinMs: number, signal: AbortSignal): Promise<Answer> {
    const transport = new Transport({ timeoutMs: withinMs })
    this.#open.add(transport)
    const url = this.#url.replaceAll('{operation}', encodeURIComponent(asked.operation))
    const body = Buffer.from(JSON.stringify(asked))
    const headers = [['Content-Type', 'application/json'], ...Object.entries(this.#headers)] as [string, string][]
    try {
      const answered = await transport.send({ method: 'POST', url, headers, body }, signal)
      if ('fault' in answered) throw new DriverFault(`the driver gave no answer: ${answered.fault.message}`)
      const { status, body: said } = answered.response
      if (status !== 200) throw new DriverFault(`the driver answered ${status}; an answer to an operation is a 200`)
      return answerIn(said.toString('utf8').trim())
    } finally {
      this.#open.delete(transport)
      await transport.close()
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((each) => each.close()))
  }
}
