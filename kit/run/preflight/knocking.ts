import type { Answered } from '../../http/transport.ts'
import type { Asker } from './standing.ts'

/** What came of asking whether a target is there. */
export interface FirstLook {
  /** Requests that asked it. */
  readonly asked: number
  /** A sentence for each that may change something and was taken all the same. */
  readonly taken: readonly string[]
}

/** Sends requests without a key, counts them, and remembers which of those that may change something were taken all the same. */
export class Knocking implements Asker {
  readonly #asker: Asker
  readonly #taken = new Set<string>()
  #asked = 0

  constructor(asker: Asker) {
    this.#asker = asker
  }

  get look(): FirstLook {
    return { asked: this.#asked, taken: [...this.#taken] }
  }

  async send(request: Parameters<Asker['send']>[0], signal: AbortSignal): Promise<Answered> {
    this.#asked += 1
    const answered = await this.#asker.send(request, signal)
    const { method, url } = request
    const status = 'response' in answered ? answered.response.status : 0
    if (method !== 'GET' && status >= 200 && status < 300)
      this.#taken.add(
        `asked whether it is there before its checks, ${method} ${new URL(url).pathname} without a key and with {} was answered ${status}: what that made stays there, and counts against no budget`,
      )
    return answered
  }
}
