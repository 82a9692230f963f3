import type { Fixture, Key } from '../../check/check.ts'
import type { Step } from '../../check/steps.ts'
import type { SendRequest } from '../../http/client.ts'
import { type Exchange, header } from '../../http/exchange.ts'
import type { Context, Owner } from '../../run/context.ts'
import { Session, type SessionOptions } from '../../run/session.ts'
import type { Delivery } from '../../webhooks/delivery.ts'
import type { InboxOptions } from '../../webhooks/inbox.ts'
import { currentReplay, MissingEvidence, onTape, ReplayClock } from './replay-clock.ts'
import type { ReplayLog } from './replay-log.ts'
import { PlayedContext } from './replayed-context.ts'
import { PlayedInbox } from './replayed-inbox.ts'

export interface PlayedEvidence {
  /** In the order in which they were recorded. */
  readonly exchanges: readonly Exchange[]
  /** In the order of arrival. */
  readonly deliveries: readonly Delivery[]
  readonly steps: readonly Step[]
  readonly tracks: ReplayLog
}

/** A session that sends nothing: every effect comes from what was recorded. */
export class PlayedSession extends Session {
  readonly evidence: PlayedEvidence
  readonly #unsent: Exchange[]
  readonly #made: [owner: string, text: string][]
  readonly #keys: [owner: string, asked: string, name: string][]
  readonly #inboxes = new Map<string, PlayedInbox>()
  readonly #fixtures = new Map<Fixture<unknown>, { readonly tape: ReplayClock; readonly made: Promise<unknown> }>()

  constructor(options: SessionOptions, evidence: PlayedEvidence) {
    super(options)
    this.evidence = evidence
    this.#unsent = evidence.exchanges.toSorted((a, b) => a.sentAt - b.sentAt)
    this.#made = evidence.tracks.made.map(([owner, text]) => [owner, text])
    this.#keys = evidence.tracks.keys.map(([owner, asked, name]) => [owner, asked, name])
  }

  override context(owner: Owner): Context {
    return new PlayedContext(this, owner)
  }

  override fixture<T>(fixture: Fixture<T>): Promise<T> {
    const caller = currentReplay()
    const known = this.#fixtures.get(fixture as Fixture<unknown>)
    const entry = known ?? this.#begin(fixture, caller?.now ?? 0)
    return (entry.made as Promise<T>).finally(() => caller?.reach(entry.tape.now))
  }

  tapeFor(owner: string, from: number): ReplayClock {
    return new ReplayClock(
      from,
      this.evidence.steps.filter((each) => each.check === owner),
    )
  }

  made(owner: string, kind: string): string {
    const at = this.#made.findIndex(([who, text]) => who === owner && text.startsWith(`${kind}-`))
    const [found] = at < 0 ? [] : this.#made.splice(at, 1)
    if (found === undefined) throw new MissingEvidence(`the evidence holds no further ${kind} of ${owner}`)
    return found[1]
  }

  keyFor(owner: string, asked: string): Key | undefined {
    const at = this.#keys.findIndex(([who, what]) => who === owner && what === asked)
    const [found] = at < 0 ? [] : this.#keys.splice(at, 1)
    return this.key(found?.[2] ?? asked)
  }

  inboxFor(name: string, options: InboxOptions = {}): PlayedInbox | undefined {
    const { inboxes } = this.evidence.tracks
    if (inboxes === undefined) return undefined
    const url = inboxes[name]
    if (url === undefined) throw new MissingEvidence(`the evidence holds no inbox ${name}`)
    const own = this.evidence.deliveries.filter(({ inbox }) => inbox === name)
    const inbox = this.#inboxes.get(name) ?? new PlayedInbox(name, url, options, own)
    this.#inboxes.set(name, inbox)
    return inbox
  }

  /** The recorded exchange of this request: the same to the byte where there is one, else the next that was sent for the same purpose. */
  sent(owner: string, request: SendRequest): Exchange | undefined {
    const purpose = (each: Exchange): boolean =>
      each.check === owner && each.label === request.label && each.operation === request.operation
    const candidates = this.#unsent.filter((each) => purpose(each) && each.request.method === request.method)
    const body = request.body?.toString('utf8') ?? ''
    const same = (each: Exchange): boolean =>
      each.request.url === request.url &&
      each.request.body.toString('utf8') === body &&
      header(each.request.headers, 'Idempotency-Key') === header(request.headers, 'Idempotency-Key')
    const found = candidates.find(same) ?? candidates.find(({ key }) => key === request.key) ?? candidates[0]
    if (found !== undefined) this.#unsent.splice(this.#unsent.indexOf(found), 1)
    return found
  }

  /** Whether the same request was sent again. */
  sentAgain({ check, label, request, endedAt }: Exchange): boolean {
    return this.#unsent.some(
      (each) =>
        each.check === check &&
        each.label === label &&
        each.sentAt >= endedAt &&
        each.request.url === request.url &&
        each.request.body.equals(request.body),
    )
  }

  #begin(fixture: Fixture<unknown>, now: number) {
    const owner = `fixture/${fixture.name}`
    const first = this.#unsent.find(({ check }) => check === owner)
    const tape = this.tapeFor(owner, first?.sentAt ?? now)
    const made = onTape(tape, () => super.fixture(fixture))
    made.catch(() => undefined)
    const entry = { tape, made }
    this.#fixtures.set(fixture, entry)
    return entry
  }
}
