import type { Plan } from '../../kit/plan/plan.ts'
import { withRoom } from '../../kit/plan/room.ts'
import type { Target } from '../../kit/target/target.ts'

/** Budgets that a certification may use up: what it leaves out then, no evidence holds. */
export function scarceBudgets({ spends }: Plan, { allow: { budgets } }: Target): readonly string[] {
  return Object.entries(budgets).flatMap(([name, allowed]) => {
    const { usual = 0, wanted = usual } = spends[name] ?? {}
    const enough = withRoom(wanted)
    return allowed > 0 && allowed < enough
      ? [
          `--certify: its checks usually take about ${wanted} ${name}, more where something fails for a moment, and allow.${name} has ${allowed}; a run that uses it up is not sealed: allow.${name}: ${enough}`,
        ]
      : []
  })
}
