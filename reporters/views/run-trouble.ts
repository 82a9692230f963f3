import type { Report } from '../../kit/report/report.ts'

/** What kept a run from a verdict, where no statement of its report shows it: skipped tests alone would look like success. */
export interface RunTrouble {
  /** `target` or `run`. */
  readonly of: string
  /** What is missing, as the name of a test. */
  readonly title: string
  readonly type: string
  readonly because: string
}

/** Whether warnings are all that fails a run, which was asked to end so. */
export const isFailedByWarnings = ({ outcome, requirements, run }: Report): boolean =>
  run.failOn === 'warn' && outcome.exitCode === 1 && !requirements.some(({ verdict }) => verdict === 'fail')

/**
 * Undefined where the run came to a verdict, or nothing but a statement that is blocked or broken kept it from one.
 * @param hasErrors whether what is blocked or broken is an error to readers of the format; else it does not show
 */
export function runTrouble({ outcome, gate, requirements, run }: Report, hasErrors = true): RunTrouble | undefined {
  if (outcome.headline === 'no target')
    return { of: 'target', title: 'a target is there', type: outcome.headline, because: outcome.because }
  const code = gate?.exitCode ?? outcome.exitCode
  if (code < 3) return undefined
  const because = gate?.because ?? outcome.because
  // That it was cut short no statement says.
  const isShown =
    hasErrors &&
    run.stopped === undefined &&
    requirements.some(
      ({ verdict, level }) => verdict === 'broken' || (code === 3 && verdict === 'blocked' && level === 'must'),
    )
  const type = code === 4 ? 'suite fault' : 'inconclusive'
  return isShown ? undefined : { of: 'run', title: 'the run comes to a verdict', type, because }
}
