import { catalogue, type RequirementId } from '../../specs/index.ts'
import type { Check, Phase } from '../check/check.ts'
import type { Judgement } from '../check/judgement.ts'
import { Blocked, NotExercised } from '../check/signals.ts'
import { merge, type Verdict } from '../check/verdict.ts'
import { leftOut } from '../plan/depth.ts'
import { hasClaim, lineFor } from '../target/claims.ts'
import type { Target } from '../target/target.ts'
import type { Context } from './context.ts'
import { Session, type SessionOptions } from './session.ts'

export const PHASES: readonly Phase[] = ['main', 'settled', 'exclusive', 'generated', 'rules']

export interface RunOptions extends SessionOptions {
  readonly checks: readonly Check[]
  /** Checks that are not wanted in this run: they say `not selected`. */
  readonly selected?: (check: Check) => boolean
  /** One of its own when absent. */
  readonly session?: Session
}

/** What one check came to. */
export interface CheckResult {
  readonly check: Check
  readonly verdict: Verdict
  readonly judgements: readonly Judgement[]
  readonly startedAt: number
  readonly endedAt: number
}

/** One run over one target. A runner calls `execute` for each check, phase by phase, then `finish`. */
export class Run {
  readonly session: Session
  readonly checks: readonly Check[]
  readonly results: CheckResult[] = []
  readonly startedAt = Date.now()
  readonly #selected: (check: Check) => boolean

  constructor(options: RunOptions) {
    this.session = options.session ?? new Session(options)
    this.checks = options.checks
    this.#selected = options.selected ?? (() => true)
  }

  /** SampleCounts one check. Never throws: whatever happens is a verdict. */
  async execute(check: Check): Promise<CheckResult> {
    const startedAt = Date.now()
    const context = this.session.context({ name: check.id, ...check })
    try {
      if (!this.#selected(check)) throw new NotExercised('not selected', 'this run did not select it')
      const left = leftOut(check, this.session)
      if (left !== undefined) throw left
      this.session.admit(check)
      if (this.session.wire.signal.aborted && check.phase !== 'rules')
        throw new NotExercised('not selected', 'the run was stopped before it')
      await check.run(context)
      context.close('broken', { reason: 'the check ended without a word on it', evidence: [] })
    } catch (error) {
      closeWith(context, error, this.session.wire.signal.aborted)
    }
    const judgements = context.judgements.map((each) => withLine(each, check, this.session.target))
    const result: CheckResult = {
      check,
      verdict: merge(judgements.map((each) => each.verdict)),
      judgements,
      startedAt,
      endedAt: Date.now(),
    }
    this.results.push(result)
    this.session.judgements.push(...judgements)
    this.session.observations.push(...context.observations)
    return result
  }

  /** SampleCounts every check in this process: the phases one after the other, the checks of a phase at once, those of `last` in turn. */
  async all(): Promise<void> {
    for (const phase of PHASES) {
      const checks = this.checks.filter((check) => check.phase === phase)
      if (phase === 'exclusive') for (const check of checks) await this.execute(check)
      else await Promise.all(checks.map((check) => this.execute(check)))
    }
  }

  /** Undoes what the run changed and lets the connections go. Returns what is left behind. */
  async close(): Promise<string[]> {
    const left = await this.session.cleanUp()
    await Promise.all([this.session.wire.transport.close(), this.session.aside.close()])
    return left
  }
}

/** Where a rule saw nothing because what it looks at is not claimed, the line that claims it tells a reader more. */
function withLine(judgement: Judgement, { observes = [] }: Check, target: Target): Judgement {
  if (judgement.verdict !== 'unexercised' || judgement.why !== 'not met' || judgement.line !== undefined)
    return judgement
  const missing = observes.filter((claim) => !hasClaim(target, claim))
  if (missing.length === 0) return judgement
  return { ...judgement, why: 'not claimed', line: missing.map(lineFor).join('\n') }
}

function closeWith(context: Context, error: unknown, stopped: boolean): void {
  if (error instanceof NotExercised) {
    const { why, line } = error
    context.close('unexercised', { why, reason: error.message, evidence: [], ...(line === undefined ? {} : { line }) })
    return
  }
  if (stopped) {
    context.close('blocked', { reason: 'the run was stopped while it was under way', evidence: [] })
    return
  }
  if (error instanceof Blocked) {
    context.close('blocked', { reason: error.message, evidence: error.evidence.map((each) => each.id) })
    return
  }
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  context.close('broken', { reason: `the check itself failed: ${reason}`, evidence: [] })
  // A check that had judged everything before it failed is broken all the same.
  if (context.judgements.every((each) => each.verdict !== 'broken')) {
    const first = context.judgements[0]
    if (first !== undefined)
      context.judgements.push({ ...first, verdict: 'broken', reason: `the check itself failed: ${reason}` })
  }
}

export interface RequirementVerdict {
  readonly id: RequirementId
  readonly verdict: Verdict
  readonly judgements: readonly Judgement[]
}

/** The verdict of every requirement of the services under test, in the order of the catalogue. */
export function verdicts(
  judgements: readonly Judgement[],
  services: readonly ('payment' | 'messaging')[],
): RequirementVerdict[] {
  const byId = new Map<string, Judgement[]>()
  for (const judgement of judgements)
    byId.set(judgement.requirement, [...(byId.get(judgement.requirement) ?? []), judgement])
  const prefixes = services.map((service) => (service === 'payment' ? 'pay.' : 'msg.'))
  return (Object.keys(catalogue) as RequirementId[])
    .filter((id) => prefixes.some((prefix) => id.startsWith(prefix)))
    .map((id) => {
      const own = byId.get(id) ?? []
      return { id, verdict: merge(own.map((each) => each.verdict)), judgements: own }
    })
}
