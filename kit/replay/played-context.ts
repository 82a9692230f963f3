import type { Delivery } from '../capture/delivery.ts'
import type { InboxOptions } from '../capture/inbox.ts'
import type { Key } from '../check.ts'
import { Context, type Owner } from '../context.ts'
import type { SendRequest } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import type { PlayedSession } from './played-session.ts'
import { playing, Unplayable } from './tape.ts'

/** Judged requests are never sent again but after an unexpected 429. */
const limited = ({ response, expects429 }: Exchange): boolean => response?.status === 429 && expects429 !== true

/** What a check sees while it is judged again: what was recorded of it then, and nothing else. */
export class PlayedContext extends Context {
  readonly #session: PlayedSession
  readonly #name: string

  constructor(session: PlayedSession, owner: Owner) {
    super(session, owner)
    this.#session = session
    this.#name = owner.name
  }

  override fresh(kind: string): string {
    return this.#session.made(this.#name, kind)
  }

  override key(name: string): Key | undefined {
    return this.#session.keyFor(this.#name, name)
  }

  override inbox(name: string, options?: InboxOptions) {
    return this.#session.inboxFor(name, options)
  }

  override async send(request: SendRequest): Promise<Exchange> {
    for (;;) {
      const exchange = this.#session.sent(this.#name, request)
      if (exchange === undefined)
        throw new Unplayable(`the evidence holds no request ${request.operation} (${request.label})`)
      await playing()?.until(exchange.endedAt)
      if (!limited(exchange) || !this.#session.sentAgain(exchange)) return exchange
    }
  }

  override sendTogether(requests: readonly SendRequest[]): Promise<Exchange[]> {
    return Promise.all(requests.map((request) => this.send(request)))
  }

  override async pause(ms: number): Promise<void> {
    const tape = playing()
    await tape?.until(tape.now + Math.max(0, ms))
  }

  override exchanges(): readonly Exchange[] {
    const now = playing()?.now ?? 0
    return this.#session.evidence.exchanges.filter(({ endedAt }) => endedAt <= now)
  }

  override deliveries(): readonly Delivery[] {
    const now = playing()?.now ?? 0
    return this.#session.evidence.deliveries.filter(({ completedAt }) => completedAt <= now)
  }

  override afterwards(): void {
    // There is nothing to undo.
  }
}
