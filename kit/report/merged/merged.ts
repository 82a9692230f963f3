import type { Contract } from '../../../specs/contract.ts'
import { type JudgedFacts, outcomeOf } from '../outcome.ts'
import type { Report } from '../report.ts'
import { secondsOf } from '../seconds.ts'
import { mergedCost, mergedCoverage, mergedNotes, mergedPlan, mergedTarget } from './amounts.ts'
import { inOrderOfShards, type NamedReport } from './fitting.ts'
import { mergedChecks, mergedObservations, mergedRequirements, mergedSteps } from './judged.ts'

/**
 * The report of one run that several shards made, with an outcome of its own.
 * @param contracts those that the reports are of
 * @throws MergeRefused unless each shard of one run is there, once
 */
export function mergedReport(named: readonly NamedReport[], contracts: readonly Contract[]): Report {
  const reports = inOrderOfShards(named).map(({ report }) => report)
  const [first] = reports
  if (first === undefined) throw new RangeError('there is no report to merge')
  const { gate: _, nextSteps: __, ...base } = first
  const stopped = reports.find(({ run }) => run.stopped !== undefined)?.run
  const requirements = mergedRequirements(reports, contracts, stopped !== undefined)
  const exchanges = reports.flatMap((each) => each.exchanges).toSorted((a, b) => a.sentAt - b.sentAt)
  const facts: JudgedFacts = {
    requirements,
    faults: reports.flatMap(({ faults, run }) => faults.map((each) => `shard ${run.shard?.index}: ${each}`)),
    run: mergedRun(reports, exchanges),
  }
  const steps = mergedSteps(reports, requirements)
  return {
    ...base,
    run: facts.run,
    target: mergedTarget(reports.map(({ target }) => target)),
    outcome: outcomeOf(facts),
    plan: mergedPlan(reports.map(({ plan }) => plan)),
    cost: mergedCost(reports.map(({ cost }) => cost)),
    coverage: mergedCoverage(reports.map(({ coverage }) => coverage)),
    ...(steps.length === 0 ? {} : { nextSteps: steps }),
    faults: facts.faults,
    requirements,
    checks: mergedChecks(reports),
    observations: mergedObservations(reports),
    notes: mergedNotes(reports),
    steps: reports.flatMap((each) => each.steps).toSorted((a, b) => a.endedAt - b.endedAt),
    variables: Object.assign({}, ...reports.map(({ variables }) => variables)) as Report['variables'],
    exchanges,
    deliveries: reports.flatMap((each) => each.deliveries).toSorted((a, b) => a.arrivedAt - b.arrivedAt),
  }
}

/** From the first beginning to the last end, its seconds those in which a shard ran; named by the first, as the others are named by it. */
function mergedRun(reports: readonly Report[], exchanges: Report['exchanges']): Report['run'] {
  const runs = reports.map(({ run }) => run)
  const [first] = runs
  if (first === undefined) throw new RangeError('there is no run to merge')
  const { shard: _, stopped: __, because: ___, suspects: ____, ...asked } = first
  const spans = runs.map((each) => ({ startedAt: Date.parse(each.startedAt), endedAt: Date.parse(each.endedAt) }))
  const began = Math.min(...spans.map(({ startedAt }) => startedAt))
  const ended = Math.max(...spans.map(({ endedAt }) => endedAt))
  const cut = runs.find(({ stopped }) => stopped !== undefined)
  return {
    ...asked,
    startedAt: new Date(began).toISOString(),
    endedAt: new Date(ended).toISOString(),
    seconds: secondsOf(exchanges, ...spans),
    ...(cut?.stopped === undefined ? {} : { stopped: cut.stopped }),
    ...(cut?.because === undefined ? {} : { because: `shard ${cut.shard?.index}: ${cut.because}` }),
    ...(cut?.suspects === undefined ? {} : { suspects: cut.suspects }),
    merged: runs.map(({ id }) => id),
  }
}
