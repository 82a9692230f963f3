import type { Claims } from '../target/claims.ts'
import type { Target } from '../target/target.ts'

/** Claims without which a requirement is not judged; of those in a list of their own one is enough, the first is proposed. */
export type JudgedWith<Claim extends string = string> = readonly (Claim | readonly Claim[])[]

/** Those of them that a target does not make, each as the claim to propose. */
export function notMade(claims: Pick<Claims, 'isMade'>, target: Target, wanted: JudgedWith = []): readonly string[] {
  return wanted.flatMap((each) => {
    const ways = typeof each === 'string' ? [each] : each
    return ways.some((claim) => claims.isMade(target, claim)) ? [] : ways.slice(0, 1)
  })
}
