import type { Contract } from '../../specs/contract.ts'
import type { Check, Fixture } from '../check/check.ts'
import { phaseNamed } from '../check/order/phases.ts'
import { type Sequence, scheduleOf } from '../check/order/schedule.ts'
import { Blocked, ENDED_BEFORE, NotExercised } from '../check/signals.ts'
import type { Judgement } from '../check/verdicts/judgement.ts'
import { unansweredIn, withSilence } from '../check/verdicts/unanswered.ts'
import { merge, type Verdict } from '../check/verdicts/verdict.ts'
import { Breath } from '../clock/breath.ts'
import { pause } from '../clock/pause.ts'
import { leftOut } from '../plan/depth.ts'
import { HASTY_EVENT_SECONDS, isHasty, WAITED_NO_LONGER } from '../plan/haste.ts'
import { UNSELECTED } from '../plan/selection.ts'
import { notMade } from '../target/judged-with.ts'
import { shownLine } from '../target/lines.ts'
import { asAsker } from './asker.ts'
import type { CheckResult } from './check-result.ts'
import type { Context } from './context.ts'
import { unlessGivenUp } from './end/grace.ts'
import { linger, looksAtWebhooks } from './end/lingering.ts'
import { RunEvents, type RunListener } from './events.ts'
import { nameOfFixture } from './owner.ts'
import { Session } from './session.ts'
import type { SessionOptions } from './session-options.ts'
import { EarlyUndoing } from './undo/early-undoing.ts'

export interface RunOptions extends Omit<SessionOptions, 'onExchange'> {
  readonly checks: readonly Check[]
  /** Checks that are not wanted in this run: they say `not selected`. */
  readonly selected?: (check: Check) => boolean
  /** Few checks were chosen: what they look at may come once all of them are over. */
  readonly isNarrowed?: boolean
  /** Why a check is left to another shard of the run; undefined where it is not. */
  readonly leftToOthers?: (check: Check) => NotExercised | undefined
  /** One of its own when absent. */
  readonly session?: Session
  /** Told of everything that happens from the first request on. */
  readonly onEvent?: RunListener
}

/** One run over one target: `all` runs every check by the schedule; whoever has a schedule of their own calls `execute`. */
export class Run {
  readonly session: Session
  readonly checks: readonly Check[]
  readonly results: CheckResult[] = []
  readonly events = new RunEvents()
  /** Wall clock, ms since the epoch. */
  readonly startedAt: number
  readonly #selected: (check: Check) => boolean
  readonly #leftToOthers: (check: Check) => NotExercised | undefined
  readonly #isNarrowed: boolean
  /** Checks by id, from when their turn has come. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(given: RunOptions) {
    const { checks, selected = () => true, leftToOthers = () => undefined, session, onEvent, ...more } = given
    const { isNarrowed = false, ...options } = more
    if (onEvent !== undefined) this.events.subscribe(onEvent)
    const onExchange: SessionOptions['onExchange'] = (exchange) =>
      this.events.emit({ kind: 'exchange recorded', exchange })
    this.session = session ?? new Session({ ...options, onExchange })
    this.checks = checks
    this.startedAt = this.session.clock.now()
    this.#selected = selected
    this.#leftToOthers = leftToOthers
    this.#isNarrowed = isNarrowed
    if (isHasty(this.session)) this.#undoesEarly()
  }

  /** A run that waits for nobody does not wait for a limiter at its end either. */
  #undoesEarly(): void {
    const { session, checks } = this
    const early = new EarlyUndoing({
      checks: checks.filter((check) => this.#selected(check) && leftOut(check, session) === undefined),
      undoing: session.undoing,
      allowed: (key) =>
        session.services.find(({ contract }) => key.startsWith(`${contract.id}.`))?.contract.rate?.requests,
      recent: (key) => session.pacer.recent(key),
      pause: (ms) => pause(ms, session.signal),
    })
    session.hold = (key, sender) => early.hold(key, sender)
    this.events.subscribe((event) => {
      if (event.kind === 'check ended') early.ended(event.result.check)
    })
  }

