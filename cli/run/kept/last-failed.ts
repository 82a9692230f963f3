import type { Check } from '../../../kit/check/check.ts'
import { DEPTHS, type Depth } from '../../../kit/check/depth.ts'
import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import { matches, selects } from '../../../kit/plan/selection.ts'
import { isAskedAgain } from '../../../kit/report/asked/asked-again.ts'
import type { Report } from '../../../kit/report/report.ts'
import { type Assembly, typedName } from '../../assembly.ts'
import type { Patterns } from '../../options/patterns.ts'
import { UsageError } from '../../usage-error.ts'
import { elsewhereText } from './elsewhere.ts'
import { depthAgain, keptReports, noneKept } from './find.ts'
import { keptRuns } from './kept-run.ts'
import { LastWords } from './last-words.ts'
import { checksFor, withSenders } from './senders.ts'

const FAILED: readonly Verdict[] = ['broken', 'fail', 'blocked']

/** Verdicts that count as failures of a report. */
type Counting = (report: Report) => readonly Verdict[]

/** As its run was asked, or the command is, warnings among them. */
const counting =
  (failOn: 'warn' | undefined): Counting =>
  ({ run }) =>
    run.failOn === 'warn' || failOn === 'warn' ? [...FAILED, 'warn'] : FAILED

/** What is asked of a target again. */
export interface AskedAgain extends Patterns {
  readonly failOn?: 'warn'
}

/** Nothing is left to be run again. */
export class NothingFailed extends UsageError {}

/** Something failed, and nothing of it would be asked as it is asked now. */
export class NothingAsked extends NothingFailed {}

export interface LastFailed {
  /** Ids of checks. */
  readonly only: readonly string[]
  readonly seed: number
  /** Of the deepest run without which some would be left out. */
  readonly depth: Depth
  /** The same as it is asked for: undefined where it is deep by the names of its checks alone. */
  readonly asked: Depth | undefined
}

/**
 * The checks of a target whose last word in the runs that are kept is no good one, whose traffic they saw, and that were
 * under way when the service went away, with the seed of the last run of any of them and the least depth at which each of
 * them failed: what later runs of other checks did not look at has failed as before. A good word of a run of a few checks, or of one that ended
 * early, counts where it sent again what had failed: a check may build on what others did. One at another address than the
 * failure counts where that is the address of the target now.
 * @throws UsageError where no run of the target is kept, NothingFailed where all is well
 */
export async function lastFailed(
  { name: target, baseUrls }: Pick<Report['target'], 'name' | 'baseUrls'>,
  { only = [], skip = [], failOn }: AskedAgain,
  checks: readonly Check[],
  assembly: Pick<Assembly, 'name' | 'typed'>,
  cwd: string,
): Promise<LastFailed> {
  const kept = await keptReports(assembly, cwd, target)
  const [newest] = kept
  if (newest === undefined) {
    const elsewhere = await elsewhereText(target, await keptRuns(cwd, assembly.name))
    throw new UsageError(
      `--last-failed: of ${target} ${elsewhere === undefined ? noneKept(assembly) : `no run is kept in this folder; ${elsewhere}`}`,
    )
  }
  const selected = new Set(checks.filter((check) => selects(check, { only, skip })).map(({ id }) => id))
  const failuresOf = counting(failOn)
  const said = new LastWords(baseUrls)
  const narrow: Report[] = []
  const green: Report[] = []
  const whole: Report[] = []
  const failures = kept.flatMap(({ report }) => {
    const fresh = report.checks.filter(({ id, verdict }) => verdict !== 'unexercised' && !said.has(id, report))
    const failed = failuresOf(report)
    const isMeant = (id: string): boolean => selected.has(id) || hasFailedIn(id, report, { only, skip }, failed)
    const own = fresh.filter(({ id, verdict }) => failed.includes(verdict) && isMeant(id))
    const open = own.filter(
      ({ id, verdict }) =>
        !narrow.some((later) => said.counts(id, later, report) && isCleared(id, report, later, failed)) &&
        !(
          verdict === 'blocked' &&
          green.some((later) => said.counts(id, later, report) && isAsDeep(later, report) && mightAsk(id, later))
        ),
    )
    // One that ended early may say well of a check of which it cut off what had failed.
    const isNarrow = report.run.only.length > 0 || report.run.stopped !== undefined
    for (const { id, verdict } of fresh) if (!isNarrow || failed.includes(verdict)) said.add(id, report)
    // A run of everything that came to its end since has met it, or had no occasion to.
    const isOver = (id: string): boolean =>
      whole.some((later) => said.counts(id, later, report)) ||
      narrow.some((later) => said.counts(id, later, report) && hasJudged(id, later))
    const cut = underWay(report, checks).filter((id) => !said.has(id, report) && isMeant(id) && !isOver(id))
    for (const id of cut) said.add(id, report)
    if (isNarrow) narrow.push(report)
    else {
      whole.push(report)
      // Nothing stood in the way of any check of it: what it had no occasion to ask waits for nothing that is broken.
      if (report.run.skip.length === 0 && !report.checks.some((each) => failed.includes(each.verdict)))
        green.push(report)
    }
    const again = withSenders(
      report,
      open.map(({ id }) => id),
      checks,
    )
    return [...new Set([...again, ...cut])].map((id) => ({ id, report }))
  })
  const [first] = failures
  if (first === undefined) {
    if (only.length > 0 || skip.length > 0)
      throw new NothingFailed(
        `--last-failed: nothing that is selected here failed when it was judged last; ${typedName(assembly)} plan --last-failed tells what did`,
      )
    const { stopped, because } = newest.report.run
    if (stopped !== undefined)
      throw new NothingFailed(
        `--last-failed: the last run of ${target} (${newest.report.run.startedAt.slice(0, 16).replace('T', ' ')} UTC) ended early${because === undefined ? '' : `, as ${because}`}, and nothing had failed by then; the same command without it judges all`,
      )
    throw new NothingFailed(
      `--last-failed: nothing failed in the last run of ${target} (${newest.report.run.startedAt.slice(0, 16).replace('T', ' ')} UTC); the same command without it judges all`,
    )
  }
  if (hasAskedAll(newest.report, failures, first.report.run.seed, failuresOf) && said.isHere(newest.report))
    throw new NothingFailed(
      `--last-failed: what failed in ${target} was asked again by the last run (${newest.report.run.startedAt.slice(0, 16).replace('T', ' ')} UTC), which found nothing broken; what else was held against it its checks do not send alone: the same command without --last-failed judges all`,
    )
  // A run of less depth would leave out what failed in one of more, unless it failed in one of less as well.
  const shallowest = failures.map(({ id, report }) => {
    const failing = kept.filter((each) =>
      each.report.checks.some((one) => one.id === id && failuresOf(each.report).includes(one.verdict)),
    )
    const [least = report] = failing
      .map((each) => each.report)
      .toSorted((a, b) => DEPTHS.indexOf(a.run.depth) - DEPTHS.indexOf(b.run.depth))
    return least
  })
  const depth = DEPTHS.findLast((each) => shallowest.some(({ run }) => run.depth === each)) ?? first.report.run.depth
  const deepest = shallowest.filter(({ run }) => run.depth === depth)
  const asked = deepest.every((each) => depthAgain(each) === undefined) ? undefined : depth
  return { only: [...new Set(failures.map(({ id }) => id))], seed: first.report.run.seed, depth, asked }
}

