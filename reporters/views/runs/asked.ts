import type { Report } from '../../../kit/report/report.ts'

type Asked = Pick<Report['run'], 'only' | 'skip' | 'depth' | 'certify'>

/** Patterns that are named. */
const NAMED = 3

/**
 * What a run was asked for: `standard depth`, or its patterns, by which the depth goes where the run is for them:
 * `only lib.loan.* and 2 more, not lib/limit/burst`.
 */
export function askedOf({ only, skip, depth, certify }: Asked): string {
  const what = only.length > 0 ? `only ${listed(only)}` : `${depth} depth`
  return [what, ...(skip.length === 0 ? [] : [`not ${listed(skip)}`]), ...(certify ? ['to certify'] : [])].join(', ')
}

/** The same behind a seed, where something was left out: no other word of a run says so. */
export const askedBehind = (run: Asked): string => (run.skip.length === 0 ? '' : `, ${askedOf(run)}`)

const listed = (patterns: readonly string[]): string =>
  `${patterns.slice(0, NAMED).join(', ')}${patterns.length > NAMED ? ` and ${patterns.length - NAMED} more` : ''}`

/**
 * Whether a run asked again for less than an earlier one, or for something else: what went before it then may have had a
 * part in what failed.
 */
export const isNarrower = (after: Report, before: Report): boolean =>
  after.run.only.length > 0 && before.run.only.join() !== after.run.only.join()
