import { withRoom } from '../../plan/room.ts'
import type { Report } from '../report.ts'
import { inPlaceOf } from './sufficient-budgets.ts'

/**
 * Lines of the target file with budgets that last, of those that a run used up: those that its requirements wait for, and
 * where a check went on without what it was not allowed to send, what was planned with room for what may come on top.
 */
export function linesForUsedUp({
  requirements,
  target: { allow },
  cost,
  plan,
}: Pick<Report, 'requirements' | 'target' | 'cost' | 'plan'>): readonly string[] {
  return Object.entries(allow.budgets).flatMap(([name, allowed]) => {
    if (allowed === 0) return []
    const key = `allow.${name}:`
    const waited = requirements.flatMap(({ why, line = '' }) =>
      why === 'not permitted' && line.startsWith(key) && !line.includes('\n') ? [line] : [],
    )
    if (waited.length > 0) return [...new Set(waited)]
    if ((cost.spends[name] ?? 0) < allowed) return []
    const { usual = 0, wanted = usual } = plan.spends[name] ?? {}
    return [`${key} ${withRoom(Math.max(wanted, allowed))}${inPlaceOf(allowed)}`]
  })
}
