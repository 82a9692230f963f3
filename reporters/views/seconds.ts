import type { Report } from '../../kit/report/report.ts'

type Judged = Pick<Report, 'requirements' | 'checks'>

/** Seconds in which at least one of the checks that judge these requirements was under way: they go on beside each other. */
export function secondsFor({ checks }: Pick<Report, 'checks'>, requirements: Report['requirements']): number {
  const own = new Set(requirements.flatMap(({ judgements }) => judgements.map(({ check }) => check)))
  let [ms, until] = [0, 0]
  for (const { id, startedAt, ms: took } of checks.toSorted((a, b) => a.startedAt - b.startedAt)) {
    if (!own.has(id)) continue
    ms += Math.max(0, startedAt + took - Math.max(startedAt, until))
    until = Math.max(until, startedAt + took)
  }
  return ms / 1000
}

/** The same of each requirement by itself. */
export const secondsOf = (report: Judged): ReadonlyMap<string, number> =>
  new Map(report.requirements.map((each) => [each.id, secondsFor(report, [each])]))
