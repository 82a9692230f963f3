import type { CheckContext } from '../define.ts'

/**
 * Whether a run has one live key alone at an ordinary depth: each minute has 60 requests then. What is asked for in
 * several ways is asked for in one, which the seed decides; the burst and other seeds ask for the rest.
 */
export const isShort = ({ service, depth }: Pick<CheckContext, 'service' | 'depth'>): boolean =>
  depth !== 'deep' && (service.keys?.live?.length ?? 0) < 2

/** All of a list; one of it where requests are short. */
export function affordable<T>(t: Pick<CheckContext, 'service' | 'depth' | 'random'>, all: readonly T[]): readonly T[] {
  if (!isShort(t)) return all
  const at = Math.floor(t.random() * all.length)
  return all.slice(at, at + 1)
}
