import type { Contract } from '../../specs/contract.ts'
import type { Check } from '../check/check.ts'
import type { Judgement, Observation } from '../check/verdicts/judgement.ts'
import { Breath } from '../clock/breath.ts'
import { stoodStill } from '../clock/stalls.ts'
import { contractOf } from '../contract/catalogues.ts'
import type { Recorder } from '../evidence/recorder.ts'
import type { Plan } from '../plan/plan.ts'
import { isCutOff, observedBefore, withdrawnText, withoutCutOff } from '../run/end/interrupted.ts'
import type { Asked } from '../run/lifecycle.ts'
import { type Run, verdicts } from '../run/run.ts'
import type { Claims } from '../target/claims.ts'
import { placeOf } from '../target/section.ts'
import type { Target } from '../target/target.ts'
import { attemptsOf, longestPauseMs } from '../webhooks/attempts.ts'
import { isAsked } from './asked/asked.ts'
import { coverageInTurn } from './coverage/coverage.ts'
import { generatedAmong, reportedRequirement } from './entry.ts'
import { type JudgedFacts, outcomeOf } from './outcome.ts'
import { reportedPlan } from './plan.ts'
import { told } from './reportable.ts'
import {
  REPORT_FORMAT,
  type Report,
  type ReportedObservation,
  type ReportedRequirement,
  type ReportedTarget,
} from './schema/report.ts'
import { secondsOf } from './seconds.ts'
import { reportedService } from './service.ts'
import { withLastingBudgets } from './steps/lasting-budgets.ts'
import { nextSteps, sightsOf, withShortestLine } from './steps/next-steps.ts'
import { type Retrying, withRetryTime } from './steps/retry-line.ts'
import { withSufficientBudgets } from './steps/sufficient-budgets.ts'
import { suiteIdentity } from './suite.ts'
import { deniedIn, isUnreceived, withoutWebhooks } from './without-webhooks.ts'

export {
  REPORT_FORMAT,
  type Report,
  type ReportedJudgement,
  type ReportedObservation,
  type ReportedRequirement,
  type ReportedService,
  type ReportedTarget,
} from './schema/report.ts'

export interface ReportOptions {
  readonly plan: Plan
  /** The command that ran it, as people type it. */
  readonly command?: string
  readonly certify?: boolean
  readonly asked?: Asked
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  readonly notes?: readonly string[]
  /** Wall clock, ms since the epoch; now when absent. */
  readonly endedAt?: number
  /** When the run was stopped, where it was; wall clock, ms since the epoch. */
  readonly stoppedAt?: number
  /** What services did when it was stopped that gave no answer any more. */
  readonly silence?: { readonly because: string } | undefined
}

