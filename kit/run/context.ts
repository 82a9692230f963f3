import { areCells, cellOf, distinctCells } from '../check/cells.ts'
import type { Attested, CheckContext, Evidence, Finding, Key, Usable, Witness } from '../check/context.ts'
import { random } from '../check/random.ts'
import type { Sampling } from '../check/sampling.ts'
import { Blocked, NotExercised } from '../check/signals.ts'
import { type Cell, contradiction, type Judgement, type Observation, type Word } from '../check/verdicts/judgement.ts'
import { decisiveFirst, isExchange, isNamed, subjectOf } from '../check/verdicts/subject.ts'
import { noAnswer, unansweredIn, withSilence } from '../check/verdicts/unanswered.ts'
import type { UnexercisedReason } from '../check/verdicts/verdict.ts'
import { absenceOf } from '../check/verdicts/witness.ts'
import { type Asked, answerIn, type Told } from '../driver/protocol.ts'
import type { SendRequest } from '../http/client.ts'
import { type Exchange, isBrokenOff, type RecordedRequest, wasSent } from '../http/exchange.ts'
import type { Answered } from '../http/transport.ts'
import type { Matcher } from '../match/matcher.ts'
import { isHasty } from '../plan/haste.ts'
import { GENERATED } from '../rate/ledger.ts'
import { isLoopback } from '../target/address.ts'
import type { ServiceSection } from '../target/section.ts'
import type { Target } from '../target/target.ts'
import { permits, type Tier } from '../target/tiers.ts'
import type { Delivery } from '../webhooks/delivery.ts'
import type { Inbox, InboxOptions, StageOptions } from '../webhooks/inbox.ts'
import { CLEAN_UP, nameOfFixture, type Owner } from './owner.ts'
import { assertLetIn } from './sending/let-in.ts'
import { unsent } from './sending/unsent.ts'
import type { CleanUp } from './undo/clean-ups.ts'
import type { Ports, StepTitle } from './world/ports.ts'
import type { Surroundings } from './world/surroundings.ts'

/** Faults that say nothing about what the target would have answered. */
const UNJUDGED: readonly string[] = ['timeout', 'dns', 'refused', 'stopped']

/** What a check sees while it runs, and where its judgements are kept. */
export class Context implements CheckContext {
  readonly judgements: Judgement[] = []
  /** When each of them was made, but for what the end of the check adds; wall clock, ms. */
  readonly judgedAt: number[] = []
  readonly observations: Observation[] = []
  /** Contradictions that rest on what came: waiting longer changes nothing about them. */
  readonly seen = new Set<Judgement>()
  readonly target: Target
  readonly signal: AbortSignal
  readonly random: () => number
  readonly #run: Surroundings
  readonly #ports: Ports
  readonly #owner: Owner

  /** @param world in place of that of the run: the clean-up has one of its own */
  constructor(run: Surroundings, owner: Owner, world: Pick<Surroundings, 'ports' | 'signal'> = run) {
    this.#run = run
    this.#ports = world.ports
    this.#owner = owner
    this.target = run.target
    this.signal = world.signal
    this.random = random(`${run.seed}/${owner.name}`)
  }

  get clock() {
    return this.#ports.clock
  }

  get service(): ServiceSection {
    const { service } = this.#owner
    const section = this.target.services[service]
    if (section === undefined) throw new TypeError(`the target has no service ${service}`)
    return section
  }

  get seed() {
    return this.#run.seed
  }

  get depth() {
    return this.#run.depth
  }

  get person() {
    return this.#run.person
  }

  get sampling(): Sampling {
    return this.#run.samplingOf(this.#owner)
  }

  fresh(kind: string): string {
    return this.#ports.fresh(this.#owner, kind)
  }

  has(claim: string): boolean {
    return this.#run.claims.isMade(this.target, claim)
  }

