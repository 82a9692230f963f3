import type { Report } from '../../kit/report/report.ts'

/** Seconds per requirement; a check that judges several counts at the first of them, so that sums are right. */
export function secondsOf({
  requirements,
  checks,
}: Pick<Report, 'requirements' | 'checks'>): ReadonlyMap<string, number> {
  const left = new Map(checks.map(({ id, ms }) => [id, ms]))
  return new Map(
    requirements.map(({ id, judgements }) => {
      const own = [...new Set(judgements.map(({ check }) => check))]
      const ms = own.reduce((sum, check) => sum + (left.get(check) ?? 0), 0)
      for (const check of own) left.delete(check)
      return [id, ms / 1000]
    }),
  )
}
