import type { Check } from '../../check/check.ts'
import { PHASES } from '../../check/order/phases.ts'
import type { Verdict } from '../../check/verdicts/verdict.ts'
import type { DeniedClaim, ServiceDefinition } from '../../contract/service.ts'
import { neededClaims } from '../../plan/choice.ts'
import { type Plan, planOf } from '../../plan/plan.ts'
import { selects } from '../../plan/selection.ts'
import type { Report } from '../../report/report.ts'
import { denyClaims } from '../../run/preflight/claims-probe.ts'
import { Run, verdicts } from '../../run/run.ts'
import { Session } from '../../run/session.ts'
import type { Target } from '../../target/target.ts'
import { deliveriesFrom, exchangeFrom } from './evidence.ts'
import { type RecordedEvidence, RecordedWorld } from './recorded-world.ts'
import { runAt } from './replay-clock.ts'
import type { ReplayLog } from './replay-log.ts'

/** One requirement as its checks judge it from the evidence alone. */
export interface JudgedAgain {
  readonly id: string
  readonly verdict: Verdict
  /** Why nothing can be said, where the evidence does not hold what a check asks for. */
  readonly missing?: string
}

/** What judging again came to. */
export interface Replay {
  /** In the order of the catalogues. */
  readonly requirements: readonly JudgedAgain[]
  readonly run: Run
  readonly target: Target
  /** Claims that the target did not bear out. */
  readonly denied: readonly DeniedClaim[]
  /** When each check ended, as far as the evidence shows; wall clock, ms since the epoch. */
  readonly ends: ReadonlyMap<string, number>
  readonly plan: Plan
  readonly evidence: RecordedEvidence
  /** What was recorded, and no check asked for: each in words. */
  readonly unasked: readonly string[]
}

/** What is judged again, by what. */
export interface Recording {
  readonly report: Report
  readonly log: ReplayLog
  /** Those that the report is of. */
  readonly services: readonly ServiceDefinition[]
  readonly checks: readonly Check[]
}

/**
 * Runs the checks once more on what a report and its log recorded: nothing is sent, no clock is waited for. What a check
 * sees of values that were redacted is their tags, so that only equality of them can be judged.
 */
export async function judgeAgain({ report, log, services, checks }: Recording): Promise<Replay> {
  const { run: made } = report
  const target = { ...(log.target as Target), network: {}, secrets: [] }
  const evidence = {
    exchanges: report.exchanges.map(exchangeFrom),
    deliveries: deliveriesFrom(report, log),
    steps: report.steps,
    log,
  }
  const person = log.hasPerson ? { person: async () => 'absent' as const } : {}
  const { certify } = made
  const options = { target, services, seed: made.seed, depth: made.depth, certify, ...person }
  const session = new Session(options, (of) => new RecordedWorld(of, evidence))
  const world = session.ports as RecordedWorld
  const { depth, only, skip } = made
  const planned = { target, services, checks, depth, certify, only, skip, hasPerson: log.hasPerson }
  const needed = neededClaims(planned)
  // What the target denied then blocks its checks again.
  const { denied } = await runAt(world.clockFor('claims', Date.parse(made.startedAt)), () =>
    denyClaims(session, needed, (owner, request) => world.holds(owner, request)),
  )
  const run = new Run({ ...options, checks, session, selected: (check) => selects(check, made) })
  const end = Date.parse(made.endedAt)
  const ends = new Map<string, number>()
  // Each check has a clock of its own: those of a phase need not follow each other.
  for (const { name } of PHASES) {
    const play = async (check: Check) => {
      // What came after a rule was over is known to nobody.
      const clock = world.clockFor(check.id, log.starts[check.id] ?? end)
      await runAt(clock, () => run.execute(check))
      ends.set(check.id, clock.now)
    }
    await Promise.all(checks.filter((check) => check.phase === name).map(play))
  }
  await session.close()
  const contracts = services.map(({ contract }) => contract)
  const judgements = run.results.flatMap((each) => each.judgements)
  const requirements = verdicts(judgements, contracts).map(({ id, verdict, judgements: own }) => {
    const missing = own.map(({ reason }) => /MissingEvidence: (.*)/.exec(reason ?? '')?.[1]).find((each) => each)
    return { id, verdict, ...(missing === undefined ? {} : { missing }) }
  })
  return { requirements, run, target, denied, ends, plan: planOf(planned), evidence, unasked: world.unasked }
}
