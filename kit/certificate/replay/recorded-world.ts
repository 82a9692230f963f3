import type { Attested, Key } from '../../check/context.ts'
import type { Step } from '../../check/steps.ts'
import type { Clock } from '../../clock/clock.ts'
import { stalledFor, stoodStill } from '../../clock/stalls.ts'
import type { Asked } from '../../driver/protocol.ts'
import type { SendRequest } from '../../http/client.ts'
import { type Exchange, header } from '../../http/exchange.ts'
import type { Permission } from '../../http/permission.ts'
import { BudgetExceeded } from '../../rate/ledger.ts'
import type { AttestedValue } from '../../run/log.ts'
import { CLEAN_UP, type Owner } from '../../run/owner.ts'
import { permissionOf } from '../../run/sending/permission-of.ts'
import type { Session } from '../../run/session.ts'
import { titleOf } from '../../run/world/live.ts'
import type { AttestedTitle, Ports, StepTitle } from '../../run/world/ports.ts'
import { ToldAgain } from '../../run/world/told-lateness.ts'
import type { Delivery } from '../../webhooks/delivery.ts'
import type { Inbox, InboxOptions, StageOptions } from '../../webhooks/inbox.ts'
import { RecordByTime } from './record-by-time.ts'
import { RecordedInbox } from './recorded-inbox.ts'
import { currentReplay, MissingEvidence, ReplayClock, runAt } from './replay-clock.ts'
import type { ReplayLog } from './replay-log.ts'

export interface RecordedEvidence {
  /** In the order in which they were recorded. */
  readonly exchanges: readonly Exchange[]
  /** In the order of arrival. */
  readonly deliveries: readonly Delivery[]
  readonly steps: readonly Step[]
  readonly log: ReplayLog
}

/** Judged requests are never sent again but after an unexpected 429. */
const isLimited = ({ response, expects429 }: Exchange): boolean => response?.status === 429 && expects429 !== true

/**
 * The world of a run as it was recorded: nothing is sent, no clock is waited for. Every check and fixture lives in a time
 * of its own, which its waits and the messages that it gets move on.
 */
export class RecordedWorld implements Ports {
  readonly clock: Clock
  readonly #session: Session
  readonly #evidence: RecordedEvidence
  readonly #permission: Permission
  readonly #exchanges: RecordByTime<Exchange>
  readonly #deliveries: RecordByTime<Delivery>
  readonly #unsent: Exchange[]
  readonly #texts: [owner: string, text: string][]
  readonly #keys: [owner: string, asked: string, name: string][]
  readonly #attested: AttestedValue[]
  readonly #late: ToldAgain
  readonly #clocks = new Map<string, ReplayClock>()
  readonly #inboxes = new Map<string, RecordedInbox>()
  readonly #stages = new Map<string, RecordedInbox>()
  /** When fixtures were made, by the name of the owner: a wait that one of them gave up moves its clock on beyond that. */
  readonly #madeAt = new Map<string, number>()

  constructor(session: Session, evidence: RecordedEvidence) {
    this.#session = session
    this.#evidence = evidence
    this.#permission = permissionOf(session.target, session.services)
    this.#exchanges = new RecordByTime(evidence.exchanges, ({ endedAt }) => endedAt)
    this.#deliveries = new RecordByTime(evidence.deliveries, ({ completedAt }) => completedAt)
    this.#unsent = evidence.exchanges.toSorted((a, b) => a.sentAt - b.sentAt)
    this.#texts = evidence.log.made.map(([owner, text]) => [owner, text])
    this.#keys = evidence.log.keys.map(([owner, asked, name]) => [owner, asked, name])
    this.#attested = [...evidence.log.attested]
    this.#late = new ToldAgain(evidence.log.late ?? [])
    // Wall clock and steady clock are one here: recorded arrivals are turned to it.
    const now = (): number => currentReplay().now
    this.clock = { now, mono: now, scaled: session.clock.scaled }
  }

