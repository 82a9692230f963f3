import type { Contract, Level, Reading } from '../../specs/contract.ts'
import type { Depth } from '../check/check.ts'
import type { Judgement, Observation } from '../check/judgement.ts'
import type { Step } from '../check/steps.ts'
import type { UnexercisedReason, Verdict } from '../check/verdict.ts'
import { contractOf, requirementIn } from '../contract/catalogues.ts'
import type { ServiceDefinition, WebhookTraits } from '../contract/service.ts'
import type { Recorder, ReportedDelivery, ReportedExchange } from '../evidence/recorder.ts'
import type { Plan } from '../plan/plan.ts'
import type { LedgerTotals } from '../rate/ledger.ts'
import { type Pace, paceFor } from '../rate/pace.ts'
import { withoutCutOff } from '../run/interrupted.ts'
import { type RequirementVerdict, type Run, verdicts } from '../run/run.ts'
import type { Claims } from '../target/claims.ts'
import type { Target } from '../target/target.ts'
import { attemptsOf } from '../webhooks/attempts.ts'
import type { ReportedBaseline } from './baseline.ts'
import { type Coverage, coverageOf } from './coverage/coverage.ts'
import { type JudgedFacts, type Outcome, outcomeOf } from './outcome.ts'
import { type ReportedPlan, reportedPlan } from './plan.ts'
import { told } from './reportable.ts'
import { type SuiteIdentity, suiteIdentity } from './suite.ts'

export const REPORT_FORMAT = 'assay-report/2'

/** A judgement as it stands under its requirement. */
export type ReportedJudgement = Omit<Judgement, 'requirement'>

export interface ReportedRequirement {
  readonly id: string
  readonly level: Level
  readonly at: string
  readonly text: string
  readonly verdict: Verdict
  /** Why it was not exercised, the reason in words, and the line of the target file that changes it. */
  readonly why?: UnexercisedReason
  readonly reason?: string
  readonly line?: string
  /** The decisions that its judgement follows where sentences of the document collide. */
  readonly readings?: readonly Pick<Reading, 'conflict' | 'policy'>[]
  readonly judgements: readonly ReportedJudgement[]
}

/** An observation with the open point of the document that it answers. */
export interface ReportedObservation extends Observation {
  readonly at: string
  readonly text: string
}

export interface ReportedTarget {
  readonly name: string
  readonly environment: Target['environment']
  readonly timeScale: number
  /** By the id of the contract. */
  readonly baseUrls: Readonly<Record<string, string>>
  /** What the target file names, by path; never a value. */
  readonly claims: readonly string[]
  readonly allow: Target['allow']
}

/** What readers need to know of a service that was judged. */
export interface ReportedService {
  /** Of its contract. */
  readonly id: string
  /** What its requirements (`lib.loan.limit`) and checks begin with. */
  readonly prefix: string
  readonly title: string
  /** A path that its base URL is followed by. */
  readonly examplePath: string
  /** What the run allowed itself on one of its keys. */
  readonly pace: Pace
  readonly webhooks?: Omit<WebhookTraits, 'importedInbox'>
}

