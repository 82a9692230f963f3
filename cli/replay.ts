import type { Report } from '../kit/report.ts'
import { nearestOf } from './nearest-ids.ts'
import { publish } from './publish.ts'
import { readReport } from './read-report.ts'
import { judge, type RunFlags } from './run.ts'
import type { TargetFlags } from './run-target.ts'
import { UsageError } from './usage-error.ts'

export interface ReplayFlags extends TargetFlags {
  readonly yes?: boolean
  readonly verbose?: boolean
}

/** Runs one check of a report once more, with the seed and depth that it had. Gives back the exit code of that run. */
export async function replay(path: string, name: string, flags: ReplayFlags): Promise<number> {
  const before = await readReport(path)
  const again = replayOf(before, name)
  const { report: after } = await judge({ ...flags, ...again })
  const code = await publish(after, flags)
  const own = (report: Report): string =>
    again.only
      .flatMap((id) => report.checks.filter((each) => each.id === id).map(({ verdict }) => `${id} ${verdict}`))
      .join(', ')
  process.stdout.write(`then: ${own(before)}; now: ${own(after)}\n`)
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
  if (only.length > 0) return { only, seed, depth }
  const near = nearestOf(
    name,
    [...report.checks, ...report.requirements].map(({ id }) => id),
  )
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`
  throw new UsageError(`${name}: no check and no requirement that was judged in this report has such an id${hint}`)
}
