import type { Check } from '../../../kit/check/check.ts'
import type { ServiceDefinition } from '../../../kit/contract/service.ts'
import { shareAsked } from '../../../kit/report/outcome.ts'
import type { Requirement } from '../../../specs/contract.ts'

/** What a run is to come to, and what it selects. */
interface Asked {
  readonly services: readonly ServiceDefinition[]
  readonly selected: readonly Check[]
  /** Share of all statements that can be seen, from 0 to 1; absent: none is asked for. */
  readonly minExercised?: number | undefined
}

/**
 * That the checks of a run judge too few statements for what is asked of it, however it goes: all that can be seen are
 * counted. Which of them prove inapplicable nobody knows before.
 */
export function outOfReach({ services, selected, minExercised }: Asked): string[] {
  if (minExercised === undefined) return []
  const seen = services.flatMap(({ contract }) =>
    Object.entries<Requirement>(contract.catalogue).flatMap(([id, { unobservable }]) =>
      unobservable === undefined ? [id] : [],
    ),
  )
  const covered = new Set(selected.flatMap(({ covers }) => covers))
  const judged = seen.filter((id) => covered.has(id)).length
  if (judged >= seen.length * minExercised) return []
  return [
    `--min-exercised counts all statements that can be seen: the checks of this run (by its depth, --only and --skip) judge at most ${judged} of ${seen.length}, and ${shareAsked(minExercised)} are asked for`,
  ]
}
