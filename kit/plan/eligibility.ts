import type { Tier } from '../check/check.ts'
import type { UnexercisedReason } from '../check/verdict.ts'
import { type Claim, claimedValue, hasClaim, lineFor } from '../target/claims.ts'
import type { Target } from '../target/target.ts'

/** Why something cannot be asked of a target, and the line of the target file that changes it. */
export interface Refusal {
  readonly why: UnexercisedReason
  readonly reason: string
  readonly line: string
}

const TIERS: readonly Tier[] = ['read', 'refuse', 'write']

/** Whether requests of a tier may be sent: production is read only unless the target file names a budget. */
export function permits({ environment, allow }: Pick<Target, 'environment' | 'allow'>, tier: Tier): boolean {
  const spends = allow.payments > 0 || allow.messages > 0 || (allow.generated ?? 0) > 0
  const most: Tier = spends ? 'write' : environment === 'production' ? 'read' : 'refuse'
  return TIERS.indexOf(tier) <= TIERS.indexOf(most)
}

/**
 * The first claim, permission or person that is missing for a check or fixture; undefined where it can run.
 * @param hasPerson somebody is there to carry out the steps that recipes ask of a person
 */
export function refusalOf(
  {
    needs,
    tier,
    scriptsReceiver,
  }: { readonly needs: readonly Claim[]; readonly tier: Tier; readonly scriptsReceiver?: true },
  target: Target,
  hasPerson: boolean,
): Refusal | undefined {
  const missing = needs.filter((claim) => !hasClaim(target, claim))
  if (missing.length > 0) {
    return {
      why: 'not claimed',
      reason: `the target file does not name ${missing.join(', ')}`,
      line: missing.map(lineFor).join('\n'),
    }
  }
  if (!permits(target, tier)) {
    return {
      why: 'not permitted',
      reason: `it sends requests of the tier ${tier}, which this target file does not allow`,
      line: lineFor(needs.some((claim) => claim.startsWith('messaging')) ? 'allow.messages' : 'allow.payments'),
    }
  }
  if (scriptsReceiver === true && target.webhooks?.deliveries !== undefined) {
    return {
      why: 'unreachable',
      reason: 'its receivers answer as it decides, and the deliveries of this run are read from a file',
      line: lineFor('webhooks'),
    }
  }
  const asking = hasPerson ? undefined : needs.find((claim) => asksPerson(target, claim))
  if (asking === undefined) return undefined
  return {
    why: 'not permitted',
    reason: `${asking} asks a person to act, and none is at the terminal`,
    line: lineFor(asking),
  }
}

function asksPerson(target: Target, claim: Claim): boolean {
  const recipe = claimedValue(target, claim) as { ask?: unknown; register?: { ask?: unknown } } | undefined
  return typeof recipe === 'object' && recipe !== null && (recipe.ask ?? recipe.register?.ask) !== undefined
}
