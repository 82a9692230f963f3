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
