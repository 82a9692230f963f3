import type { Contract } from '../../specs/contract.ts'
import { requirementIn } from '../contract/catalogues.ts'
import type { RequirementVerdict } from '../run/run.ts'
import type { ReportedRequirement } from './schema/report.ts'

/**
 * A requirement with what was judged of it.
 * @param text takes out what must not be kept
 */
export function reportedRequirement(
  { id, verdict, judgements }: RequirementVerdict,
  contracts: readonly Contract[],
  stopped: boolean,
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
  const reason = stopped ? 'the run was stopped before it' : 'no check of this run covers it'
  // What was to come needs no line; else one that would have it exercised tells more than a check that was left out.
  const word =
    told.find((each) => each.why === 'not reached') ?? told.find((each) => each.line !== undefined) ?? told[0]
  return {
    ...entry,
    why: word?.why ?? (stopped ? 'not reached' : 'not selected'),
    reason: word?.reason ?? reason,
    ...(word?.line === undefined ? {} : { line: word.line }),
  }
}
