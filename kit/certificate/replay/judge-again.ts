import type { RequirementId } from '../../../specs/index.ts'
import type { Check } from '../../check/check.ts'
import { PHASES } from '../../check/phases.ts'
import type { Verdict } from '../../check/verdict.ts'
import { selects } from '../../plan/selection.ts'
import type { Report } from '../../report/report.ts'
import { Run, verdicts } from '../../run/run.ts'
import type { Target } from '../../target/target.ts'
import { deliveriesFrom, exchangeFrom } from './evidence.ts'
import { onTape, withTapeClock } from './replay-clock.ts'
import type { ReplayLog } from './replay-log.ts'
import { PlayedSession } from './replayed-session.ts'

/** One requirement as its checks judge it from the evidence alone. */
export interface JudgedAgain {
  readonly id: RequirementId
  readonly verdict: Verdict
  /** Why nothing can be said, where the evidence does not hold what a check asks for. */
  readonly unplayable?: string
}

/**
 * SampleCounts the checks once more on what a report and its tracks recorded: nothing is sent, no clock is waited for. What a
 * check observes of values that were redacted is their tags, so that only equality of them can be judged.
 */
export async function judgeAgain(report: Report, tracks: ReplayLog, checks: readonly Check[]): Promise<JudgedAgain[]> {
  const { run: made } = report
  const target = { ...(tracks.target as Target), network: {}, secrets: [] }
  const evidence = {
    exchanges: report.exchanges.map(exchangeFrom),
    deliveries: deliveriesFrom(report, tracks),
    steps: report.steps,
    tracks,
  }
  const person = tracks.hasPerson ? { person: async () => 'absent' as const } : {}
  const options = { target, seed: made.seed, depth: made.depth, checks, ...person }
  const session = new PlayedSession(options, evidence)
  const run = new Run({ ...options, session, selected: (check) => selects(check, made) })
  const end = Date.parse(made.endedAt)
  await withTapeClock(async () => {
    // Each check has a clock of its own: those of a phase need not follow each other.
    for (const { name, sends } of PHASES) {
      const play = (check: Check) => {
        const from = sends ? (tracks.starts[check.id] ?? end) : end
        return onTape(session.tapeFor(check.id, from), () => run.execute(check))
      }
      await Promise.all(checks.filter((check) => check.phase === name).map(play))
    }
  })
  await run.close()
  return verdicts(
    run.results.flatMap(({ judgements }) => judgements),
    report.services,
  ).map(({ id, verdict, judgements }) => {
    const unplayable = judgements.find(({ reason }) => reason?.includes('MissingEvidence: '))?.reason
    return {
      id,
      verdict,
      ...(unplayable === undefined ? {} : { unplayable: /MissingEvidence: (.*)/.exec(unplayable)?.[1] ?? '' }),
    }
  })
}
