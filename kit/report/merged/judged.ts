import type { Contract } from '../../../specs/contract.ts'
import type { Judgement } from '../../check/verdicts/judgement.ts'
import { merge } from '../../check/verdicts/verdict.ts'
import { ELSEWHERE } from '../../plan/shards.ts'
import { verdicts } from '../../run/run.ts'
import { isAsked } from '../asked/asked.ts'
import { reportedRequirement } from '../entry.ts'
import type { Report, ReportedJudgement, ReportedObservation, ReportedRequirement } from '../report.ts'

/** Whether a shard said nothing because another one asks. */
const isElsewhere = ({ verdict, why, reason }: ReportedJudgement): boolean =>
  verdict === 'unexercised' && why === 'not selected' && reason === ELSEWHERE

/** The requirements as one run would have judged them: every check has its word where it ran, every rule in all shards. */
export function mergedRequirements(
  reports: readonly Report[],
  contracts: readonly Contract[],
  isStopped: boolean,
): ReportedRequirement[] {
  const only = reports[0]?.run.only ?? []
  const byId = reports.map(({ requirements }) => new Map(requirements.map((each) => [each.id, each])))
  const ids = reports[0]?.requirements.map(({ id }) => id) ?? []
  const judgements = ids.flatMap((id) => {
    const all = byId.map((each) => each.get(id)?.judgements ?? [])
    const checks = [...new Set(all.flat().map(({ check }) => check))]
    const words = checks.flatMap((check) => wordOf(all.map((own) => own.filter((each) => each.check === check))))
    return words.map((each) => ({ ...each, requirement: id }) as Judgement)
  })
  const generated = new Set(
    reports.flatMap(({ checks }) => checks.filter((each) => each.generated === true).map(({ id }) => id)),
  )
  return verdicts(judgements, contracts)
    .map((each) =>
      reportedRequirement(
        each,
        contracts,
        { stopped: isStopped, isOutside: !isAsked(each, only), generated },
        (text) => text,
      ),
    )
    .map((each) =>
      withLineOfShard(
        each,
        byId.map((known) => known.get(each.id)),
      ),
    )
}

/**
 * The word of one check on one requirement, of what it said in each shard: what it judged anywhere goes before what it did
 * not come to elsewhere, and equal words are one.
 */
function wordOf(inShards: readonly (readonly ReportedJudgement[])[]): readonly ReportedJudgement[] {
  const all = inShards.flat()
  const own = all.filter((each) => !isElsewhere(each))
  const said = own.length === 0 ? all : own
  const judged = said.filter(({ verdict }) => verdict !== 'unexercised')
  const applicable = judged.filter(({ verdict }) => verdict !== 'inapplicable')
  const [decisive = []] = [applicable, judged, said].filter((each) => each.length > 0)
  return [...new Map(decisive.map((each) => [JSON.stringify(each), each])).values()]
}

/** A requirement that is not exercised, with the fewest lines that any shard names for it. */
function withLineOfShard(
  requirement: ReportedRequirement,
  inShards: readonly (ReportedRequirement | undefined)[],
): ReportedRequirement {
  if (requirement.verdict !== 'unexercised' || requirement.line === undefined) return requirement
  const lengthOf = ({ line = '' }: ReportedRequirement): number => line.split('\n').length
  const [best] = inShards
    .flatMap((each) => (each?.verdict === 'unexercised' && each.line !== undefined ? [each] : []))
    .toSorted((a, b) => lengthOf(a) - lengthOf(b))
  if (best === undefined) return requirement
  const { why, reason, line } = best
  return {
    ...requirement,
    ...(why === undefined ? {} : { why }),
    ...(reason === undefined ? {} : { reason }),
    ...(line === undefined ? {} : { line }),
  }
}

/** Every check once, in the order of the first shard: where it ran, or the worst that it came to as a rule. */
export function mergedChecks(reports: readonly Report[]): Report['checks'] {
  const [first, ...others] = reports.map(({ checks }) => new Map(checks.map((each) => [each.id, each])))
  return [...(first?.values() ?? []), ...others.flatMap((each) => [...each.values()])]
    .filter(({ id }, index, all) => all.findIndex((each) => each.id === id) === index)
    .map(({ id, title, generated }) => {
      const all = reports.flatMap(({ checks }) => checks.filter((each) => each.id === id))
      const ran = all.filter(({ verdict }) => verdict !== 'unexercised')
      const own = ran.length === 0 ? all : ran
      return {
        id,
        title,
        ...(generated === undefined ? {} : { generated }),
        verdict: merge(own.map(({ verdict }) => verdict)),
        startedAt: Math.min(...own.map(({ startedAt }) => startedAt)),
        ms: Math.max(...own.map(({ ms }) => ms)),
      }
    })
}

/** What was observed, once where shards saw the same; of names that each has seen some of, all of them in one list. */
export function mergedObservations(reports: readonly Report[]): ReportedObservation[] {
  const all = reports.flatMap(({ observations }) => observations)
  const keyOf = ({ id, check, value }: ReportedObservation): string =>
    JSON.stringify([id, check, ...(isListed(id, check) ? [] : [value])])
  const valuesOf = (id: string, check: string): readonly string[] =>
    all.filter((each) => each.id === id && each.check === check).map(({ value }) => value)
  const isListed = (id: string, check: string): boolean => {
    const values = valuesOf(id, check)
    return values.every((each) => NAMES.test(each)) && values.some((each) => each.includes(','))
  }
  return all
    .filter((each, index) => all.findIndex((other) => keyOf(other) === keyOf(each)) === index)
    .map((each) =>
      isListed(each.id, each.check) ? { ...each, value: inOneList(valuesOf(each.id, each.check)) } : each,
    )
}

/** Names beside each other, as `loan.begun, loan.ended`. */
const NAMES = /^[\w.-]+(?:, [\w.-]+)*$/

const inOneList = (values: readonly string[]): string =>
  [...new Set(values.flatMap((each) => each.split(', ')))].toSorted().join(', ')

/** The lines that would have more exercised, as shards name them, those first that bring the most. */
export function mergedSteps(
  reports: readonly Report[],
  requirements: readonly ReportedRequirement[],
): NonNullable<Report['nextSteps']> {
  const open = new Set(requirements.filter(({ verdict }) => verdict === 'unexercised').map(({ id }) => id))
  const byLines = new Map<string, { lines: readonly string[]; requirements: Set<string> }>()
  for (const { lines, requirements: own } of reports.flatMap(({ nextSteps = [] }) => nextSteps)) {
    const key = lines.join('\n')
    const known = byLines.get(key) ?? { lines, requirements: new Set<string>() }
    for (const id of own) if (open.has(id)) known.requirements.add(id)
    byLines.set(key, known)
  }
  const told = new Set<string>()
  return [...byLines.values()]
    .toSorted((a, b) => b.requirements.size - a.requirements.size)
    .flatMap(({ lines, requirements: own }) => {
      const fresh = [...own].filter((id) => !told.has(id))
      for (const id of fresh) told.add(id)
      return fresh.length === 0 ? [] : [{ lines, requirements: fresh }]
    })
}
