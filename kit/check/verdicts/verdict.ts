/** Verdicts, most severe first. */
export const VERDICTS = ['broken', 'fail', 'blocked', 'warn', 'pass', 'noted', 'inapplicable', 'unexercised'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Why a requirement was not exercised. */
export const UNEXERCISED_REASONS = [
  'not claimed',
  'not driven',
  'not permitted',
  'not selected',
  'not reached',
  'unreachable',
  'unobservable',
  'not met',
] as const
export type UnexercisedReason = (typeof UNEXERCISED_REASONS)[number]

const rank = new Map<Verdict, number>(VERDICTS.map((verdict, index) => [verdict, index]))

/** Negative when `a` is more severe than `b`. */
export function bySeverity(a: Verdict, b: Verdict): number {
  return rank.get(a)! - rank.get(b)!
}

/** The most severe of several verdicts; `unexercised` of none. */
export function merge(verdicts: Iterable<Verdict>): Verdict {
  let worst: Verdict = 'unexercised'
  for (const verdict of verdicts) if (bySeverity(verdict, worst) < 0) worst = verdict
  return worst
}