/** The whole of a run as data: everything that a reader is shown comes from here. All texts are redacted. */
export interface Report {
  readonly format: typeof REPORT_FORMAT
  readonly suite: SuiteIdentity
  readonly run: {
    /** In every reference and key that the run made up. */
    readonly id: string
    readonly seed: number
    /** ISO 8601. */
    readonly startedAt: string
    readonly endedAt: string
    /** `working`: at least one request under way. `waiting`: the rest, for the limiter, for webhooks, for payments to settle. */
    readonly seconds: { readonly total: number; readonly working: number; readonly waiting: number }
    readonly depth: Depth
    readonly certify: boolean
    readonly only: readonly string[]
    readonly skip: readonly string[]
    /** Present where the run ended before its checks did. */
    readonly stopped?: 'interrupt' | 'time'
  }
  readonly target: ReportedTarget
  readonly services: readonly ReportedService[]
  readonly outcome: Outcome
  /** Present where the run was held against a baseline: then its exit code is that of the command. */
  readonly gate?: ReportedBaseline
  /** What the run was priced at before anything was sent. */
  readonly plan: ReportedPlan
  /** What it came to. */
  readonly cost: LedgerTotals
  readonly coverage: Coverage
  readonly requirements: readonly ReportedRequirement[]
  readonly checks: readonly {
    readonly id: string
    readonly title: string
    readonly verdict: Verdict
    /** Wall clock, ms since the epoch. */
    readonly startedAt: number
    readonly ms: number
  }[]
  readonly observations: readonly ReportedObservation[]
  readonly notes: readonly string[]
  /** What recipes had done outside of the API under test, in the order in which it ended. */
  readonly steps: readonly Step[]
  /** Errors of the suite outside of any requirement. */
  readonly faults: readonly string[]
  readonly exchanges: readonly ReportedExchange[]
  readonly deliveries: readonly ReportedDelivery[]
}

export interface ReportOptions {
  readonly plan: Plan
  readonly certify?: boolean
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  readonly notes?: readonly string[]
  /** Wall clock, ms since the epoch; now when absent. */
  readonly endedAt?: number
  /** When the run was stopped, where it was; wall clock, ms since the epoch. */
  readonly stoppedAt?: number
}

/** The report of a run as far as it has come: also of one that was stopped. */
export function buildReport(run: Run, record: Recorder, options: ReportOptions): Report {
  const { plan, certify = false, only = [], skip = [], notes = [], stoppedAt } = options
  const { session } = run
  const { target, store, log, seed, depth, runId, services, signal, clock, claims } = session
  const { endedAt = clock.now() } = options
  const contracts = services.map(({ contract }) => contract)
  const stopped: Report['run']['stopped'] =
    stoppedAt === undefined ? undefined : signal.reason === 'time' ? 'time' : 'interrupt'
  const results = stoppedAt === undefined ? run.results : withoutCutOff(run.results, store.exchanges, stoppedAt)
  const judgements = results.flatMap((each) => each.judgements)
  const requirements = verdicts(judgements, contracts).map((each) =>
    reported(each, contracts, stopped !== undefined, record.text),
  )
  const unrun = run.checks.length - run.results.length
  const facts: JudgedFacts = {
    requirements,
    faults: unrun > 0 && stopped === undefined ? [`${unrun} of ${run.checks.length} checks did not run`] : [],
    run: {
      id: runId,
      seed,
      startedAt: new Date(run.startedAt).toISOString(),
      endedAt: new Date(endedAt).toISOString(),
      seconds: secondsOf(run, endedAt),
      depth,
      certify,
      only,
      skip,
      ...(stopped === undefined ? {} : { stopped }),
    },
  }
  const attempts = attemptsOf(store.deliveries)
  const shown = new Set(told(run, store.deliveries))
  return {
    format: REPORT_FORMAT,
    suite: suiteIdentity(contracts),
    run: facts.run,
    target: targetOf(target, claims, record.text),
    services: services.map((service) => serviceOf(service, target)),
    outcome: outcomeOf(facts),
    plan: reportedPlan(plan, record.text),
    cost: session.ledger.totals(),
    coverage: coverageOf(store.exchanges, contracts),
    faults: facts.faults,
    requirements,
    checks: results.map(({ check, verdict, startedAt, endedAt: checkEnd }) => ({
      id: check.id,
      title: check.title,
      verdict,
      startedAt,
      ms: checkEnd - startedAt,
    })),
    observations: log.observations.map((each) => ({
      ...each,
      value: record.text(each.value),
      ...openPoint(contracts, each.id),
    })),
    notes: notes.map(record.text),
    steps: log.steps.map(({ answer, ...step }) => ({
      ...step,
      text: record.text(step.text),
      outcome: record.text(step.outcome),
      ...(answer === undefined ? {} : { answer: record.text(answer) }),
    })),
    exchanges: told(run, store.exchanges).map(record.exchange),
    deliveries: [...attempts]
      .filter(([delivery]) => shown.has(delivery))
      .map(([delivery, attempt]) => record.delivery(delivery, attempt)),
  }
}

