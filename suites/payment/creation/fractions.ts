import type { JsonObject } from '../../../kit/target/file/parts.ts'
import type { FixtureContext } from '../define.ts'

/** Limits: the least that a mobile payment in TZS may be of. */
const MINIMUM = 500

/** How far an amount with decimals is from the one that the target file names. */
export const FRACTION = 0.5

/**
 * An amount about which nothing is unusual but its decimals: half a unit below one that was taken, where that is not below
 * the minimum, else half a unit above it. Undefined where the target file allows no more, or names no whole amount.
 */
export function withDecimals(
  t: Pick<FixtureContext, 'target'>,
  { amount, currency, type }: JsonObject,
): number | undefined {
  if (typeof amount !== 'number' || !Number.isInteger(amount)) return undefined
  // Which minimum others have is not shown, and the one that was taken may be it.
  const isShillings = currency === 'TZS' && type === 'mobile'
  if (isShillings && amount - FRACTION >= MINIMUM) return amount - FRACTION
  const { amount: most = Number.POSITIVE_INFINITY } = t.target.allow.limits
  return amount + FRACTION <= most ? amount + FRACTION : undefined
}