const isAsDeep = (later: Report, before: Report): boolean =>
  DEPTHS.indexOf(later.run.depth) >= DEPTHS.indexOf(before.run.depth)

/** Whether a check ran, or had no occasion to: a target file that says less than another leaves out what was blocked there. */
const mightAsk = (id: string, { plan }: Report): boolean => !plan.excluded.some(({ checks }) => checks.includes(id))

/** Whether a run asked for all of these, with that seed, came to its end and found nothing wrong: another one would say the same. */
const hasAskedAll = (
  report: Report,
  failures: readonly { readonly id: string }[],
  seed: number,
  failuresOf: Counting,
): boolean =>
  report.run.stopped === undefined &&
  report.run.seed === seed &&
  failures.every(({ id }) => report.run.only.includes(id)) &&
  !report.checks.some(({ verdict }) => failuresOf(report).includes(verdict))

/** Checks that sent what a service may have gone away by, the likeliest first: any of them may be the one. */
function underWay(report: Report, checks: readonly Check[]): readonly string[] {
  const { run, exchanges } = report
  const sent = (run.suspects ?? []).flatMap((id) => exchanges.find((each) => each.id === id)?.check ?? [])
  return checksFor([...new Set(sent)], report, checks)
}

const hasJudged = (id: string, { checks }: Report): boolean =>
  checks.some((each) => each.id === id && each.verdict !== 'unexercised')

/** Whether a check failed in a statement that is named: one that judges it in passing is not selected by it. */
function hasFailedIn(
  check: string,
  report: Report,
  { only, skip }: Required<Patterns>,
  failed: readonly Verdict[],
): boolean {
  return report.requirements.some(
    ({ id, judgements }) =>
      only.some((pattern) => matches(id, pattern)) &&
      ![id, check].some((each) => skip.some((pattern) => matches(each, pattern))) &&
      judgements.some((each) => each.check === check && failed.includes(each.verdict)),
  )
}

/** Whether a later run had nothing against a target where it sent again what this check had something against. */
function isCleared(id: string, before: Report, later: Report, failed: readonly Verdict[]): boolean {
  const verdict = later.checks.find((each) => each.id === id)?.verdict
  if (verdict === undefined || verdict === 'unexercised' || failed.includes(verdict)) return false
  const judgements = before.requirements.flatMap((each) => each.judgements)
  return isAskedAgain(
    judgements.filter((each) => each.check === id && failed.includes(each.verdict)),
    before,
    later,
  )
}
