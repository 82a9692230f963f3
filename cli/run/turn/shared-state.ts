import type { Check, Fixture } from '../../../kit/check/check.ts'
import type { ServiceDefinition } from '../../../kit/contract/service.ts'
import { oneSpelling } from '../../../kit/target/address.ts'
import type { Target } from '../../../kit/target/target.ts'
import type { Shared } from './turn.ts'

/**
 * What the checks of a run change for everybody who has one of its keys: what a permission lets them change, and what they
 * meet each other's effects in.
 * @param selected those that are to run
 */
export function sharedState(
  target: Target,
  services: readonly ServiceDefinition[],
  selected: readonly Check[],
): readonly Shared[] {
  return services.flatMap(({ contract: { id }, section, together = [] }) => {
    const permissions = Object.keys(section.allow?.permissions ?? {}).map((name) => `allow.${name}`)
    const claims = new Set(selected.filter(({ service }) => service === id).flatMap(claimsOf))
    const changed = [...permissions, ...together].filter((claim) => claims.has(claim))
    const { baseUrl, keys = {} } = target.services[id] ?? {}
    const own = Object.values(keys)
      .flat()
      .filter((each) => each !== undefined)
    if (baseUrl === undefined || changed.length === 0) return []
    return [{ what: `${id} at ${baseUrl} (${changed.join(', ')})`, place: oneSpelling(baseUrl), keys: own }]
  })
}

/** What it claims, and what the fixtures do that it uses. */
const claimsOf = ({ needs, uses }: Pick<Check | Fixture, 'needs' | 'uses'>): readonly string[] => [
  ...needs,
  ...uses.flatMap(claimsOf),
]
