import { type RequirementId, requirement, type UnstatedId } from '../../specs/index.ts'
import type { Check, CheckContext, Evidence, Finding, Fixture, FixtureContext, Key, Tier } from '../check/check.ts'
import { contradiction, type Judgement, type Observation } from '../check/judgement.ts'
import { random } from '../check/random.ts'
import { Blocked, NotExercised } from '../check/signals.ts'
import type { Step } from '../check/steps.ts'
import type { UnexercisedReason, Verdict } from '../check/verdict.ts'
import { Client, type SendRequest, type Wire } from '../http/client.ts'
import type { Exchange, RecordedRequest } from '../http/exchange.ts'
import { NotPermitted } from '../http/permission.ts'
import type { Answered } from '../http/transport.ts'
import type { Matcher } from '../match/matcher.ts'
import { type Sampling, samplingOf } from '../plan/sampling.ts'
import { BudgetExceeded } from '../rate/ledger.ts'
import { type Claim, hasClaim, lineFor } from '../target/claims.ts'
import type { Delivery } from '../webhooks/delivery.ts'
import type { InboxOptions } from '../webhooks/inbox.ts'
import { placeOf } from '../webhooks/inbox-name.ts'
import type { Session } from './session.ts'

const isExchange = (evidence: Evidence): evidence is Exchange => 'request' in evidence

/** Faults that say nothing about what the target would have answered. */
const UNJUDGED: readonly string[] = ['timeout', 'dns', 'refused', 'stopped']

/** How a message is named in a failure: its operation and what it was for. */
export function subjectOf(evidence: Evidence): string {
  if (!isExchange(evidence)) return `delivery ${evidence.id} to ${placeOf(evidence.inbox)}`
  const name =
    evidence.operation === ''
      ? `${evidence.request.method} ${new URL(evidence.request.url).pathname}`
      : evidence.operation
  return evidence.label === '' ? name : `${name} (${evidence.label})`
}

/** The messages that a subject names before the others: a reader looks at the first one. */
function decisiveFirst(subject: string, evidence: readonly Evidence[]): readonly Evidence[] {
  const isNamed = (each: Evidence): boolean =>
    isExchange(each) ? subject.includes(subjectOf(each)) : new RegExp(`\\b${each.id}\\b`).test(subject)
  return [...evidence.filter(isNamed), ...evidence.filter((each) => !isNamed(each))]
}

/** Whose context it is: a check, a fixture. */
export type Owner = Pick<Check, 'uses' | 'cost' | 'generated'> & {
  readonly name: string
  readonly covers: readonly RequirementId[]
}

/** What a check observes while it runs, and where its judgements are kept. */
export class Context implements CheckContext {
  readonly judgements: Judgement[] = []
  readonly observations: Observation[] = []
  readonly target
  readonly signal
  readonly random: () => number
  readonly #session: Session
  readonly #name: string
  readonly #uses: readonly Fixture<unknown>[]
  readonly #covers: readonly RequirementId[]
  readonly #generated: Check['generated']
  readonly #client: Client

  constructor(session: Session, owner: Owner, wire: Wire = session.wire) {
    this.#session = session
    this.#name = owner.name
    this.#uses = owner.uses
    this.#covers = owner.covers
    this.#generated = owner.generated
    this.#client = new Client(wire, owner.name, owner.cost.adds ?? 0)
    this.target = session.target
    this.signal = wire.signal
    this.random = random(`${session.seed}/${owner.name}`)
  }

  get depth() {
    return this.#session.depth
  }

  get person() {
    return this.#session.person
  }

  get sampling(): Sampling {
    return samplingOf(this.#generated, this.#session)
  }

  fresh(kind: string): string {
    const text = `${kind}-${this.#session.runId}-${this.#session.count()}`
    this.#session.choices.made.push([this.#name, text])
    return text
  }

  has(claim: Claim): boolean {
    return hasClaim(this.target, claim)
  }

  permits(tier: Tier): boolean {
    return this.#session.permits(tier)
  }

  use<T>(fixture: Fixture<T>): Promise<T> {
    if (!this.#uses.includes(fixture as Fixture<unknown>)) {
      throw new TypeError(`${this.#name} uses the fixture ${fixture.name} without naming it in uses`)
    }
    return this.#session.fixture(fixture)
  }

  key(name: string): Key | undefined {
    const key = this.#session.key(name)
    if (key !== undefined) this.#session.choices.keys.push([this.#name, name, key.name])
    return key
  }

  async send(request: SendRequest): Promise<Exchange> {
    return this.#client.send(this.#booked(request)).catch(unpermitted)
  }

  async sendTogether(requests: readonly SendRequest[]): Promise<Exchange[]> {
    return this.#client.sendTogether(requests.map((each) => this.#booked(each))).catch(unpermitted)
  }

  /** What generated checks may send is counted in requests, each of which may be a payment or a message. */
  #booked(request: SendRequest): SendRequest {
    return this.#generated === undefined ? request : { ...request, spends: { generated: 1 } }
  }