/** The report of a run as far as it has come: also of one that was stopped. */
export async function buildReport(run: Run, record: Recorder, given: ReportOptions): Promise<Report> {
  const { plan, certify = false, asked = {}, only = [], skip = [], notes = [] } = given
  const { session } = run
  const { target, store, log, seed, depth, runId, services, signal, clock, claims, ending } = session
  const { endedAt = clock.now() } = given
  const contracts = services.map(({ contract }) => contract)
  // Whatever arrives while the report is made is no part of it.
  const exchanges = [...store.exchanges]
  const attempts = attemptsOf(store.deliveries)
  const breath = new Breath()
  const results =
    given.stoppedAt === undefined
      ? run.results
      : withoutCutOff(run.results, exchanges, given.stoppedAt, ending?.thereAt)
  // Where the failure that was to end it came of its last checks nothing was left out.
  const isWhole = ending?.reason === 'bail' && run.results.length === run.checks.length && !results.some(isCutOff)
  const stoppedAt = isWhole ? undefined : given.stoppedAt
  const stopped: Report['run']['stopped'] =
    stoppedAt === undefined ? undefined : (ending?.reason ?? (signal.reason === 'time' ? 'time' : 'interrupt'))
  // What a stop in itself cuts off nobody takes for a word on the target.
  const isLost = ending?.reason === 'gone' || given.silence !== undefined
  const withdrawn = stoppedAt === undefined || !isLost ? [] : withdrawnText(run.results, results, stoppedAt)
  const judgements = results.flatMap((each) => each.judgements)
  const observed = stoppedAt === undefined ? log.observations : observedBefore(log.observations, exchanges, stoppedAt)
  const judged = reportedRequirements(judgements, contracts, {
    stopped: stopped !== undefined,
    only,
    text: record.text,
    checks: run.checks,
    known: { target, services, claims, longestPauseMs: longestPauseMs(attempts) },
    spends: plan.spends,
    notes: notes.map(record.text),
  })
  // What a stop cut off needs no line of the target file.
  const wanted = judged.filter(
    (each) => isAsked(each, only) && !isUnreceived(each) && (stopped === undefined || each.verdict !== 'blocked'),
  )
  const next = nextSteps(wanted, run.checks, {
    target,
    services,
    claims,
    withoutGenerated: certify,
    depth,
    isDenied: deniedIn(session, notes),
    asked: { only, skip },
    longestPauseMs: longestPauseMs(attempts),
  })
  const { requirements, steps } = withLastingBudgets(
    { requirements: judged, steps: next },
    { target, services, checks: run.checks, depth, only, skip, certify },
  )
  const because = ending?.because ?? given.silence?.because
  const unrun = run.checks.length - run.results.length
  const facts: JudgedFacts = {
    requirements,
    faults: unrun > 0 && stopped === undefined ? [`${unrun} of ${run.checks.length} checks did not run`] : [],
    run: {
      id: runId,
      seed,
      startedAt: new Date(run.startedAt).toISOString(),
      endedAt: new Date(endedAt).toISOString(),
      seconds: secondsOf(exchanges, { startedAt: run.startedAt, endedAt }),
      depth,
      certify,
      only,
      skip,
      ...(stopped === undefined ? {} : { stopped }),
      ...asked,
      ...(session.shard === undefined ? {} : { shard: session.shard }),
      ...(because === undefined ? {} : { because: record.text(because) }),
      ...(ending?.suspects === undefined || ending.suspects.length === 0 ? {} : { suspects: [...ending.suspects] }),
    },
  }
  await breath.take()
  const shown = new Set(told(run, [...attempts.keys()]))
  return {
    format: REPORT_FORMAT,
    suite: suiteIdentity(contracts, given.command),
    run: facts.run,
    target: reportedTarget(target, claims, record),
    services: services.map((service) => reportedService(service, target)),
    outcome: outcomeOf(facts),
    plan: reportedPlan(plan, record.text),
    cost: { ...session.ledger.totals(), ...stoodStillIn(session) },
    coverage: await coverageInTurn(exchanges, contracts, breath),
    ...(steps.length === 0 ? {} : { nextSteps: steps }),
    faults: facts.faults,
    requirements,
    checks: results.map(({ check, verdict, startedAt, endedAt: checkEnd }) => ({
      id: check.id,
      title: check.title,
      ...(check.generated === undefined ? {} : { generated: true }),
      verdict,
      startedAt,
      ms: checkEnd - startedAt,
    })),
    observations: reportedObservations(observed, contracts, record.text),
    notes: [...notes, ...withdrawn].map(record.text),
    steps: log.steps.map(({ answer, ...step }) => ({
      ...step,
      text: record.text(step.text),
      outcome: record.text(step.outcome),
      ...(answer === undefined ? {} : { answer: record.text(answer) }),
    })),
    variables: record.variables,
    exchanges: await breath.each(told(run, exchanges), record.exchange),
    deliveries: await breath.each(
      [...attempts].filter(([delivery]) => shown.has(delivery)),
      ([delivery, attempt]) => record.delivery(delivery, attempt),
    ),
  }
}

/** Less is no matter of a busy machine, s. */
const LEAST_STALL = 1

