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
    const waited = linesFor(name, requirements)
    if (waited.length > 0) return waited
    if ((cost.spends[name] ?? 0) < allowed) return []
    const { usual = 0, wanted = usual } = plan.spends[name] ?? {}
    return [`allow.${name}: ${withRoom(Math.max(wanted, allowed))}${inPlaceOf(allowed)}`]
  })
}

/** The same of those that allow nothing. */
export const linesForNone = ({
  requirements,
  target: { allow },
}: Pick<Report, 'requirements' | 'target'>): readonly string[] =>
  Object.entries(allow.budgets).flatMap(([name, allowed]) => (allowed === 0 ? linesFor(name, requirements) : []))

/** What its requirements wait for is this budget alone. */
const linesFor = (name: string, requirements: Report['requirements']): readonly string[] => [
  ...new Set(
    requirements.flatMap(({ why, line = '' }) =>
      why === 'not permitted' && line.startsWith(`allow.${name}:`) && !line.includes('\n') ? [line] : [],
    ),
  ),
]
