import type { Plan } from '../../kit/plan/plan.ts'
import { withRoom } from '../../kit/plan/room.ts'
import { inPlaceOf } from '../../kit/report/steps/sufficient-budgets.ts'
import type { Target } from '../../kit/target/target.ts'

/** Room that is left alone. */
const LEAST_ROOM = 1.15

/**
 * Budgets that a certification may use up: what it leaves out then, no evidence holds.
 * @param lasting gives a proposed line what lasts for whatever else is proposed; as it is, when absent
 */
export function scarceBudgets(
  { spends }: Plan,
  { allow: { budgets } }: Target,
  lasting = (line: string): string => line,
): readonly string[] {
  return Object.entries(budgets).flatMap(([name, allowed]) => {
    const { usual = 0, wanted = usual } = spends[name] ?? {}
    const enough = withRoom(wanted)
    // What is proposed on top of an estimate is not asked for again where the estimate has become a little larger.
    return allowed > 0 && allowed < wanted * LEAST_ROOM
      ? [
          `--certify: its checks usually take about ${wanted} ${name}, more where something fails for a moment, and allow.${name} has ${allowed}; a run that uses it up is not sealed: ${lasting(`allow.${name}: ${enough}${inPlaceOf(allowed)}`)}`,
        ]
      : []
  })
}
