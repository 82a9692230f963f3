import type { Report, ReportedRequirement } from '../../kit/report/report.ts'
import { grouped } from './grouping.ts'
import { addition } from './target-lines.ts'

/** What stands between a run and its certificate: musts that wait for one thing. */
export interface Obstacle {
  readonly reason: string
  /** What would have them judged; lines for the target file stand in lines of their own where they are several. */
  readonly step: string
  readonly members: readonly ReportedRequirement[]
}

/** Everything in the way of a certificate, that in the way of most musts first; nothing of a run that was not made for one. */
export function obstaclesOf({ run, requirements, suite: { command } }: Report): Obstacle[] {
  if (!run.certify) return []
  const open = requirements.filter(
    ({ level, verdict, why }) =>
      level === 'must' && (verdict === 'blocked' || (verdict === 'unexercised' && why !== 'unobservable')),
  )
  return [...grouped(open, (each) => JSON.stringify(causeOf(each, command))).values()]
    .flatMap((members) => (members[0] === undefined ? [] : [{ ...causeOf(members[0], command), members }]))
    .toSorted((a, b) => b.members.length - a.members.length)
}

function causeOf(requirement: ReportedRequirement, command = 'assay'): Omit<Obstacle, 'members'> {
  const { verdict, why, line, judgements, id } = requirement
  const own = judgements.find((each) => each.verdict === verdict)
  const reason = requirement.reason ?? own?.reason ?? verdict
  if (line !== undefined) return { reason, step: addition(line) }
  if (verdict === 'blocked') return { reason, step: `${command} replay ${own?.check ?? id} asks it again, alone` }
  if (why === 'not met')
    return {
      reason,
      step: `${command} explain ${id} says how it is judged; where the seed decides, another --seed may meet it`,
    }
  return { reason, step: `${command} explain ${id} says what it needs` }
}
