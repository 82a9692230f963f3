import type { CheckContext } from '../../define.ts'

/**
 * So many of a list, from where the runs of other seeds leave off: as many seeds as it takes try all of it. A deep run
 * does at once.
 */
export function inTurn<T>(t: Pick<CheckContext, 'depth' | 'seed'>, all: readonly T[], many: number): readonly T[] {
  if (t.depth === 'deep') return all
  const first = (Math.abs(t.seed) * many) % all.length
  return [...all, ...all].slice(first, first + many)
}
