import { isAskedAgain } from '../../../kit/report/asked-again.ts'
import type { Report } from '../../../kit/report/report.ts'

/**
 * Requirements that checks held against the target in one report, and of which another says nothing, or nothing bad since
 * it did not send again what failed.
 */
export function unjudgedSince(before: Report, checks: readonly string[], now: Report): readonly string[] {
  const said = new Map(now.requirements.map(({ id, verdict }) => [id, verdict]))
  return before.requirements.flatMap(({ id, judgements }) => {
    const failed = judgements.filter(({ check, verdict }) => verdict === 'fail' && checks.includes(check))
    if (failed.length === 0) return []
    const verdict = said.get(id) ?? 'unexercised'
    const isOpen = verdict === 'unexercised' || (verdict === 'pass' && !isAskedAgain(failed, before, now))
    return isOpen ? [id] : []
  })
}