/** The same report with errors that its runner saw. */
export function withFaults(report: Report, faults: readonly string[]): Report {
  if (faults.length === 0) return report
  const more = { ...report, faults: [...report.faults, ...faults] }
  return { ...more, outcome: outcomeOf(more) }
}

function reported(
  { id, verdict, judgements }: RequirementVerdict,
  contracts: readonly Contract[],
  stopped: boolean,
  text: (text: string) => string,
): ReportedRequirement {
  const { level, at, text: sentence, unobservable } = requirementIn(contracts, id)
  const told = judgements.map(({ requirement: _, ...judgement }) => ({
    ...judgement,
    ...(judgement.subject === undefined ? {} : { subject: text(judgement.subject) }),
    ...(judgement.expected === undefined ? {} : { expected: text(judgement.expected) }),
    ...(judgement.actual === undefined ? {} : { actual: text(judgement.actual) }),
    ...(judgement.reason === undefined ? {} : { reason: text(judgement.reason) }),
  }))
  const followed = contracts
    .flatMap(({ readings }) => Object.values(readings))
    .filter((each) => each.touches.includes(id))
    .map(({ conflict, policy }) => ({ conflict, policy }))
  const read = followed.length === 0 ? {} : { readings: followed }
  const entry = { id, level, at, text: sentence, verdict, ...read, judgements: told }
  if (verdict !== 'unexercised') return entry
  if (unobservable !== undefined) return { ...entry, why: 'unobservable', reason: unobservable }
  const reason = stopped ? 'the run was stopped before it' : 'no check of this run covers it'
  // A line that would have it exercised tells a reader more than a check that was left out.
  const word = told.find((each) => each.line !== undefined) ?? told[0]
  return {
    ...entry,
    why: word?.why ?? 'not selected',
    reason: word?.reason ?? reason,
    ...(word?.line === undefined ? {} : { line: word.line }),
  }
}

function targetOf(target: Target, claims: Claims, text: (text: string) => string): ReportedTarget {
  const { name, environment, timeScale, allow, services } = target
  const baseUrls = Object.entries(services).map(([id, { baseUrl }]) => [id, text(baseUrl)] as const)
  return {
    name: text(name),
    environment,
    timeScale,
    allow,
    baseUrls: Object.fromEntries(baseUrls),
    claims: claims.all.filter((claim) => claims.isMade(target, claim)),
  }
}

function serviceOf({ contract, examplePath, webhooks }: ServiceDefinition, { timeScale }: Target): ReportedService {
  const { id, prefix, title, rate } = contract
  const { importedInbox: _, ...traits } = webhooks ?? {}
  return {
    id,
    prefix,
    title,
    examplePath,
    pace: paceFor(rate, timeScale),
    ...(webhooks === undefined ? {} : { webhooks: traits as Omit<WebhookTraits, 'importedInbox'> }),
  }
}

/** Where a document leaves a point open, and what it leaves open there. */
function openPoint(contracts: readonly Contract[], id: string): Pick<ReportedObservation, 'at' | 'text'> {
  const found = contractOf(contracts, id)?.unstated[id]
  if (found === undefined) throw new TypeError(`no contract leaves ${id} open`)
  return { at: found.at, text: found.text }
}

/** Seconds in which at least one request was under way, and the rest. */
function secondsOf(run: Run, endedAt: number): Report['run']['seconds'] {
  let workingMs = 0
  let until = run.startedAt
  for (const each of run.session.store.exchanges.toSorted((a, b) => a.sentAt - b.sentAt)) {
    workingMs += Math.max(0, each.endedAt - Math.max(each.sentAt, until))
    until = Math.max(until, each.endedAt)
  }
  const totalMs = Math.max(endedAt - run.startedAt, workingMs)
  return { total: totalMs / 1000, working: workingMs / 1000, waiting: (totalMs - workingMs) / 1000 }
}