function stoodStillIn({ stalls }: Run['session']): Pick<Report['cost'], 'stoodStillSeconds'> {
  const seconds = Math.round(stoodStill(stalls.all) / 100) / 10
  return seconds < LEAST_STALL ? {} : { stoodStillSeconds: seconds }
}

/** The same report with errors that its runner saw. */
export function withFaults(report: Report, faults: readonly string[]): Report {
  if (faults.length === 0) return report
  const more = { ...report, faults: [...report.faults, ...faults] }
  return { ...more, outcome: outcomeOf(more) }
}

/** The same report of a certification that sealed no bundle. */
export function uncertified(report: Report, because: string): Report {
  const more = { ...report, run: { ...report.run, uncertified: because } }
  return { ...more, outcome: outcomeOf(more) }
}

interface Telling {
  readonly stopped: boolean
  /** Patterns that the run was narrowed to. */
  readonly only: readonly string[]
  readonly text: Recorder['text']
  readonly checks: readonly Check[]
  /** What the target file says, by which lines are looked for that would have more exercised. */
  readonly known: Parameters<typeof withShortestLine>[2]
  /** What was planned to be used of each budget. */
  readonly spends: Plan['spends']
  /** Of the run, as its report has them. */
  readonly notes: readonly string[]
}

/** Every requirement of some contracts with what was judged of it. */
export function reportedRequirements(
  judgements: readonly Judgement[],
  contracts: readonly Contract[],
  { stopped, only, text, checks, known, spends, notes }: Telling,
): ReportedRequirement[] {
  const generated = generatedAmong(checks)
  const seen = sightsOf(judgements, checks)
  const told = verdicts(withSufficientBudgets(judgements, checks, known.target, spends), contracts)
    .map((each) => reportedRequirement(each, contracts, { stopped, isOutside: !isAsked(each, only), generated }, text))
    .map((each) => withShortestLine(each, checks, { ...known, seen }))
    .map((each) => retimed(each, known))
  return withoutWebhooks(told, checks, notes)
}

/** What waits for a time in which the target tries again proposes one that suits it, wherever it is told. */
function retimed(requirement: ReportedRequirement, known: Retrying): ReportedRequirement {
  const timed = <T extends { readonly line?: string }>(each: T): T =>
    each.line === undefined ? each : { ...each, line: withRetryTime(each.line, known) }
  return { ...timed(requirement), judgements: requirement.judgements.map(timed) }
}

/** What the target does at open points, each with that point. */
export const reportedObservations = (
  observations: readonly Observation[],
  contracts: readonly Contract[],
  text: Recorder['text'],
): ReportedObservation[] =>
  observations.map((each) => ({ ...each, value: text(each.value), ...openPoint(contracts, each.id) }))

/** The target as readers are told of it. */
export function reportedTarget(
  target: Target,
  claims: Claims,
  { text, signed }: Pick<Recorder, 'text' | 'signed'>,
): ReportedTarget {
  const { name, environment, timeScale, services } = target
  // Of a permission that nothing comes of a note tells.
  const { idle: _, ...allow } = target.allow
  const { deliveryWithin, retryWithin } = target.webhooks ?? {}
  const baseUrls = Object.entries(services).map(([id, section]) => [id, text(placeOf(section))] as const)
  return {
    // Whoever named it chose the name to be read, also where people of its bodies have it.
    name: signed(name),
    environment,
    timeScale,
    allow,
    baseUrls: Object.fromEntries(baseUrls),
    claims: claims.all.filter((claim) => claims.isMade(target, claim)),
    ...(deliveryWithin === undefined
      ? {}
      : { webhooks: { deliveryWithin, ...(retryWithin === undefined ? {} : { retryWithin }) } }),
  }
}

/** Where a document leaves a point open, and what it leaves open there. */
function openPoint(contracts: readonly Contract[], id: string): Pick<ReportedObservation, 'at' | 'text'> {
  const found = contractOf(contracts, id)?.unstated[id]
  if (found === undefined) throw new TypeError(`no contract leaves ${id} open`)
  return { at: found.at, text: found.text }
}
