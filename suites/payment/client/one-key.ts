import { sectionOf, type Target } from '../../../kit/target/target.ts'
import type { CheckContext } from '../define.ts'
import { paymentSection } from '../service/section.ts'

type Keys = { readonly live?: readonly string[] } | undefined

/**
 * Whether a run has one live key alone at an ordinary depth: each minute has 60 requests then. What is asked for in
 * several ways is asked for in one, which the seed decides; the burst and other seeds ask for the rest.
 */
export const isShort = (keys: Keys, depth: CheckContext['depth']): boolean =>
  depth !== 'deep' && (keys?.live?.length ?? 0) < 2

/** With so many live keys checks that ask for samples ask for more. */
export const MANY_KEYS = 4

/** Whether requests can be spared for more cells than one: there are many keys, and the clocks of a deployment for tests. */
export const isAmple = (target: Target): boolean =>
  target.timeScale > 1 && (sectionOf(target, paymentSection)?.keys?.live?.length ?? 0) >= MANY_KEYS

export const isShortAt = (target: Target, depth: CheckContext['depth']): boolean =>
  isShort(sectionOf(target, paymentSection)?.keys, depth)

/** What is usually asked of what is asked for in several ways: so much, and what is said elsewhere where requests are short. */
export const unlessShort =
  (live: number) =>
  (target: Target, depth: CheckContext['depth']): { readonly requests?: { readonly live: number } } =>
    isShortAt(target, depth) ? {} : { requests: { live } }

/** All of a list; one of it where requests are short. */
export function affordable<T>(t: Pick<CheckContext, 'service' | 'depth' | 'random'>, all: readonly T[]): readonly T[] {
  if (!isShort(t.service.keys, t.depth)) return all
  const at = Math.floor(t.random() * all.length)
  return all.slice(at, at + 1)
}
