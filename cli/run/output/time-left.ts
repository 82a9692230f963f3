import { PHASE_NAMES, type Phase } from '../../../kit/check/phases.ts'
import type { Forecast } from '../../../kit/plan/forecast.ts'
import { spoken } from '../../../reporters/views/plan/amounts.ts'

/**
 * Seconds that a run will usually still take.
 * @param phase the one that it is in; undefined before the first
 * @param seconds for which it has been in it
 */
export function secondsLeft({ phases }: Pick<Forecast, 'phases'>, phase: Phase | undefined, seconds: number): number {
  const later = PHASE_NAMES.slice(phase === undefined ? 0 : PHASE_NAMES.indexOf(phase) + 1)
  const rest = phase === undefined ? 0 : Math.max(0, phases[phase] - seconds)
  return later.reduce((sum, each) => sum + phases[each], rest)
}

/** Whether a phase takes longer than it usually does: what is left of it nobody knows. */
export const isOverdue = ({ phases }: Pick<Forecast, 'phases'>, phase: Phase | undefined, seconds: number): boolean =>
  phase !== undefined && seconds > phases[phase] + 1

/** As it stands in a line of progress. */
export function leftText(seconds: number, overdue = false): string {
  if (overdue) return seconds < 1 ? 'longer than planned' : `at least ${spoken(seconds)} left`
  return seconds < 1 ? 'nearly done' : `about ${spoken(seconds)} left`
}
