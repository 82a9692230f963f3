import type { Key } from '../../check/check.ts'
import type { SendRequest } from '../../http/client.ts'
import type { Exchange } from '../../http/exchange.ts'
import { Context, type Owner } from '../../run/context.ts'
import type { Delivery } from '../../webhooks/delivery.ts'
import type { InboxOptions } from '../../webhooks/inbox.ts'
import { currentReplay, MissingEvidence } from './replay-clock.ts'
import type { PlayedSession } from './replayed-session.ts'

/** Judged requests are never sent again but after an unexpected 429. */
const limited = ({ response, expects429 }: Exchange): boolean => response?.status === 429 && expects429 !== true

/** Those that there are by now; the record itself where they all are, so that what was worked out of it is known. */
function among<Item>(record: readonly Item[], isThere: (item: Item) => boolean): readonly Item[] {
  return record.every(isThere) ? record : record.filter(isThere)
}

/** What a check observes while it is judged again: what was recorded of it then, and nothing else. */
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
        throw new MissingEvidence(`the evidence holds no request ${request.operation} (${request.label})`)
      await currentReplay()?.until(exchange.endedAt)
      if (!limited(exchange) || !this.#session.sentAgain(exchange)) return exchange
    }
  }

  override sendTogether(requests: readonly SendRequest[]): Promise<Exchange[]> {
    return Promise.all(requests.map((request) => this.send(request)))
  }

  override async pause(ms: number): Promise<void> {
    const tape = currentReplay()
    await tape?.until(tape.now + Math.max(0, ms))
  }

  override exchanges(): readonly Exchange[] {
    const now = currentReplay()?.now ?? 0
    return among(this.#session.evidence.exchanges, ({ endedAt }) => endedAt <= now)
  }

  override deliveries(): readonly Delivery[] {
    const now = currentReplay()?.now ?? 0
    return among(this.#session.evidence.deliveries, ({ completedAt }) => completedAt <= now)
  }

  override afterwards(): void {
    // There is nothing to undo.
  }
}
