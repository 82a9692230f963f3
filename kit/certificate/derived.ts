import { recorderFor } from '../contract/recorder.ts'
import type { ServiceDefinition } from '../contract/service.ts'
import { wasSent } from '../http/exchange.ts'
import { isAsked } from '../report/asked/asked.ts'
import { coverageOf } from '../report/coverage/coverage.ts'
import { outcomeOf } from '../report/outcome.ts'
import { reportedPlan } from '../report/plan.ts'
import { type Report, reportedObservations, reportedRequirements, reportedTarget } from '../report/report.ts'
import { secondsOf } from '../report/seconds.ts'
import { reportedService } from '../report/service.ts'
import { withLastingBudgets } from '../report/steps/lasting-budgets.ts'
import { nextSteps } from '../report/steps/next-steps.ts'
import { unclaimed } from '../report/steps/unclaimed.ts'
import { suiteIdentity } from '../report/suite.ts'
import { deniedIn, isUnreceived } from '../report/without-webhooks.ts'
import { attemptsOf, longestPauseMs } from '../webhooks/attempts.ts'
import type { Replay } from './replay/judge-again.ts'

/**
 * The report that the evidence makes, judged again. What it cannot make stays as it was given: when the run began and
 * ended, what it was to ask, what it cost beside requests, notes of its own, and the evidence itself.
 */
export function derivedReport(given: Report, replay: Replay, services: readonly ServiceDefinition[]): Report {
  const { run, target, evidence, plan } = replay
  const contracts = services.map(({ contract }) => contract)
  // What is hidden by its place is hidden in words that are said of it again.
  const record = recorderFor(target, services, { isWhole: true })
  const { text } = record
  const results = run.checks.flatMap(({ id }) => run.results.filter(({ check }) => check.id === id))
  const judgements = results.flatMap((each) => each.judgements)
  const judged = reportedRequirements(judgements, contracts, {
    stopped: false,
    only: given.run.only,
    text,
    checks: run.checks,
    known: {
      target,
      services,
      claims: run.session.claims,
      longestPauseMs: longestPauseMs(attemptsOf(evidence.deliveries)),
    },
    spends: plan.spends,
    notes: given.notes,
  })
  const wanted = judged.filter((each) => isAsked(each, given.run.only) && !isUnreceived(each))
  const next = nextSteps(wanted, run.checks, {
    target,
    services,
    claims: run.session.claims,
    withoutGenerated: given.run.certify,
    depth: given.run.depth,
    isDenied: deniedIn(run.session, given.notes),
    asked: given.run,
    longestPauseMs: longestPauseMs(attemptsOf(evidence.deliveries)),
  })
  const { requirements, steps } = withLastingBudgets(
    { requirements: judged, steps: next },
    { ...given.run, target, services, checks: run.checks },
  )
  const observations = run.session.log.observations.toSorted((a, b) =>
    a.check < b.check ? -1 : Number(a.check > b.check),
  )
  const facts = {
    requirements,
    faults: given.faults,
    run: {
      ...given.run,
      seconds: secondsOf(given.exchanges, {
        startedAt: Date.parse(given.run.startedAt),
        endedAt: Date.parse(given.run.endedAt),
      }),
    },
  }
  return plain({
    ...given,
    ...facts,
    ...(steps.length === 0 ? {} : { nextSteps: steps }),
    suite: suiteIdentity(contracts),
    target: reportedTarget(target, run.session.claims, record),
    services: services.map((each) => reportedService(each, target)),
    outcome: outcomeOf(facts),
    plan: reportedPlan(plan, text),
    cost: { ...given.cost, ...requestsIn(given) },
    coverage: coverageOf(evidence.exchanges, contracts),
    checks: results.map(({ check: { id, title, generated }, verdict }) => {
      const from = evidence.log.starts[id] ?? Date.parse(given.run.endedAt)
      const ms = Math.max(0, (replay.ends.get(id) ?? from) - from)
      return { id, title, ...(generated === undefined ? {} : { generated: true }), verdict, startedAt: from, ms }
    }),
    observations: reportedObservations(observations, contracts, text),
    notes: notesOf(given, replay, services, text),
    variables: {},
  })
}

/** The notes of a run, with those that its evidence makes among them. */
function notesOf(
  given: Report,
  { run, denied, evidence }: Replay,
  services: readonly ServiceDefinition[],
  text: (text: string) => string,
): string[] {
  const runId = given.run.id
  const own = [
    ...denied.map(({ reason }) => `claimed but absent: ${reason}`),
    ...services.flatMap((service) => leftBy(service, evidence.exchanges, runId, given.steps)),
    ...unclaimed(run.session, evidence.deliveries),
  ].map(text)
  return [...new Set([...given.notes, ...own])]
}

function leftBy(
  { leftovers }: ServiceDefinition,
  ...[exchanges, runId, steps]: Parameters<NonNullable<ServiceDefinition['leftovers']>>
) {
  try {
    return leftovers?.(exchanges.filter(wasSent), runId, steps) ?? []
  } catch {
    return []
  }
}

/** Requests by key, and answers of the limiter outside of its checks, as the exchanges have them. */
function requestsIn({ exchanges }: Report): Pick<Report['cost'], 'requests' | 'unexpected429'> {
  const own = exchanges.filter(wasSent)
  const requests: Record<string, number> = {}
  for (const { key, service } of own) {
    const name = key === '' ? 'none' : `${service}.${key}`
    requests[name] = (requests[name] ?? 0) + 1
  }
  const limited = own.filter(({ response, expects429 }) => response?.status === 429 && expects429 !== true)
  const sorted = Object.entries(requests).sort(([a], [b]) => a.localeCompare(b))
  return { requests: Object.fromEntries(sorted), unexpected429: limited.length }
}

/** As it comes out of a file. */
const plain = (report: Report): Report => JSON.parse(JSON.stringify(report))