  /** The clock of a check or fixture that begins at a time, ms since the epoch. */
  clockFor(owner: string, from: number): ReplayClock {
    const steps = this.#evidence.steps.filter((each) => each.check === owner)
    const clock = new ReplayClock(from, steps, this.#evidence.log.waits?.[owner])
    this.#clocks.set(owner, clock)
    return clock
  }

  async pause(ms: number): Promise<void> {
    const clock = currentReplay()
    const due = clock.now + Math.max(0, ms)
    await clock.until(Math.max(due, clock.endOf(due) ?? due))
  }

  async send(owner: Owner, request: SendRequest): Promise<Exchange> {
    for (;;) {
      const exchange = this.#sent(owner, request)
      if (exchange === undefined) {
        this.#assertPermitted(owner, request)
        throw new MissingEvidence(`the evidence holds no request ${request.operation} (${request.label})`)
      }
      await currentReplay().until(exchange.endedAt)
      if (!isLimited(exchange) || !this.#isSentAgain(exchange)) return exchange
    }
  }

  sendTogether(owner: Owner, requests: readonly SendRequest[]): Promise<Exchange[]> {
    return Promise.all(requests.map((request) => this.send(owner, request)))
  }

  inbox(name: string, options: InboxOptions = {}): Inbox | undefined {
    const { inboxes } = this.#evidence.log
    if (inboxes === undefined) return undefined
    const url = inboxes[name]
    if (url === undefined) throw new MissingEvidence(`the evidence holds no inbox ${name}`)
    const own = this.#evidence.deliveries.filter(({ inbox }) => inbox === name)
    const inbox =
      this.#inboxes.get(name) ?? new RecordedInbox(name, url, options, own, (from, to) => this.#stoodBetween(from, to))
    this.#inboxes.set(name, inbox)
    return inbox
  }

  /** Of the steady clock nothing is known but when deliveries arrived by it. */
  #stoodBetween(from: number, to: number): number {
    const { stalls = [], arrivals } = this.#evidence.log
    const ahead = Math.min(...Object.values(arrivals).map(([completedAt, steady]) => completedAt - steady))
    return Number.isFinite(ahead) && Number.isFinite(from) ? stoodStill(stalls, from - ahead, to - ahead) : 0
  }

  stage(name: string, options: StageOptions): Inbox {
    const url = this.#evidence.log.stages?.[name]
    if (url === undefined) throw new MissingEvidence(`the evidence holds no base URL ${name}`)
    const own = this.#evidence.deliveries.filter(({ inbox }) => inbox === name)
    const stage = this.#stages.get(name) ?? new RecordedInbox(name, url, options, own)
    this.#stages.set(name, stage)
    return stage
  }

  operate(_owner: Owner, scenario: string, asked: Omit<Asked, 'id'>): Promise<string> {
    return currentReplay().step(titleOf(scenario, asked))
  }

  fresh({ name: owner }: Owner, kind: string): string {
    const at = this.#texts.findIndex(([who, text]) => who === owner && text.startsWith(`${kind}-`))
    const [found] = at < 0 ? [] : this.#texts.splice(at, 1)
    if (found === undefined) throw new MissingEvidence(`the evidence holds no further ${kind} of ${owner}`)
    return found[1]
  }

  key({ name: owner, service }: Owner, asked: string): Key | undefined {
    const at = this.#keys.findIndex(([who, what]) => who === owner && what === asked)
    const [found] = at < 0 ? [] : this.#keys.splice(at, 1)
    const key = this.#session.key(service, found?.[2] ?? asked)
    if (key !== undefined && found === undefined)
      throw new MissingEvidence(`the evidence does not say which key ${owner} got for ${asked}`)
    return key
  }

  /** A delivery that the run did not ask about, since it saw another first, is told by when the run stood still. */
  lateness({ name }: Owner, { id, imported }: Delivery, forMs: number): number {
    if (imported === true) return 0
    const [, steady] = this.#evidence.log.arrivals[id] ?? []
    const stood = steady === undefined ? 0 : stalledFor(this.#evidence.log.stalls ?? [], steady, forMs)
    return this.#late.ms(name, id) ?? stood
  }

  /** As it was seen then: what it was seen in is hidden by now. */
  attest<T extends Attested>({ name: check }: Owner, { requirement, about }: AttestedTitle): T {
    const at = this.#attested.findIndex(
      (each) => each.check === check && each.requirement === requirement && each.about === about,
    )
    const [found] = at < 0 ? [] : this.#attested.splice(at, 1)
    if (found === undefined) throw new MissingEvidence(`the evidence holds no word on ${requirement} of ${about}`)
    return found.value as T
  }

  step(_owner: Owner, title: StepTitle): Promise<string> {
    return currentReplay().step(title)
  }

  callOutOfBand(): never {
    throw new MissingEvidence('calls of the target file are answered from their steps')
  }

  exchanges(): readonly Exchange[] {
    return this.#exchanges.by(currentReplay().now)
  }

  deliveries(): readonly Delivery[] {
    return this.#deliveries.by(currentReplay().now)
  }

  make<T>({ name }: Owner, make: () => Promise<T>): Promise<T> {
    const first = this.#unsent.find(({ check }) => check === name)
    const clock = this.clockFor(name, first?.sentAt ?? currentReplay().now)
    return runAt(clock, make).finally(() => this.#madeAt.set(name, clock.now))
  }

  made<T>(maker: string, made: Promise<T>): Promise<T> {
    const caller = currentReplay()
    return made.finally(() => caller.reach(this.#madeAt.get(maker) ?? caller.now))
  }

  /** What was recorded and not asked for by now, in words. What undid the changes of a run is judged by nobody. */
  get unasked(): readonly string[] {
    const { inboxes = {}, stages = {} } = this.#evidence.log
    const steps = this.#evidence.steps.filter((each) => this.#clocks.get(each.check)?.unasked.includes(each) ?? true)
    return [
      ...this.#unsent.filter(({ check }) => check !== CLEAN_UP).map(({ id }) => `the exchange ${id}`),
      ...steps.filter(({ check }) => check !== CLEAN_UP).map(({ check, recipe }) => `the step ${recipe} of ${check}`),
      ...Object.keys(inboxes)
        .filter((name) => !this.#inboxes.has(name))
        .map((name) => `log.inboxes.${name}`),
      ...this.#late.left.map(([owner, delivery]) => `how late the answer to ${delivery} was for ${owner}`),
      ...Object.entries(this.#evidence.log.waits ?? {}).flatMap(([owner, ends]) =>
        (this.#clocks.get(owner)?.unwaited ?? ends).map(
          ([due]) => `a wait of ${owner} until ${new Date(due).toISOString()}`,
        ),
      ),
      ...Object.keys(stages)
        .filter((name) => !this.#stages.has(name))
        .map((name) => `log.stages.${name}`),
      ...this.#attested.map(({ requirement, about }) => `a word on ${requirement} of ${about}`),
      ...this.#texts.filter(([owner]) => owner !== CLEAN_UP).map(([owner, text]) => `the text ${text} of ${owner}`),
      ...this.#keys.filter(([owner]) => owner !== CLEAN_UP).map(([owner, asked]) => `the key ${asked} of ${owner}`),
    ]
  }

  /** What the target file does not permit, or has no budget for, was not sent then either. */
  #assertPermitted({ cost }: Owner, { spends = {}, ...request }: SendRequest): void {
    const recorded = { ...request, body: request.body ?? Buffer.alloc(0) }
    this.#permission.assert(recorded, cost.adds ?? 0)
    const { budgets } = this.#session.target.allow
    const priced = Object.entries(this.#permission.price(recorded, { spends }).spends)
    const [none] = priced.find(([name, many = 0]) => many > 0 && budgets[name] === 0) ?? []
    if (none !== undefined) throw new BudgetExceeded(none, 0)
  }

  /** Whether there is an answer to this request. */
  holds(owner: Owner, request: SendRequest): boolean {
    return this.#meant(owner, request).length > 0
  }

  /** Exchanges that were made for the purpose of this request, and are not given back yet. */
  #meant({ name, service }: Owner, request: SendRequest): readonly Exchange[] {
    return this.#unsent.filter(
      (each) =>
        each.check === name &&
        each.service === service &&
        each.label === request.label &&
        each.operation === request.operation &&
        each.request.method === request.method &&
        (each.expects429 === true) === (request.expects429 === true),
    )
  }

  /** The recorded exchange of this request: the same to the byte where there is one, else the next that was sent for the same purpose. */
  #sent(owner: Owner, request: SendRequest): Exchange | undefined {
    const candidates = this.#meant(owner, request)
    const body = request.body?.toString('utf8') ?? ''
    const isSame = (each: Exchange): boolean =>
      each.request.url === request.url && each.request.body.toString('utf8') === body && sameHeaders(each, request)
    const found = candidates.find(isSame) ?? candidates.find(({ key }) => key === request.key) ?? candidates[0]
    if (found !== undefined) this.#unsent.splice(this.#unsent.indexOf(found), 1)
    return found
  }

  /** Whether the same request was sent again. */
  #isSentAgain({ check, label, request, endedAt }: Exchange): boolean {
    return this.#unsent.some(
      (each) =>
        each.check === check &&
        each.label === label &&
        each.sentAt >= endedAt &&
        each.request.url === request.url &&
        each.request.body.equals(request.body),
    )
  }
}

/** Headers that tell requests to one URL with one body apart; others are redacted, or the same for all. */
const TELLING = ['Idempotency-Key']

const sameHeaders = ({ request: { headers } }: Exchange, request: SendRequest): boolean =>
  TELLING.every((name) => header(headers, name) === header(request.headers, name))
