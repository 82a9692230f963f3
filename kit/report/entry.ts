import type { Contract } from '../../specs/contract.ts'
import type { Check } from '../check/check.ts'
import { DEEP_ONLY, ENDED_BEFORE, isNotSeen, LET_NO_MORE_PASS, WAITS } from '../check/signals.ts'
import { requirementIn } from '../contract/catalogues.ts'
import { UNSELECTED } from '../plan/selection.ts'
import { ELSEWHERE } from '../plan/shards.ts'
import type { RequirementVerdict } from '../run/run.ts'
import type { ReportedJudgement, ReportedRequirement } from './schema/report.ts'

/** What is said besides of a run that was narrowed to some of the checks of a requirement. */
const OTHERS_LEFT_OUT = 'its other checks were not selected'

/** What decides why a requirement was not exercised, beside what its checks say. */
export interface Unexercised {
  readonly stopped: boolean
  /** The run was narrowed to others. */
  readonly isOutside: boolean
  /** Ids of the checks that try generated values. */
  readonly generated: ReadonlySet<string>
}

/**
 * A requirement with what was judged of it.
 * @param text takes out what must not be kept
 */
export function reportedRequirement(
  { id, verdict, judgements }: RequirementVerdict,
  contracts: readonly Contract[],
  { stopped, isOutside, generated }: Unexercised,
  text: (text: string) => string,
): ReportedRequirement {
  const { level, at, text: sentence, unobservable, over } = requirementIn(contracts, id)
  const told = judgements.map(({ requirement: _, ...judgement }) => ({
    ...judgement,
    ...(judgement.subject === undefined ? {} : { subject: text(judgement.subject) }),
    ...(judgement.expected === undefined ? {} : { expected: text(judgement.expected) }),
    ...(judgement.actual === undefined ? {} : { actual: text(judgement.actual) }),
    ...(judgement.reason === undefined ? {} : { reason: text(judgement.reason) }),
  }))
  const followed = contracts
    .flatMap(({ readings }) => Object.values(readings))
    .filter((each) => each.touches.includes(id))
    .map(({ conflict, policy }) => ({ conflict, policy }))
  const read = followed.length === 0 ? {} : { readings: followed }
  const ranges = over === undefined ? {} : { over }
  const entry = { id, level, at, text: sentence, verdict, ...ranges, ...read, judgements: told }
  if (verdict !== 'unexercised') return entry
  if (unobservable !== undefined) return { ...entry, why: 'unobservable', reason: unobservable }
  const reason = stopped ? ENDED_BEFORE : 'no check of this run covers it'
  const cut = told.find((each) => each.why === 'not reached')
  if (cut === undefined && isOutside) return { ...entry, why: 'not selected', reason: UNSELECTED }
  // What a narrowed run asked of it goes before a check that it left out.
  const asked = told.filter((each) => each.reason !== UNSELECTED)
  // What was to come needs no line; else one that would have it exercised tells more than a check that was left out.
  const own = withoutNeedless(asked.length === 0 ? told : asked, generated)
  // What another shard asks waits for nothing here, whatever other checks of it say.
  const elsewhere = own.find((each) => each.reason === ELSEWHERE)
  // Nor does what a limiter stopped: it would have been exercised as the file stands.
  const held = own.find((each) => each.reason === LET_NO_MORE_PASS)
  // What the target was not seen to have no depth shows.
  const unseen = own.find((each) => isNotSeen(each.reason))
  // What a quick run left out another depth asks for sure.
  const waits = own.find((each) => each.reason === WAITS)
  // What the run came to ask, and could not judge, goes before what its depth left out otherwise.
  const met = own.find((each) => each.why !== 'not selected')
  // What another of its checks came to say is more than that one is left to another depth.
  const deciding = met ?? own.find((each) => each.reason !== DEEP_ONLY) ?? own[0]
  // What only has to be allowed goes before what somebody has to provide.
  const withLine = own.filter(({ line }) => line !== undefined)
  const lined = withLine.find(({ why }) => why === 'not permitted') ?? withLine[0]
  const word = cut ?? held ?? elsewhere ?? lined ?? unseen ?? waits ?? deciding
  // Which of its checks met it is a matter of the seed, and of those that were left out.
  const isLeftOut = asked.length > 0 && asked.length < told.length && word?.why === 'not met' && word.line === undefined
  return {
    ...entry,
    why: word?.why ?? (stopped ? 'not reached' : 'not selected'),
    reason: isLeftOut ? `${word.reason}; ${OTHERS_LEFT_OUT}` : (word?.reason ?? reason),
    ...(word?.line === undefined ? {} : { line: word.line }),
  }
}

/** Ids of the checks that try generated values. */
export const generatedAmong = (checks: readonly Pick<Check, 'id' | 'generated'>[]): ReadonlySet<string> =>
  new Set(checks.filter(({ generated }) => generated !== undefined).map(({ id }) => id))

/**
 * Many values are not what a requirement waits for where one request would do: it was not selected,
 * or came to nothing that they would come to sooner.
 */
export function withoutNeedless<T extends Pick<ReportedJudgement, 'check' | 'why' | 'line'>>(
  told: readonly T[],
  generated: ReadonlySet<string>,
): readonly T[] {
  const ordinary = told.filter(({ check }) => !generated.has(check))
  return ordinary.some(({ why, line }) => why === 'not selected' || (why === 'not met' && line === undefined))
    ? ordinary
    : told
}