  /** Runs one check. Never throws: whatever happens is a verdict. After a stop it ends within the grace. */
  async execute(check: Check): Promise<CheckResult> {
    this.events.emit({ kind: 'check begun', check })
    const { signal, clock } = this.session
    const startedAt = clock.now()
    const context = this.session.context({ ...check, name: check.id })
    try {
      if (!this.#selected(check)) throw new NotExercised('not selected', UNSELECTED)
      const left = leftOut(check, this.session) ?? this.#leftToOthers(check)
      if (left !== undefined) throw left
      this.session.admit(check)
      if (signal.aborted && phaseNamed(check.phase).sends) throw new NotExercised('not reached', ENDED_BEFORE)
      await unlessGivenUp(
        asAsker(check.id, () => check.run(context)),
        signal,
      )
      if (this.#lacksInbox(check)) throw this.#nothingArrives()
      context.close({ verdict: 'broken', reason: 'the check ended without a word on it', evidence: [] })
    } catch (error) {
      closeWith(context, error, signal.aborted)
    }
    return this.#keep(check, context, startedAt)
  }

  /** Whether it asked for an inbox, or a fixture of it did, and there was none: then it may have nothing to say. */
  #lacksInbox(check: Check): boolean {
    return anyOf(check, (name) => this.session.withoutInbox.has(name))
  }

  #nothingArrives(): NotExercised {
    const { target, claims } = this.session
    return target.webhooks === undefined
      ? new NotExercised('not claimed', 'the target file names no place for webhooks', claims.lineFor('webhooks'))
      : new NotExercised('not met', 'webhooks do not arrive here, as a note of the run says')
  }

  /** Says of a check that it is not run, and why. */
  leaveOut(check: Check, left: NotExercised): CheckResult {
    const context = this.session.context({ ...check, name: check.id })
    closeWith(context, left, false)
    return this.#keep(check, context, this.session.clock.now())
  }

