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

/** As it stands in a line of progress. */
export function leftText(seconds: number): string {
  return seconds < 1 ? 'nearly done' : `about ${spoken(seconds)} left`
}
