import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import { matches } from '../../../kit/plan/selection.ts'
import { decisive, isAboutSilence, isAskedAgain } from '../../../kit/report/asked/asked-again.ts'
import type { Report } from '../../../kit/report/report.ts'
import { minuteOf } from '../../../reporters/views/runs/minute.ts'
import type { KeptRun } from './kept-run.ts'

/** Statements that are told one by one. */
const NAMED = 3

const SAYS_NOTHING: readonly Verdict[] = ['unexercised', 'inapplicable', 'blocked', 'broken']

/**
 * Of a run of a few statements: those that it found kept though what they failed by when they were judged last, or what got no
 * answer then, was not sent again, with the command that sends it. A line each; empty where there is none.
 * @param runs of the same target, the last one first
 * @param command as people type it
 */
export async function notSentAgain(report: Report, runs: readonly KeptRun[], command: string): Promise<string> {
  const isNamed = ({ id }: { readonly id: string }): boolean => report.run.only.some((pattern) => matches(id, pattern))
  const kept = report.requirements.filter((each) => each.verdict === 'pass' && isNamed(each))
  const open = new Set(kept.map(({ id }) => id))
  const failed: { readonly id: string; readonly before: Report; readonly isLost: boolean }[] = []
  /** Runs since that judged it and need not have sent all that it failed by, the last one first. */
  const judging = new Map<string, Report[]>()
  for (const run of runs) {
    if (open.size === 0) break
    const before = await run.report()
    for (const { id, verdict } of before?.requirements ?? []) {
      if (before === undefined || !open.has(id)) continue
      const isLost = verdict === 'blocked' && decisive(before, id).some((each) => isAboutSilence(each, before))
      if (!isLost && SAYS_NOTHING.includes(verdict)) continue
      const isBad = verdict === 'fail' || isLost
      const against = decisive(before, id)
      const since = [report, ...(judging.get(id) ?? [])]
      if (isBad && !since.some((later) => isAskedAgain(against, before, later))) {
        open.delete(id)
        failed.push({ id, before, isLost })
      }
      // A good word of a few checks need not have been about what failed before, nor need any bad one.
      else if (isBad || before.run.only.length > 0) judging.set(id, [...(judging.get(id) ?? []), before])
      else open.delete(id)
    }
  }
  const told = failed
    .slice(0, NAMED)
    .map(
      ({ id, before: { run }, isLost }) =>
        `not all ${isLost ? `that got no answer for ${id}` : `that ${id} failed by`} in the run of ${minuteOf(run.startedAt)} was sent again: ${command} replay ${run.id} ${id}\n`,
    )
  const rest = failed.length - NAMED
  return `${told.join('')}${rest > 0 ? `and ${rest} more, as ${command} history tells\n` : ''}`
}