  // biome-ignore lint/suspicious/noExplicitAny: its type is that of the claim, which the definition of a check knows
  claimed(claim: string): any {
    if (!this.#owner.needs.includes(claim))
      throw new TypeError(`${this.#owner.name} reads the claim ${claim} without naming it in needs`)
    return this.#run.claims.valueOf(this.target, claim)
  }

  permits(tier: Tier): boolean {
    return permits(this.target, tier)
  }

  // biome-ignore lint/suspicious/noExplicitAny: its type is what the fixture makes, which its definition knows
  use(wanted: Usable): Promise<any> {
    const { name, uses } = this.#owner
    const fixture = uses.find((each) => each === wanted)
    if (fixture === undefined) throw new TypeError(`${name} uses the fixture ${wanted.name} without naming it in uses`)
    return this.#ports.made(nameOfFixture(fixture), this.#run.fixture(fixture))
  }

  key(name: string): Key | undefined {
    return this.#ports.key(this.#owner, name)
  }

  async send(request: SendRequest): Promise<Exchange> {
    const exchange = await this.#ports
      .send(this.#owner, this.#booked(request))
      .catch((error) => this.#unpermitted(error))
    this.#assertLetIn(request, exchange)
    return exchange
  }

  async sendTogether(requests: readonly SendRequest[]): Promise<Exchange[]> {
    const booked = requests.map((each) => this.#booked(each))
    const exchanges = await this.#ports.sendTogether(this.#owner, booked).catch((error) => this.#unpermitted(error))
    for (const [index, request] of requests.entries()) this.#assertLetIn(request, exchanges[index])
    return exchanges
  }

  inbox(name: string, options?: InboxOptions) {
    const inbox = this.#ports.inbox(name, { success: this.#run.successOf(this.#owner.service, name), ...options })
    if (inbox === undefined) this.#run.withoutInbox.add(this.#owner.name)
    else this.#run.inboxesOf(this.#owner.name).add(inbox)
    return inbox
  }

  stage(name: string, options: StageOptions): Inbox {
    return this.#ports.stage(name, options)
  }

  async operate(scenario: string, asked: Omit<Asked, 'id'>, withinMs: number): Promise<Told> {
    return answerIn(await this.#ports.operate(this.#owner, scenario, asked, withinMs)).told
  }

  pause(ms: number): Promise<void> {
    return this.#ports.pause(ms)
  }

  async awaiting<T>(what: string, seconds: number, member: string, act: () => Promise<T>): Promise<T> {
    const awaited = { what, since: this.clock.now(), seconds, member }
    this.#run.awaited.add(awaited)
    try {
      return await act()
    } finally {
      this.#run.awaited.delete(awaited)
    }
  }

  abortBlocked(reason: string, evidence: readonly Evidence[] = []): never {
    throw new Blocked(reason, evidence)
  }

  control(exchange: Exchange, expected: Matcher<Exchange>, hint?: string): void {
    const outcome = expected.test(exchange)
    if (outcome.ok && unansweredIn([exchange]) !== undefined) throw new Blocked(noAnswer(exchange), [exchange])
    if (outcome.ok) return
    const more = hint === undefined ? '' : `; ${hint}`
    throw new Blocked(`${subjectOf(exchange)}: expected ${expected.expected}, got ${outcome.actual}${more}`, [exchange])
  }

  abortUnexercised(why: UnexercisedReason, reason: string, line?: string): never {
    throw new NotExercised(why, reason, line)
  }

  afterwards(cleanUp: Omit<CleanUp, 'owner' | 'service'>): void {
    const { name: owner, service } = this.#owner
    this.#run.undoing.add({ ...cleanUp, owner, service })
  }

  callOutOfBand(request: RecordedRequest): Promise<Answered> {
    return this.#ports.callOutOfBand(request)
  }

  step(step: StepTitle, act: () => Promise<unknown>): Promise<string> {
    return this.#ports.step(this.#owner, step, act)
  }

  observe(id: string, value: string, evidence: readonly Evidence[] = []): void {
    // What a gateway says while its service is out is nothing that the service does, nor is what reached nobody or what was broken
    // off, as by a process that ends, and what a limiter says to one who asked for something else tells of the limiter alone.
    const { name, service } = this.#owner
    const isOfOthers = (each: Evidence): boolean =>
      this.#run.isOut(service, each, id) ||
      isLimited(each, name) ||
      (isExchange(each) && (!wasSent(each) || isBrokenOff(each)))
    if (evidence.some(isOfOthers)) return
    this.observations.push({ id, check: this.#owner.name, value, evidence: evidence.map((each) => each.id) })
  }

  cellOf(id: string, message: Evidence, stated?: Cell): Cell | undefined {
    return cellOf(this.#run.requirement(id), this.#run.dimensionsOf(this.#owner.service), message, stated)
  }

  judge(
    id: string,
    subject: Exchange,
    expected: Matcher<Exchange>,
    at?: Cell,
    beside: readonly Evidence[] = [],
  ): boolean {
    const evidence = [subject, ...beside].map((each) => each.id)
    const common = { subject: subjectOf(subject), expected: expected.expected, evidence }
    const cell = this.cellOf(id, subject, at)
    const cells = cell === undefined ? {} : { cells: [cell] }
    const outcome = expected.test(subject)
    if (
      subject.fault !== undefined &&
      (UNJUDGED.includes(subject.fault.kind) || (outcome.ok && unansweredIn([subject])))
    ) {
      this.#keep(id, { verdict: 'blocked', ...common, actual: 'no answer', reason: subject.fault.message })
      return false
    }
    if (outcome.ok) {
      const note = outcome.note === undefined ? {} : { reason: outcome.note }
      this.#keep(id, { verdict: 'pass', ...common, ...note, ...cells })
      return true
    }
    const isOver = subject.response?.status === 429 && subject.expects429 !== true
    const trouble = isOver ? 'the rate limiter answered instead' : this.#run.troubleIn(this.#owner.service, subject, id)
    if (trouble !== undefined) {
      this.#keep(id, { verdict: 'blocked', ...common, actual: outcome.actual, reason: trouble })
      return false
    }
    const kept = this.#keep(id, {
      verdict: contradiction(this.#run.requirement(id).level, outcome.soft === true),
      ...common,
      ...cells,
      actual: outcome.actual,
      ...(outcome.note === undefined ? {} : { reason: outcome.note }),
    })
    this.seen.add(kept)
    return false
  }

  conclude(id: string, finding: Finding): boolean {
    const { subject, expected, note, evidence } = finding
    const common = {
      subject,
      expected,
      ...(note === undefined ? {} : { reason: note }),
      evidence: decisiveFirst(subject, evidence).map((each) => each.id),
      ...this.#cellsOf(id, finding),
    }
    const silent = finding.ok ? unansweredIn(evidence) : undefined
    if (silent !== undefined) this.markBlocked(id, noAnswer(silent), [silent])
    else if (finding.ok) this.#keep(id, { verdict: 'pass', ...common })
    else {
      const verdict = contradiction(this.#run.requirement(id).level, finding.soft === true)
      const more = finding.more === undefined || finding.more === 0 ? {} : { more: finding.more }
      const kept = this.#keep(id, { verdict, ...common, actual: finding.actual, ...more })
      const isOfDelivery = evidence.some((each) => !isExchange(each) && isNamed(subject, each))
      if (!(finding.awaited ?? !isOfDelivery)) this.seen.add(kept)
    }
    return finding.ok
  }

  markUnexercised(id: string, why: UnexercisedReason, reason: string, line?: string): void {
    // What stands in the target file already brings nothing more.
    const lacking = line === undefined || this.#run.claims.isThere(this.target, line) ? {} : { line }
    this.#keep(id, { verdict: 'unexercised', why, reason, ...lacking, evidence: [] })
  }

  markInapplicable(id: string, observation: string, seen: Witness): void {
    this.#keep(id, absenceOf(observation, seen))
  }

  markBlocked(id: string, reason: string, evidence: readonly Evidence[] = [], line?: string): void {
    const lacking = line === undefined ? {} : { line }
    // An outage is no refusal, and stands in the way whatever else is made of it.
    const out = evidence.find((each): each is Exchange => this.#run.isOut(this.#owner.service, each, id))
    const why =
      out === undefined
        ? withSilence(reason, evidence)
        : `${subjectOf(out)}: ${out.response?.status}, the target was out`
    this.#keep(id, { verdict: 'blocked', reason: why, ...lacking, evidence: evidence.map((each) => each.id) })
  }

  attest<T extends Attested>(requirement: string, about: string, look: () => T): T {
    const { name, covers } = this.#owner
    if (!covers.includes(requirement)) throw new TypeError(`${name} attests to ${requirement} without covering it`)
    return this.#ports.attest(this.#owner, { requirement, about }, look)
  }

  exchanges(): readonly Exchange[] {
    return this.#ports.exchanges()
  }

  deliveries(): readonly Delivery[] {
    return this.#ports.deliveries()
  }

  lateness(delivery: Delivery, patienceMs: number): number {
    const isNear = isLoopback(this.service.baseUrl ?? '')
    return this.#ports.lateness(this.#owner, delivery, isNear ? patienceMs : 0)
  }

  /** Says of every requirement that no judgement names yet why nothing is said of it. */
  close(word: Word): void {
    const named = new Set(this.judgements.map((each) => each.requirement))
    for (const id of this.#owner.covers) if (!named.has(id)) this.#keep(id, word)
  }

  #cellsOf(id: string, { subject, evidence, at }: Finding): { cells?: readonly Cell[] } {
    if (at !== undefined && areCells(at)) return at.length === 0 ? {} : { cells: distinctCells(at) }
    const [first] = decisiveFirst(subject, evidence)
    const cell = cellOf(this.#run.requirement(id), this.#run.dimensionsOf(this.#owner.service), first, at)
    return cell === undefined ? {} : { cells: [cell] }
  }

  /** A run that waits for nobody asks as fast as it can: what a limiter then refuses says nothing. An undoing waits. */
  #assertLetIn(request: SendRequest, exchange: Exchange | undefined): void {
    if (this.#owner.name !== CLEAN_UP && isHasty(this.#run)) assertLetIn(request, exchange, this.exchanges())
  }

  /** What generated checks may send is counted in requests, each of which may bring anything about. */
  #booked(request: SendRequest): SendRequest {
    if (this.#owner.generated === undefined) return request
    const { refund: _, ...unpriced } = request
    return { ...unpriced, spends: { [GENERATED]: 1 } }
  }

  #keep(id: string, word: Word): Judgement {
    const { name, covers } = this.#owner
    if (!covers.includes(id)) throw new TypeError(`${name} judges ${id} without covering it`)
    const judgement = { requirement: id, check: name, ...word }
    this.judgements.push(judgement)
    this.judgedAt.push(this.clock.now())
    return judgement
  }

  #unpermitted(error: unknown): never {
    throw unsent(error, (claim) => this.#run.claims.lineFor(claim))
  }
}

const isLimited = (message: Evidence, asker: string): boolean =>
  isExchange(message) && message.check === asker && message.response?.status === 429 && message.expects429 !== true
