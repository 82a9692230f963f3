import type { Answered } from '../../http/transport.ts'
import type { Asker } from './standing.ts'

/** Sends requests without a key, and remembers which of those that may change something were taken all the same. */
export class Knocking implements Asker {
  readonly #asker: Asker
  readonly #taken = new Set<string>()

  constructor(asker: Asker) {
    this.#asker = asker
  }

  /** A sentence for each request that was taken. */
  get taken(): readonly string[] {
    return [...this.#taken]
  }

  async send(request: Parameters<Asker['send']>[0], signal: AbortSignal): Promise<Answered> {
    const answered = await this.#asker.send(request, signal)
    const { method, url } = request
    const status = 'response' in answered ? answered.response.status : 0
    if (method !== 'GET' && status >= 200 && status < 300)
      this.#taken.add(
        `asked whether it is there, before anything was counted, ${method} ${new URL(url).pathname} without a key and with {} was answered ${status}: what that made stays there`,
      )
    return answered
  }
}
