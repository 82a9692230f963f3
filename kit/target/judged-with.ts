import type { Claims } from './claims.ts'
import type { Target } from './target.ts'

/**
 * Claims without which a requirement is not judged; of those in a list of their own one is enough. The first is proposed,
 * and of a target on this machine the first that is no matter of addresses: they reach each other as it is.
 */
export type JudgedWith<Claim extends string = string> = readonly (Claim | readonly [Claim, ...Claim[]])[]

/** The claims that do for each of them, the one to propose first. */
export const alternativesOf = (wanted: JudgedWith = []): readonly (readonly string[])[] =>
  wanted.map((each) => (typeof each === 'string' ? [each] : each))

/** Those of them that a target does not make, each as the claim to propose. */
export function notMade(claims: Pick<Claims, 'isMade'>, target: Target, wanted?: JudgedWith): readonly string[] {
  return alternativesOf(wanted)
    .filter((each) => !each.some((claim) => claims.isMade(target, claim)))
    .flatMap((each) => proposed(each, target) ?? [])
}

const proposed = (claims: readonly string[], { environment }: Target): string | undefined =>
  (environment === 'local' ? claims.find((each) => !each.startsWith('webhooks.')) : undefined) ?? claims[0]
