import type { Depth } from '../../kit/check/depth.ts'
import type { PlanOptions } from '../../kit/plan/choice.ts'
import { type Plan, planOf } from '../../kit/plan/plan.ts'
import { quickerThan } from '../../kit/plan/quicker.ts'
import { withoutUnaskedValues } from '../../kit/plan/sampling.ts'
import { depthOf } from '../../kit/plan/selection.ts'
import { asShard } from '../../kit/plan/shard-plan.ts'
import { lastingBudgets } from '../../kit/report/steps/lasting-budgets.ts'
import { plannedGaps } from '../../kit/report/steps/planned-steps.ts'
import type { Target } from '../../kit/target/target.ts'
import { certificateGaps, planText, quickerText } from '../../reporters/console/plan.ts'
import { paintFor } from '../../reporters/console/text/paint.ts'
import { type Assembly, loaded, suitesOf, typedName } from '../assembly.ts'
import { scarceBudgets } from '../certificate/scarce-budgets.ts'
import { assertMeaningful, type Patterns } from '../options/patterns.ts'
import { onlyFailed, placed } from '../run/kept/only-failed.ts'
import { show } from '../run/output/voice.ts'
import { assertCertifies } from '../run/seal.ts'
import { type ShardFlags, shardOf } from '../run/terms/shard.ts'
import { chooseTarget, type TargetFlags } from '../run/terms/target.ts'
import { hasPerson } from '../run/terms/terminal-person.ts'

export interface PlanFlags extends TargetFlags, Patterns, ShardFlags {
  readonly seed?: number
  readonly depth?: Depth
  readonly certify?: boolean
  /** Only what failed when it was judged last. */
  readonly lastFailed?: boolean
  readonly runs?: number
  readonly json?: boolean
  readonly verbose?: boolean
}

/**
 * Prints what a run would do and cost. Sends nothing.
 * @throws UsageError for flags that its run refuses, and for a target file that cannot be used
 */
export async function plan(flags: PlanFlags, assembly: Assembly): Promise<number> {
  assertCertifies(flags)
  const { target, notes, said, embedded } = await chooseTarget(flags, assembly, process.cwd(), process.env)
  try {
    const narrowed = flags.lastFailed === true ? await asFailed(flags, target, assembly) : { asked: flags, notes: [] }
    const asked = await askedFor(target, assembly, narrowed.asked)
    const waiting = flags.certify === true ? plannedGaps(asked, ['must']) : undefined
    const lasting = lastingBudgets(
      { ...asked, certify: flags.certify === true },
      waiting?.steps.flatMap(({ lines }) => lines),
    )
    const made = lined(flags.lastFailed === true ? askedByFailures(planOf(asked)) : planOf(asked), lasting)
    const { steps: nextSteps, seenPerhaps, mayNeed } = plannedGaps(asked)
    const text =
      flags.json === true
        ? `${JSON.stringify(made, undefined, 2)}\n`
        : planText(made, paintFor(process.stdout, process.env), {
            nextSteps,
            seenPerhaps,
            // Of a certification they are told behind it.
            ...(waiting === undefined ? { mayNeed } : {}),
            said,
            verbose: flags.verbose === true,
            only:
              flags.lastFailed === true
                ? ['what failed last, those with them that send what it looks at']
                : (flags.only ?? []),
          })
    const scarce = flags.certify === true ? scarceBudgets(made, target, lasting) : []
    const gaps =
      waiting !== undefined && flags.json !== true
        ? certificateGaps(waiting, paintFor(process.stdout, process.env), scarce.length > 0)
        : ''
    const sooner = flags.json === true ? [] : quickerRun(made, asked, narrowed.asked)
    const isShown = flags.json !== true
    for (const note of [...notes, ...narrowed.notes, ...(isShown ? [] : scarce), ...sooner])
      process.stderr.write(`note: ${note}\n`)
    if (flags.json === true) process.stdout.write(text)
    else
      show(
        [text, gaps, ...scarce.map((each) => `note: ${each}\n`)].filter((each) => each !== '').join('\n'),
        process.stdout,
      )
  } finally {
    await embedded?.close()
  }
  return 0
}

/** That a quick run would do, where a few checks take long: who asks for them is at work on them. */
export function quickerRun(
  made: Plan,
  asked: PlanOptions,
  { depth, only = [] }: Patterns & Pick<PlanFlags, 'depth'>,
): string[] {
  if (only.length === 0 || depth !== undefined || asked.target.environment !== 'local') return []
  const quicker = quickerThan(made, asked)
  return quicker === undefined ? [] : [quickerText(quicker, made)]
}

/** A plan whose lines are given budgets that last. */
const lined = (made: Plan, lasting: (line: string) => string): Plan => ({
  ...made,
  excluded: made.excluded.map((each) => ({ ...each, line: lasting(each.line) })),
})

/** What failed last was not chosen by a flag of its author. */
const askedByFailures = (made: Plan): Plan => ({
  ...made,
  excluded: made.excluded.map((each) => (each.line === '--only' ? { ...each, line: '--last-failed' } : each)),
})

async function asFailed(
  flags: PlanFlags,
  target: Target,
  assembly: Assembly,
): ReturnType<typeof onlyFailed<PlanFlags>> {
  const { checks } = await loaded(suitesOf(assembly, target))
  return onlyFailed(flags, placed(target), checks, assembly, process.cwd())
}

/**
 * What the plan of a run with these flags is made of.
 * @param canAsk whether somebody can carry out what recipes ask of a person
 * @throws UsageError for a pattern that means nothing.
 */
export async function askedFor(
  target: Target,
  assembly: Assembly,
  flags: Omit<PlanFlags, 'json'>,
  canAsk = hasPerson(process.stdin, process.stderr, process.env),
): Promise<PlanOptions> {
  const { only = [], skip = [], runs } = flags
  const { services, checks } = await loaded(suitesOf(assembly, target))
  assertMeaningful({ only, skip }, checks, typedName(assembly))
  const whole = {
    target: withoutUnaskedValues(target, flags),
    services,
    checks,
    depth: depthOf(flags),
    certify: flags.certify === true,
    ...(runs === undefined ? {} : { values: runs }),
    only,
    skip,
    hasPerson: canAsk,
  }
  return asShard(whole, shardOf(flags), flags.seed ?? 0)
}