  inbox(name: string, options?: InboxOptions) {
    const inbox = this.#session.capture?.inbox(name, options)
    if (inbox !== undefined) this.#session.choices.inboxes.set(name, inbox.url)
    return inbox
  }

  pause(ms: number): Promise<void> {
    return this.#session.wire.pause(ms)
  }

  abortBlocked(reason: string, evidence: readonly Evidence[] = []): never {
    throw new Blocked(reason, evidence)
  }

  control(exchange: Exchange, expected: Matcher<Exchange>): void {
    const outcome = expected.test(exchange)
    if (outcome.ok) return
    throw new Blocked(`${subjectOf(exchange)}: expected ${expected.expected}, got ${outcome.actual}`, [exchange])
  }

  abortUnexercised(why: UnexercisedReason, reason: string, line?: string): never {
    throw new NotExercised(why, reason, line)
  }

  afterwards(title: string, undo: (context: FixtureContext) => Promise<void>): void {
    this.#session.cleanups.push({ title, undo })
  }

  callOutOfBand(request: RecordedRequest): Promise<Answered> {
    return this.#session.aside.send(request, this.signal)
  }

  noteStep(step: Omit<Step, 'check'>): void {
    this.#session.steps.push({ check: this.#name, ...step })
  }

  observe(id: UnstatedId, value: string, evidence: readonly Evidence[] = []): void {
    this.observations.push({ id, check: this.#name, value, evidence: evidence.map((each) => each.id) })
  }

  judge(id: RequirementId, subject: Evidence, expected: Matcher<Exchange>): boolean {
    if (!isExchange(subject)) throw new TypeError('deliveries are judged with conclude')
    const evidence = [subject.id]
    const common = { subject: subjectOf(subject), expected: expected.expected, evidence }
    if (subject.fault !== undefined && UNJUDGED.includes(subject.fault.kind)) {
      this.#keep(id, 'blocked', {
        ...common,
        actual: 'no answer',
        reason: subject.fault.message,
      })
      return false
    }
    const outcome = expected.test(subject)
    if (outcome.ok) {
      this.#keep(id, 'pass', { ...common, ...(outcome.note === undefined ? {} : { reason: outcome.note }) })
      return true
    }
    if (subject.response?.status === 429 && subject.expects429 !== true) {
      this.#keep(id, 'blocked', { ...common, actual: outcome.actual, reason: 'the rate limiter answered instead' })
      return false
    }
    this.#keep(id, contradiction(requirement(id).level, outcome.soft === true), {
      ...common,
      actual: outcome.actual,
      ...(outcome.note === undefined ? {} : { reason: outcome.note }),
    })
    return false
  }

  conclude(id: RequirementId, finding: Finding): boolean {
    const { ok, soft, subject, expected, actual, note, evidence } = finding
    const verdict: Verdict = ok ? 'pass' : contradiction(requirement(id).level, soft === true)
    this.#keep(id, verdict, {
      subject,
      expected,
      ...(ok ? {} : { actual }),
      ...(note === undefined ? {} : { reason: note }),
      evidence: decisiveFirst(subject, evidence).map((each) => each.id),
    })
    return ok
  }

  markUnexercised(id: RequirementId, why: UnexercisedReason, reason: string, line?: string): void {
    this.#keep(id, 'unexercised', { why, reason, ...(line === undefined ? {} : { line }), evidence: [] })
  }

  markBlocked(id: RequirementId, reason: string, evidence: readonly Evidence[] = []): void {
    this.#keep(id, 'blocked', { reason, evidence: evidence.map((each) => each.id) })
  }

  exchanges(): readonly Exchange[] {
    return this.#session.wire.store.exchanges
  }

  deliveries(): readonly Delivery[] {
    return this.#session.wire.store.deliveries
  }

  /** The requirements that no judgement names yet. */
  open(): RequirementId[] {
    const named = new Set(this.judgements.map((each) => each.requirement))
    return this.#covers.filter((id) => !named.has(id))
  }

  /** Says of every open requirement why nothing is said of it. */
  close(verdict: Verdict, rest: Omit<Judgement, 'requirement' | 'check' | 'verdict'>): void {
    for (const id of this.open()) this.#keep(id, verdict, rest)
  }

  #keep(id: RequirementId, verdict: Verdict, rest: Omit<Judgement, 'requirement' | 'check' | 'verdict'>): void {
    if (!this.#covers.includes(id)) throw new TypeError(`${this.#name} judges ${id} without covering it`)
    this.judgements.push({ requirement: id, check: this.#name, verdict, ...rest })
  }
}

function unpermitted(error: unknown): never {
  if (error instanceof NotPermitted) throw new NotExercised('not permitted', error.message, error.line)
  if (!(error instanceof BudgetExceeded)) throw error
  throw new NotExercised('not permitted', error.message, lineFor(`allow.${error.kind}` as Claim))
}