  /** Runs every check in its turn. */
  async all(): Promise<void> {
    for (const stage of scheduleOf(this.checks, (service) => this.#isShort(service))) {
      const background: Promise<unknown>[] = []
      await Promise.all(stage.map((each) => this.#follow(each, background)))
      await Promise.all(background)
    }
  }

  /** Resolves once it is known of each service whether it is still there, where its last request got no answer of it. */
  async settle(): Promise<void> {
    await Promise.all(this.#askedBy(undefined).map((each) => this.session.settle(each)))
  }

  readonly #looksAtWebhooks = (check: Check): boolean => this.#selected(check) && looksAtWebhooks(check, this.session)

  #isShort(service: string): boolean {
    const { services, target, depth } = this.session
    return services.find(({ contract }) => contract.id === service)?.isShort?.(target, depth) ?? false
  }

  /** @param background receives the checks that the sequence does not wait for */
  async #follow({ service, batches }: Sequence, background: Promise<unknown>[]): Promise<void> {
    const breath = new Breath()
    for (const [nth, { phase, concurrency, checks }] of batches.entries()) {
      // Silence of one that has gone away says nothing, and what comes next may judge it.
      if (nth > 0 || service === undefined)
        await Promise.all(this.#askedBy(service).map((each) => this.session.settle(each)))
      if (phase === 'rules' && this.#isNarrowed && checks.some((each) => this.#looksAtWebhooks(each)))
        await linger(this.session)
      this.events.emit({ kind: 'phase begun', phase, service })
      const together: Promise<unknown>[] = []
      for (const check of checks) {
        const turn = this.#inTurn(check)
        if (check.background === true) background.push(turn)
        else if (concurrency === 'together') together.push(turn)
        else await turn.then(() => breath.take())
      }
      await Promise.all(together)
      this.events.emit({ kind: 'phase ended', phase, service })
    }
  }

  /** The services that a sequence of one of them, or of all, asks or judges. */
  #askedBy(service: string | undefined): readonly string[] {
    return service === undefined ? this.session.services.map(({ contract }) => contract.id) : [service]
  }

  /** Runs a check when those before it are over. */
  #inTurn(check: Check): Promise<unknown> {
    const before = (check.runsAfter ?? []).map((id) => this.#turns.get(id))
    const turn = before.length === 0 ? this.execute(check) : Promise.all(before).then(() => this.execute(check))
    this.#turns.set(check.id, turn)
    return turn
  }

  #keep(check: Check, context: Context, startedAt: number): CheckResult {
    const { session } = this
    const waited = (name: string): boolean => [...session.inboxesOf(name)].some((inbox) => inbox.waitedInVain)
    const isImpatient = isHasty(session) && anyOf(check, waited)
    const judgements = context.judgements
      .map((each) => (isImpatient && !context.seen.has(each) && !this.#isRefused(each) ? unlessInHaste(each) : each))
      .map((each) => withLine(each, check, this.session))
    const result: CheckResult = {
      check,
      verdict: merge(judgements.map((each) => each.verdict)),
      judgements,
      judgedAt: context.judgedAt,
      startedAt,
      endedAt: this.session.clock.now(),
    }
    this.results.push(result)
    this.session.log.judgements.push(...judgements)
    this.session.log.observations.push(...context.observations)
    this.events.emit({ kind: 'check ended', result })
    return result
  }

  /** Whether what stands in the way is an answer, or that none came to a request, and nothing that was waited for. */
  #isRefused({ verdict, evidence: [first] }: Judgement): boolean {
    const sent = verdict === 'blocked' ? this.session.store.exchanges.find(({ id }) => id === first) : undefined
    return sent !== undefined && (unansweredIn([sent]) !== undefined || (sent.response?.status ?? 0) >= 400)
  }

  /** Undoes what the run changed and lets the connections go. Returns what is left behind. */
  async close(): Promise<string[]> {
    const left = await this.session.undoing.rest()
    await this.session.close()
    return [...left]
  }
}

/** Whether something holds of the name of a check, or of a fixture that it uses. */
function anyOf({ id, uses }: Check, holds: (name: string) => boolean): boolean {
  const among = (fixtures: readonly Fixture[]): boolean =>
    fixtures.some((each) => holds(nameOfFixture(each)) || among(each.uses))
  return holds(id) || among(uses)
}

/**
 * What a check says that waited less for an event than an event may take: nothing that speaks against the target, unless
 * it rests on what came.
 */
function unlessInHaste(judgement: Judgement): Judgement {
  if (!['fail', 'warn', 'blocked'].includes(judgement.verdict)) return judgement
  const { requirement, check, evidence } = judgement
  const reason =
    judgement.verdict === 'blocked'
      ? `${judgement.reason}; no event came within ${HASTY_EVENT_SECONDS} s, and ${WAITED_NO_LONGER}`
      : `no event came within ${HASTY_EVENT_SECONDS} s, and ${WAITED_NO_LONGER}`
  return { requirement, check, evidence, verdict: 'unexercised', why: 'not selected', reason }
}

/** Where a rule saw nothing because what it looks at is not claimed, the line that claims it tells a reader more. */
function withLine(
  judgement: Judgement,
  { observes = [], judgedWith = {} }: Check,
  { claims, target }: Pick<Session, 'claims' | 'target'>,
): Judgement {
  if (judgement.verdict !== 'unexercised' || judgement.why !== 'not met' || judgement.line !== undefined)
    return judgement
  const missing = notMade(claims, target, [...observes, ...(judgedWith[judgement.requirement] ?? [])])
  if (missing.length === 0) return judgement
  const why = missing.every((each) => each.startsWith('allow.')) ? 'not permitted' : 'not claimed'
  return { ...judgement, why, line: claims.linesFor(target, missing).map(shownLine).join('\n') }
}

function closeWith(context: Context, error: unknown, stopped: boolean): void {
  if (error instanceof NotExercised) {
    const { why, line } = error
    context.close({
      verdict: 'unexercised',
      why,
      reason: error.message,
      evidence: [],
      ...(line === undefined ? {} : { line }),
    })
    return
  }
  if (stopped) {
    context.close({ verdict: 'blocked', reason: 'the run was stopped while it was under way', evidence: [] })
    return
  }
  if (error instanceof Blocked) {
    const { message, evidence } = error
    context.close({
      verdict: 'blocked',
      reason: withSilence(message, evidence),
      evidence: evidence.map((each) => each.id),
    })
    return
  }
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  context.close({ verdict: 'broken', reason: `the check itself failed: ${reason}`, evidence: [] })
  // A check that had judged everything before it failed is broken all the same.
  if (context.judgements.every((each) => each.verdict !== 'broken')) {
    const first = context.judgements[0]
    if (first !== undefined)
      context.judgements.push({
        requirement: first.requirement,
        check: first.check,
        verdict: 'broken',
        reason: `the check itself failed: ${reason}`,
        evidence: first.evidence,
      })
  }
}

export interface RequirementVerdict {
  readonly id: string
  readonly verdict: Verdict
  readonly judgements: readonly Judgement[]
}

/** The verdict of every requirement of some contracts, in the order of their catalogues. */
export function verdicts(judgements: readonly Judgement[], contracts: readonly Contract[]): RequirementVerdict[] {
  const byId = new Map<string, Judgement[]>()
  for (const judgement of judgements)
    byId.set(judgement.requirement, [...(byId.get(judgement.requirement) ?? []), judgement])
  return contracts
    .flatMap(({ catalogue }) => Object.keys(catalogue))
    .map((id) => {
      const own = byId.get(id) ?? []
      return { id, verdict: merge(own.map((each) => each.verdict)), judgements: own }
    })
}
