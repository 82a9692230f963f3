import { inPlaceOf } from '../../../kit/report/steps/sufficient-budgets.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import type { NamedAmount } from '../../../kit/target/named-amount.ts'
import { sectionOf, type Target } from '../../../kit/target/target.ts'
import { paymentSection } from './section.ts'

/** The least that the document lets a payment be: a file that names no amount still means payments of so much. */
const LEAST = 500

/**
 * The amounts that a target file names for payments, the largest first.
 * @param adds how much more checks ask for than a body names
 */
export function namedAmounts(target: Pick<Target, 'services'>, adds = 0): readonly NamedAmount[] {
  const payment = sectionOf(target, paymentSection)
  const bodies = Object.entries(payment?.bodies ?? {}).map(
    ([name, body]) => [`payment.bodies.${name}`, raised(body, adds)] as const,
  )
  const recipes = Object.entries(payment?.outcomes ?? {}).map(
    ([name, recipe]) => [`payment.outcomes.${name}`, recipe.with ?? {}] as const,
  )
  const usual = payment?.bodies?.mobile?.currency
  return [...bodies, ...recipes]
    .flatMap(([from, { amount, currency = usual }]: readonly [string, JsonObject]) => {
      if (typeof amount !== 'number') return []
      return { from, amount, ...(typeof currency === 'string' ? { currency } : {}) }
    })
    .toSorted((a, b) => b.amount - a.amount)
}

const raised = (body: JsonObject, adds: number): JsonObject =>
  typeof body.amount === 'number' ? { ...body, amount: body.amount + adds } : body

/**
 * What one payment may be asked for at most: what the target file allows, else the largest amount that it names, with
 * what a check says that it adds.
 */
export function largestAllowed(target: Pick<Target, 'services' | 'allow'>, adds: number): number {
  return target.allow.limits.amount ?? Math.max(LEAST, namedAmounts(target, adds)[0]?.amount ?? 0)
}

/** What every creation is made of, whether it says so or not. */
const USUAL = 'payment.bodies.mobile'

/** The largest amount that is used and may be asked for, as it is named or with what checks add. */
export const largestAmount = (
  target: Pick<Target, 'services' | 'allow'>,
  adds: number,
  isUsed: (claim: string) => boolean,
): NamedAmount | undefined =>
  [...namedAmounts(target, adds), ...namedAmounts(target)]
    .filter(({ amount, from }) => amount <= largestAllowed(target, adds) && (from === USUAL || isUsed(from)))
    .toSorted((a, b) => b.amount - a.amount)[0]

/** Why a body or recipe may not be used whose amount is larger than the same file allows. */
export function overLimit(
  target: Pick<Target, 'services' | 'allow'>,
  claim: string,
): { readonly reason: string; readonly line: string } | undefined {
  const found = namedAmounts(target).find(({ from }) => from === claim)
  if (found === undefined || found.amount <= largestAllowed(target, 0)) return undefined
  return {
    reason: `the amount ${found.amount} of ${claim} is larger than any that the target file allows`,
    line: `allow.amount: ${found.amount}${inPlaceOf(target.allow.limits.amount)}`,
  }
}
