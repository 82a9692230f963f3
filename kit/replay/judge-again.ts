import type { RequirementId } from '../../specs/index.ts'
import type { Check } from '../check.ts'
import type { Report } from '../report.ts'
import { PHASES, Run, verdicts } from '../run.ts'
import { selects } from '../selection.ts'
import type { Target } from '../target/target.ts'
import type { Verdict } from '../verdict.ts'
import { deliveriesFrom, exchangeFrom } from './evidence.ts'
import { PlayedSession } from './played-session.ts'
import { onTape, withTapeClock } from './tape.ts'
import type { Tracks } from './tracks.ts'

/** One requirement as its checks judge it from the evidence alone. */
export interface JudgedAgain {
  readonly id: RequirementId
  readonly verdict: Verdict
  /** Why nothing can be said, where the evidence does not hold what a check asks for. */
  readonly unplayable?: string
}

/**
 * Runs the checks once more on what a report and its tracks recorded: nothing is sent, no clock is waited for. What a
 * check sees of values that were redacted is their tags, so that only equality of them can be judged.
 */
export async function judgeAgain(report: Report, tracks: Tracks, checks: readonly Check[]): Promise<JudgedAgain[]> {
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
    for (const phase of PHASES) {
      const play = (check: Check) => {
        const from = phase === 'after' ? end : (tracks.starts[check.id] ?? end)
        return onTape(session.tapeFor(check.id, from), () => run.execute(check))
      }
      await Promise.all(checks.filter((check) => check.phase === phase).map(play))
    }
  })
  await run.close()
  return verdicts(
    run.results.flatMap(({ judgements }) => judgements),
    report.services,
  ).map(({ id, verdict, judgements }) => {
    const unplayable = judgements.find(({ reason }) => reason?.includes('Unplayable: '))?.reason
    return {
      id,
      verdict,
      ...(unplayable === undefined ? {} : { unplayable: /Unplayable: (.*)/.exec(unplayable)?.[1] ?? '' }),
    }
  })
}
