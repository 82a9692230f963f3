import { nearestOf } from '../../kit/plan/nearest-ids.ts'
import type { Report } from '../../kit/report/report.ts'
import type { Assembly } from '../assembly.ts'
import { tryAgain } from '../run/counterexample.ts'
import { publish } from '../run/output/publish.ts'
import { readReport } from '../run/read-report.ts'
import type { TargetFlags } from '../run/target.ts'
import { UsageError } from '../usage-error.ts'
import { judge, type RunFlags } from './run.ts'

export interface ReplayFlags extends TargetFlags {
  readonly yes?: boolean
  readonly verbose?: boolean
  readonly seed?: number
  readonly path?: string
}

/**
 * Runs one check of a report once more, or tries one generated value again. Gives back the exit code of that run.
 * @param first the file of the report; the id of the check where no second argument follows
 * @throws UsageError where it is not clear which value is meant
 */
export async function replay(
  first: string,
  check: string | undefined,
  flags: ReplayFlags,
  assembly: Assembly,
): Promise<number> {
  const { seed, path } = flags
  if (check === undefined) {
    if (seed === undefined || path === undefined)
      throw new UsageError(
        `replay ${first}: name a check after the report, or --seed and --path of the generated value beside the check`,
      )
    return tryAgain(first, { ...flags, seed, path }, assembly)
  }
  if (seed !== undefined) throw new UsageError(`--seed ${seed}: the report has the seed; leave one of the two out`)
  return path === undefined
    ? runAgain(first, check, flags, assembly)
    : tryAgain(check, { ...flags, seed: (await readReport(first)).run.seed, path }, assembly)
}

/** With the seed and depth that it had. */
async function runAgain(file: string, name: string, flags: ReplayFlags, assembly: Assembly): Promise<number> {
  const before = await readReport(file)
  const again = replayOf(before, name)
  const { seed: _, path: __, ...rest } = flags
  const judged = await judge({ ...rest, ...again }, assembly)
  const code = await publish(judged, flags)
  const own = (report: Report): string =>
    again.only
      .flatMap((id) => report.checks.filter((each) => each.id === id).map(({ verdict }) => `${id} ${verdict}`))
      .join(', ')
  process.stdout.write(`then: ${own(before)}; now: ${own(judged.report)}\n`)
  return code
}

/**
 * What has the check of a report run as it ran then.
 * @param name of a check, or of a requirement, which stands for the checks that judged it
 * @throws UsageError where the report holds no such check
 */
export function replayOf(
  report: Report,
  name: string,
): Required<Pick<RunFlags, 'only' | 'seed' | 'depth'>> & { only: string[] } {
  const { seed, depth } = report.run
  const judged = report.requirements.find(({ id }) => id === name)?.judgements.map(({ check }) => check) ?? []
  const only = report.checks.some(({ id }) => id === name) ? [name] : [...new Set(judged)]
  // Where a run is told what to do, a star stands for any text: a report could have every check run.
  const pattern = only.find((id) => id.includes('*'))
  if (pattern !== undefined)
    throw new UsageError(`${name}: the report names ${pattern} as a check, which is no id of one`)
  if (only.length > 0) return { only, seed, depth }
  const near = nearestOf(
    name,
    [...report.checks, ...report.requirements].map(({ id }) => id),
  )
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`
  throw new UsageError(`${name}: no check and no requirement that was judged in this report has such an id${hint}`)
}
