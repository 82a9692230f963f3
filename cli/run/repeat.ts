import { randomInt } from 'node:crypto'
import type { Report } from '../../kit/report/report.ts'
import { verdictLine } from '../../reporters/console/console.ts'
import { paintFor } from '../../reporters/console/text/paint.ts'
import { counted } from '../../reporters/views/counted.ts'
import { leftByOthers } from '../../reporters/views/plan/left-behind.ts'
import { type Difference, differencesOf, isJudgedBySome } from '../../reporters/views/runs/differences.ts'
import { UsageError } from '../usage-error.ts'
import type { Judged } from './seal.ts'
import { badnessOf } from './worst-code.ts'

export interface RepeatFlags {
  readonly repeat?: number
  readonly seed?: number
  readonly certify?: boolean
  readonly watch?: unknown
}

const MOST_SEED = 2 ** 31 - 1

/**
 * Judges a target so often, each time with another seed, and says on stderr what each run came to and what differed.
 * Gives back the worst run, the first of equals, with a note of that.
 * @throws UsageError beside what wants one run
 */
export async function repeating(
  { repeat = 1, seed = randomInt(MOST_SEED), certify, watch }: RepeatFlags,
  judge: (seed: number, isFirst: boolean) => Promise<Judged>,
): Promise<Judged> {
  if (certify === true) throw new UsageError('--repeat: --certify seals one run; leave one of the two out')
  if (watch !== undefined) throw new UsageError('--repeat: --watch runs again by itself; leave one of the two out')
  const runs: Judged[] = []
  const say = (line: string): boolean => process.stderr.write(`${line}\n`)
  for (let index = 0; index < repeat; index += 1) {
    const made = await judge((seed + index) % MOST_SEED, index === 0)
    runs.push(made)
    const { report } = made
    say(
      `run ${index + 1} of ${repeat}, seed ${report.run.seed}: ${verdictLine(report, paintFor(process.stderr, process.env))}`,
    )
    if (report.run.stopped !== undefined) break
  }
  const reports = runs.map(({ report }) => report)
  const found = differencesOf(reports)
  const differences = found.filter((each) => !isJudgedBySome(each))
  const partly = found.filter(isJudgedBySome)
  const unmade = unmadeText(reports, repeat)
  if (reports.length > 1)
    say(
      differences.length === 0
        ? `${reports.length} runs agree on every statement that they judged`
        : `${counted(differences.length, 'statement')} ${differences.length === 1 ? 'differs' : 'differ'} between runs:`,
    )
  const sayEach = (list: readonly Difference[]): void => {
    for (const { requirement, verdicts } of list) {
      const told = verdicts.map((verdict, index) => `${verdict} (seed ${reports[index]?.run.seed})`)
      say(`  ${requirement}: ${told.join(', ')}`)
    }
  }
  sayEach(differences)
  if (partly.length > 0) say(`judged by some of the runs alone, which no other contradicts (${partly.length}):`)
  sayEach(partly)
  if (unmade !== undefined) say(unmade)
  const [worst] = runs.toSorted((a, b) => rankOf(b) - rankOf(a))
  if (worst === undefined) throw new RangeError(`--repeat ${repeat}: no run was made`)
  const { report } = worst
  const notes = [
    ...(runs.length === 1 ? [] : [noteOf(runs.length, differences, partly)]),
    ...(unmade === undefined ? [] : [unmade]),
    // Its cost is that of one run; who clears up has the traces of all to find.
    ...leftByOthers(reports.filter((each) => each !== report)),
  ]
  return { ...worst, report: { ...report, notes: [...report.notes, ...notes] } }
}

/** That runs were not made, as the one before them ended early; undefined where all were. */
function unmadeText(reports: readonly Report[], repeat: number): string | undefined {
  const left = repeat - reports.length
  if (left === 0) return undefined
  const which = left === 1 ? `run ${repeat} of ${repeat} was` : `${left} of ${repeat} runs were`
  const alone = reports.length === 1 ? '; there is nothing to compare this one with' : ''
  return `${which} not made, as run ${reports.length} ended before its end${alone}`
}

/** Ids that a note names. */
const NAMED = 4

/** What the report of one run says of those that were made beside it. */
function noteOf(many: number, differences: readonly Difference[], partly: readonly Difference[]): string {
  const some = partly.length === 0 ? '' : `; judged by some of them alone: ${namesOf(partly)}`
  return differences.length === 0
    ? `the worst of ${many} runs with seeds of their own, which agree on every statement that they judged${some}`
    : `the worst of ${many} runs with seeds of their own, which do not agree on ${counted(differences.length, 'statement')}: ${namesOf(differences)}${some}`
}

function namesOf(differences: readonly Difference[]): string {
  const ids = differences.slice(0, NAMED).map(({ requirement }) => requirement)
  const rest = differences.length - ids.length
  return `${ids.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

const rankOf = ({ report }: Judged): number => badnessOf(report.outcome.exitCode)
