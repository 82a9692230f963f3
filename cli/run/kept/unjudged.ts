import { isAskedAgain } from '../../../kit/report/asked/asked-again.ts'
import type { Report } from '../../../kit/report/report.ts'

/**
 * Requirements that checks held against the target in one report, and of which the same checks say nothing in another, or
 * nothing bad since it did not send again what failed.
 */
export function unjudgedSince(before: Report, checks: readonly string[], now: Report): readonly string[] {
  const later = new Map(now.requirements.map((each) => [each.id, each.judgements]))
  return before.requirements.flatMap(({ id, judgements }) => {
    const failed = judgements.filter(({ check, verdict }) => verdict === 'fail' && checks.includes(check))
    const isOpen = failed.some((each) => {
      // What others say of it is no word of this one.
      const own = (later.get(id) ?? []).filter(({ check }) => check === each.check)
      if (own.every(({ verdict }) => verdict === 'unexercised')) return true
      return own.every(({ verdict }) => verdict === 'pass') && !isAskedAgain([each], before, now)
    })
    return isOpen ? [id] : []
  })
}
