import type { Report } from '../../../kit/report/report.ts'

/** Requirements that checks held against the target in one report, and that another says nothing of. */
export function unjudgedSince(before: Report, checks: readonly string[], now: Report): readonly string[] {
  const failed = before.requirements.filter(({ judgements }) =>
    judgements.some(({ check, verdict }) => verdict === 'fail' && checks.includes(check)),
  )
  const said = new Map(now.requirements.map(({ id, verdict }) => [id, verdict]))
  return failed.map(({ id }) => id).filter((id) => (said.get(id) ?? 'unexercised') === 'unexercised')
}
