import type { Report, ReportedRequirement } from '../../../kit/report/report.ts'
import { linesForNone, linesForUsedUp } from '../../../kit/report/steps/used-up.ts'
import { isUnreceived } from '../../../kit/report/without-webhooks.ts'
import { grouped } from '../grouping.ts'
import { addition } from './target-lines.ts'

/** What stands between a run and its certificate: musts that wait for one thing. */
export interface Obstacle {
  readonly reason: string
  /** What would have them judged; lines for the target file stand in lines of their own where they are several. */
  readonly step: string
  readonly members: readonly ReportedRequirement[]
}

/** Everything in the way of a certificate, that in the way of most musts first; nothing of a run that was not made for one. */
export function obstaclesOf(report: Report): Obstacle[] {
  const {
    run,
    requirements,
    suite: { command },
  } = report
  // Of a service that is not there nothing else is in the way.
  if (!run.certify || run.stopped === 'gone') return []
  const budgets = [...linesForUsedUp(report), ...linesForNone(report)]
  const brokenBy = brokenByMessage(requirements)
  const failing = requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  const cause = (each: ReportedRequirement): Omit<Obstacle, 'members'> => {
    const broken = each.verdict === 'blocked' ? blockedAt(each).flatMap((id) => brokenBy.get(id) ?? []) : []
    const { reason: first, step } = causeOf(each, budgets, command)
    // Of several checks the one tells more whose reason names what is broken.
    const telling = namingBroken(each, failing)
    const reason = each.why === 'not met' && telling !== undefined ? telling : first
    // The parts of what never comes have its name before their own.
    const isPartOf = (id: string): boolean => each.line === undefined && each.id.startsWith(`${id}-`)
    const isOf = (id: string): boolean => wordsIn(reason).includes(id) || isPartOf(id)
    const named = each.why === 'not met' ? failing.find(isOf) : undefined
    // What the same check found broken is likelier in the way than the moment.
    const beside = each.why === 'not met' && each.line === undefined ? brokenBeside(each, requirements) : undefined
    if (named === undefined && beside !== undefined)
      return { reason, step: `${beside.id} is broken ${beside.at}: mend that first` }
    if (named !== undefined) return { reason, step: `${named} is broken: mend that first` }
    return broken[0] === undefined
      ? { reason, step }
      : { reason, step: `${broken[0]} is broken by the same message: mend that first` }
  }
  const open = requirements.filter(
    ({ level, verdict, why }) =>
      level === 'must' && (verdict === 'blocked' || (verdict === 'unexercised' && why !== 'unobservable')),
  )
  return [...grouped(open, (each) => JSON.stringify(cause(each))).values()]
    .flatMap((members) => (members[0] === undefined ? [] : [{ ...cause(members[0]), members }]))
    .toSorted((a, b) => b.members.length - a.members.length)
}

/** The reason of a check that did not meet a requirement which names one that is broken. */
const namingBroken = ({ judgements }: ReportedRequirement, failing: readonly string[]): string | undefined =>
  judgements.find(({ why, reason = '' }) => why === 'not met' && wordsIn(reason).some((word) => failing.includes(word)))
    ?.reason

/** Words of a sentence, ids among them. */
const wordsIn = (text: string): readonly string[] => text.match(/[\w.-]*\w/g) ?? []

/** The first requirement that is broken in a check which did not meet this one, or did not meet another one for the same reason. */
function brokenBeside(
  { judgements }: ReportedRequirement,
  requirements: Report['requirements'],
): { readonly id: string; readonly at: string } | undefined {
  const own = judgements.filter(({ why }) => why === 'not met')
  const reasons = new Set(own.flatMap(({ reason }) => reason ?? []))
  const alike = requirements.flatMap((each) =>
    each.judgements.filter(({ why, reason }) => why === 'not met' && reason !== undefined && reasons.has(reason)),
  )
  const brokenIn = (checks: readonly string[]): string | undefined =>
    requirements.find((each) =>
      each.judgements.some(({ verdict, check }) => verdict === 'fail' && checks.includes(check)),
    )?.id
  const same = brokenIn(own.map(({ check }) => check))
  if (same !== undefined) return { id: same, at: 'in the same check' }
  const other = brokenIn(alike.map(({ check }) => check))
  return other === undefined ? undefined : { id: other, at: 'in a check that met the same' }
}

/** The first requirement that is broken by each message. */
const brokenByMessage = (requirements: Report['requirements']): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const { id, judgements } of requirements)
    for (const { verdict, evidence } of judgements)
      if (verdict === 'fail') for (const each of evidence) if (!found.has(each)) found.set(each, id)
  return found
}

/** The messages that stood in its way. */
const blockedAt = ({ judgements }: ReportedRequirement): readonly string[] =>
  judgements.find(({ verdict }) => verdict === 'blocked')?.evidence ?? []

const RECEIVE =
  'have webhooks come: webhooks.publicUrl of the target file is where the service reaches this run, webhooks.listen where it listens'

/** How reasons begin that a busy machine of our own gave. */
const STOOD_STILL = 'this machine stood still'

/** @param budgets lines of budgets that were used up or allow nothing: what was not sent for them may be what a check waited for */
function causeOf(
  requirement: ReportedRequirement,
  budgets: readonly string[],
  command = 'assay',
): Omit<Obstacle, 'members'> {
  const { verdict, why, line, judgements, id } = requirement
  const own = judgements.find((each) => each.verdict === verdict)
  const reason = requirement.reason ?? own?.reason ?? verdict
  if (line !== undefined) return { reason, step: addition(line) }
  if (isUnreceived(requirement)) return { reason, step: RECEIVE }
  if (verdict === 'blocked') return { reason, step: `${command} replay ${own?.check ?? id} asks it again, alone` }
  // What was sent waited for no budget.
  if (why === 'not met' && reason.startsWith(STOOD_STILL))
    return { reason, step: 'it can be judged where the machine has more time for this process: nothing else beside it' }
  if (why === 'not met' && budgets.length > 0) return { reason, step: addition(budgets.join('\n')) }
  if (why === 'not met')
    return {
      reason,
      step: `${command} explain ${id} says how it is judged; where the seed or the moment decides, another run, or one with another --seed, may meet it`,
    }
  if (why === 'not reached')
    return { reason: 'not reached before the run ended', step: 'a run that comes to its end asks it' }
  return { reason, step: `${command} explain ${id} says what it needs` }
}
