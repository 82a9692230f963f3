import type { Check } from '../../../kit/check/check.ts'
import { WAITS } from '../../../kit/check/signals.ts'
import type { Plan } from '../../../kit/plan/plan.ts'
import { selects } from '../../../kit/plan/selection.ts'
import { NONE_SELECTED } from '../../../reporters/views/unexercised/none-selected.ts'
import { areaWithTraffic, areOnlookers } from '../../options/onlookers.ts'
import type { RunFlags } from './run-flags.ts'

/** Checks that look at what others send see nothing where none of those is selected: said, and how to select some. */
export function nothingToSee(
  { only = [], skip = [] }: Pick<RunFlags, 'only' | 'skip'>,
  checks: readonly Check[],
  plan: Pick<Plan, 'selected' | 'excluded'>,
): readonly string[] {
  const selected = checks.filter((check) => selects(check, { only, skip }))
  if (only.length === 0) return []
  if (!areOnlookers(selected)) {
    const planned = new Set(plan.selected.map(({ id }) => id))
    if (!areOnlookers(selected.filter(({ id }) => planned.has(id)))) return []
    return [`of the checks that are selected those that send ${lackOf(selected, plan)}`]
  }
  const areas = new Set(selected.flatMap(({ covers }) => covers.flatMap((each) => areaWithTraffic(each, checks) ?? [])))
  const what = selected.length === 1 ? `${selected[0]?.id} looks` : 'the checks that are selected look'
  const more =
    areas.size === 0
      ? 'a run without --only selects them'
      : `--only ${[...new Set([...only, ...areas])].map((each) => `"${each}"`).join(' ')} selects some as well`
  return [`${what} at what other checks send, ${NONE_SELECTED}${more}`]
}

/** Why none of those that send is asked: the depth of the run where that is all, or what the plan tells. */
function lackOf(selected: readonly Check[], { excluded }: Pick<Plan, 'excluded'>): string {
  const ids = new Set(selected.filter(({ generated }) => generated === undefined).map(({ id }) => id))
  const reasons = excluded.flatMap(({ checks, reason }) => (checks.some((id) => ids.has(id)) ? [reason] : []))
  const isDepth = reasons.length > 0 && reasons.every((each) => each === WAITS)
  const [lack, remedy] = isDepth
    ? ['wait for time to pass', '--depth standard asks them, and ']
    : ['lack something, as the plan says', '']
  return `${lack}, and the others look at what is sent: ${remedy}a run without --only has all that can be sent looked at`
}
