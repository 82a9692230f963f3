import { phaseNamed } from '../../check/order/phases.ts'
import { ENDED_BEFORE } from '../../check/signals.ts'
import type { Judgement, Observation } from '../../check/verdicts/judgement.ts'
import { merge } from '../../check/verdicts/verdict.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { CheckResult } from '../check-result.ts'

const REASON = 'the run was stopped while it was under way'

/**
 * What checks came to in a run that was stopped. Requests and waits were cut off, so that what a check under way held
 * against the target afterwards, or missed, may be our own doing: it was not reached. Rules keep what they found in
 * messages from before; what they had not met by then was still to come. Where a check that sends was cut off, nothing of
 * the same statement that it found kept is the whole of it.
 *
 * @param stoppedAt wall clock, ms since the epoch
 * @param thereAt the same, of when a service that has gone was there for the last time: what no exchange shows, as the
 *   call of a recipe, may have met that since
 */
export function withoutCutOff(
  results: readonly CheckResult[],
  exchanges: readonly Exchange[],
  stoppedAt: number,
  thereAt = stoppedAt,
): CheckResult[] {
  const cutOff = cutOffOf(exchanges, stoppedAt)
  const sends = ({ phase }: CheckResult['check']): boolean => phaseNamed(phase).sends
  const sent = new Set(exchanges.map((each) => each.id))
  const doubtful = (
    { check, endedAt }: CheckResult,
    { verdict, why, evidence, line }: Judgement,
    madeAt = endedAt,
  ): boolean => {
    if (madeAt < stoppedAt) return verdict === 'blocked' && evidence.length === 0 && madeAt > thereAt
    if (verdict === 'unexercised') return why === 'not met'
    if (!AGAINST.includes(verdict)) return false
    // Whoever has a line to propose waited in vain, and so did who tells of deliveries alone.
    const isOfWait = verdict === 'blocked' && (line !== undefined || evidence.every((id) => !sent.has(id)))
    const isCutOff = isOfWait || evidence.length === 0 || evidence.some((id) => cutOff.has(id))
    return isCutOff || (verdict !== 'blocked' && sends(check))
  }
  // Where nobody ever answered nothing was under way.
  const reason = exchanges.some(({ response }) => response !== undefined) ? REASON : ENDED_BEFORE
  return results.map((result) => {
    const cut = result.judgements.filter((each, place) => doubtful(result, each, result.judgedAt?.[place]))
    const open = new Set(
      cut
        .filter(({ verdict }) => sends(result.check) && AGAINST.includes(verdict))
        .map(({ requirement }) => requirement),
    )
    const judgements = result.judgements.map((judgement): Judgement => {
      const isOpen = KEPT.includes(judgement.verdict) && open.has(judgement.requirement)
      if (!isOpen && !cut.includes(judgement)) return judgement
      const { requirement, check, evidence } = judgement
      return { requirement, check, evidence, verdict: 'unexercised', why: 'not reached', reason }
    })
    return { ...result, judgements, verdict: merge(judgements.map((each) => each.verdict)) }
  })
}

const AGAINST: readonly Judgement['verdict'][] = ['broken', 'fail', 'warn', 'blocked']
const KEPT: readonly Judgement['verdict'][] = ['pass', 'noted']

/** Whether a stop cut off something of a check, or kept it from being asked. */
export const isCutOff = ({ judgements }: CheckResult): boolean => judgements.some(({ why }) => why === 'not reached')

/** Verdicts that whoever watched the run has been told of. */
const TOLD = ['broken', 'fail', 'warn', 'blocked'] as const

/** What checks had come to and is held against nobody since, in a line; none where that is nothing. */
export function withdrawnText(
  before: readonly CheckResult[],
  after: readonly CheckResult[],
  stoppedAt: number,
): readonly string[] {
  const counts = TOLD.flatMap((verdict) => {
    const many = before.filter((each, index) => each.verdict === verdict && after[index]?.verdict !== verdict).length
    return many === 0 ? [] : [`${many} ${verdict}`]
  })
  const at = new Date(stoppedAt).toISOString().slice(11, 19)
  return counts.length === 0
    ? []
    : [
        `of the checks ${counts.join(', ')} came from what was asked or awaited after ${at} UTC, and ${counts.length === 1 && counts[0]?.startsWith('1 ') ? 'is' : 'are'} not counted`,
      ]
}

/** What was observed in messages from before a stop. */
export function observedBefore(
  observations: readonly Observation[],
  exchanges: readonly Exchange[],
  stoppedAt: number,
): Observation[] {
  const cutOff = cutOffOf(exchanges, stoppedAt)
  return observations.filter(({ evidence }) => !evidence.some((id) => cutOff.has(id)))
}

const cutOffOf = (exchanges: readonly Exchange[], stoppedAt: number): ReadonlySet<string> =>
  new Set(exchanges.filter((each) => each.endedAt >= stoppedAt).map((each) => each.id))
