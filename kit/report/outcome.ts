import type { Report } from './schema/report.ts'
import type { Outcome, ReportedExitCode } from './schema/run.ts'

export type { Outcome, ReportedExitCode } from './schema/run.ts'

/** What decides. */
export type JudgedFacts = Pick<Report, 'requirements' | 'run' | 'faults'>

/** What a run comes to. The first of these decides: a fault of the suite, a failure, a stop, a gap. */
export function outcomeOf({ requirements, run, faults }: JudgedFacts): Outcome {
  const having = (verdict: string) => requirements.filter((each) => each.verdict === verdict)
  if (faults[0] !== undefined) return { exitCode: 4, headline: 'suite fault', because: faults[0] }
  const broken = having('broken')
  if (broken.length > 0)
    return { exitCode: 4, headline: 'suite fault', because: `${named(broken)} could not be judged` }
  const failed = having('fail')
  if (failed.length > 0) return { exitCode: 1, headline: 'not conformant', because: `${count(failed.length)} broken` }
  const inconclusive = (because: string): Outcome => ({ exitCode: 3, headline: 'inconclusive', because })
  if (run.stopped !== undefined) {
    return inconclusive(run.stopped === 'time' ? 'the time given was over' : 'the run was interrupted')
  }
  const blocked = having('blocked').filter((each) => each.level === 'must')
  if (blocked.length > 0) return inconclusive(`${named(blocked)} blocked`)
  if (!requirements.some((each) => ['pass', 'fail', 'warn'].includes(each.verdict))) {
    return inconclusive('no requirement was exercised')
  }
  const open = having('unexercised').filter((each) => each.level === 'must' && each.why !== 'unobservable')
  if (run.certify && open.length > 0) {
    return inconclusive(
      `certification needs every must exercised, and ${named(open)} ${open.length === 1 ? 'is' : 'are'} not`,
    )
  }
  return { exitCode: 0, headline: 'conformant', because: '' }
}

export function exitCodeOf(report: JudgedFacts): ReportedExitCode {
  return outcomeOf(report).exitCode
}

const count = (many: number): string => `${many} requirement${many === 1 ? '' : 's'}`

function named(requirements: readonly { readonly id: string }[]): string {
  const [first, ...others] = requirements
  if (first === undefined) return ''
  return others.length === 0 ? first.id : `${first.id} and ${others.length} more`
}
