import type { Claims } from './claims.ts'
import type { Target } from './target.ts'

/** Claims without which a requirement is not judged; of those in a list of their own one is enough, the first is proposed. */
export type JudgedWith<Claim extends string = string> = readonly (Claim | readonly [Claim, ...Claim[]])[]

/** The claim to propose for each of them, whatever a target makes. */
export const proposedOf = (wanted: JudgedWith = []): readonly string[] =>
  wanted.map((each) => (typeof each === 'string' ? each : each[0]))

/** Those of them that a target does not make, each as the claim to propose. */
export function notMade(claims: Pick<Claims, 'isMade'>, target: Target, wanted: JudgedWith = []): readonly string[] {
  const isMade = (claim: string): boolean => claims.isMade(target, claim)
  return proposedOf(wanted.filter((each) => (typeof each === 'string' ? !isMade(each) : !each.some(isMade))))
}
