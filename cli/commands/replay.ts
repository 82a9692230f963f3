import type { Check } from '../../kit/check/check.ts'
import type { Verdict } from '../../kit/check/verdicts/verdict.ts'
import { nearestOf } from '../../kit/plan/nearest-ids.ts'
import type { Report } from '../../kit/report/report.ts'
import { type Assembly, loaded, sectionsOf, typedName } from '../assembly.ts'
import { tryAgain } from '../files/counterexample.ts'
import { flagsText } from '../options/flags-text.ts'
import { depthAgain, type Found, keptReports, lastWhere, reportOrLast } from '../run/kept/find.ts'
import { placingFlags } from '../run/kept/kept-run.ts'
import { isTargetKnown } from '../run/kept/known-target.ts'
import { isRun } from '../run/kept/named-run.ts'
import { withSenders } from '../run/kept/senders.ts'
import { unjudgedSince } from '../run/kept/unjudged.ts'
import { publish } from '../run/output/publish.ts'
import type { RunFlags } from '../run/terms/run-flags.ts'
import { type TargetFlags, targetFlagsOf } from '../run/terms/target.ts'
import { UsageError } from '../usage-error.ts'
import { judge } from './run.ts'

const FAILED: readonly Verdict[] = ['broken', 'fail']

/** Exit code where nothing can be said. */
const INCONCLUSIVE = 3

export interface ReplayFlags extends TargetFlags {
  readonly yes?: boolean
  readonly verbose?: boolean
  readonly seed?: number
  readonly path?: string
}

/**
 * Runs one check of a report once more, or tries one generated value again. Gives back the exit code of that run.
 * @param first the file of the report, or a run that is kept: its folder, its name or `last`; the id of the check where no second argument follows
 * @throws UsageError where it is not clear which value is meant, and where no run is kept that judged the check
 */
export async function replay(
  first: string,
  second: string | undefined,
  flags: ReplayFlags,
  assembly: Assembly,
): Promise<number> {
  const [file, check] = second === undefined ? [undefined, first] : [first, second]
  const { seed, path } = flags
  if (file === undefined && (await isRun(check, assembly, process.cwd())))
    throw new UsageError(
      `replay ${check}: name a check after it, as a report tells them: replay ${check} <check or requirement>`,
    )
  if (seed !== undefined && path !== undefined && file === undefined) {
    const told = await judgedBefore(check, assembly).catch(unlessUsage)
    const own = told === undefined ? flags : sameTarget(flags, told, assembly)
    return tryAgain(check, { ...own, seed, path }, assembly)
  }
  if (seed !== undefined) throw new UsageError(`--seed ${seed}: the report has the seed; leave one of the two out`)
  const found = file === undefined ? await judgedBefore(check, assembly) : await reportIn(file, assembly)
  const { report } = found
  if (path !== undefined)
    return tryAgain(check, { ...sameTarget(flags, found, assembly), seed: report.run.seed, path }, assembly)
  const again = replayOf(report, check, (await loaded(assembly.suites)).checks)
  return runAgain(found, checksOf(report, check), again, sameTarget(flags, found, assembly), assembly)
}

/** Where no run is kept the flags say which target is meant. */
function unlessUsage(error: unknown): undefined {
  if (!(error instanceof UsageError)) throw error
}

/** The last run that is kept in which a check ran, or the checks of a requirement. */
const judgedBefore = (name: string, assembly: Assembly): Promise<Found> =>
  lastWhere(
    assembly,
    process.cwd(),
    (report) => {
      const own = checksOf(report, name)
      return report.checks.some(({ id, verdict }) => own.includes(id) && verdict !== 'unexercised')
    },
    (newest) =>
      checksOf(newest, name).length > 0
        ? `${name}: no run that is kept has exercised it; ${typedName(assembly)} run --only ${name} does, or says what is missing`
        : noSuchCheck(newest, name),
  )

/** The report that a word means, with what is kept of its run here. */
async function reportIn(word: string, assembly: Assembly): Promise<Found> {
  const found = await reportOrLast(word, assembly, process.cwd())
  if (found.about !== undefined) return found
  const { report, path } = found
  const kept = (await keptReports(assembly, process.cwd())).find((each) => each.report.run.id === report.run.id)
  return { report, path, ...(kept?.about !== undefined && { about: kept.about }) }
}

/**
 * As the run named its target, unless the flags name another.
 * @throws UsageError where nobody does: another target would be judged in its place
 */
function sameTarget(flags: ReplayFlags, { report, path, about }: Found, assembly: Assembly): ReplayFlags {
  if (Object.keys(placingFlags(targetFlagsOf(flags, sectionsOf(assembly)))).length > 0) return flags
  const { target } = report
  if (isTargetKnown(report, about?.flags, assembly, process.cwd()))
    return { ...flags, ...about?.flags, ...(flags.dotenv !== undefined && { dotenv: flags.dotenv }) }
  const where = Object.values(target.baseUrls).join(', ')
  throw new UsageError(
    `replay ${path}: it is of ${target.name} (${where}), and nothing here says how to judge that; name its target file with --config`,
  )
}

/** With the seed and depth that it had. */
async function runAgain(
  { report: before, path, about }: Found,
  named: readonly string[],
  again: ReturnType<typeof replayOf>,
  flags: ReplayFlags,
  assembly: Assembly,
): Promise<number> {
  const { seed: _, path: __, ...rest } = flags
  const judged = await judge({ ...rest, ...again }, assembly)
  const where = flagsText(targetFlagsOf(flags, sectionsOf(assembly)))
  const code = await publish(
    judged,
    flags,
    about === undefined ? { replayOf: path, replayWith: where } : { replayOf: before.run.id },
  )
  const own = (report: Report): string =>
    named
      .flatMap((id) => report.checks.filter((each) => each.id === id).map(({ verdict }) => `${id} ${verdict}`))
      .join(', ')
  const { target } = judged.report
  const other = before.target.name === target.name ? '' : `, of ${before.target.name}`
  process.stdout.write(`then${other}: ${own(before)}; now: ${own(judged.report)}\n`)
  const { open, keptOtherwise } = unjudgedSince(before, named, judged.report)
  if (open.length === 0 && keptOtherwise.length === 0) {
    // What went before it in that run may have had its part in it.
    if (code === 0 && before.checks.some(({ id, verdict }) => named.includes(id) && FAILED.includes(verdict)))
      process.stdout.write(
        `it holds by itself now: it is mended, or what went before it then, or the time that passed between its requests, had a part in it; with all of that: ${runLike(before, flags, assembly)}\n`,
      )
    return code
  }
  const words = [
    ...(open.length === 0 ? [] : [`not judged this time: ${open.join(', ')}`]),
    ...(keptOtherwise.length === 0
      ? []
      : [`kept, but not all that failed then was sent again or came: ${keptOtherwise.join(', ')}`]),
  ]
  process.stdout.write(`${words.join('; ')}; a run like that one asks for it: ${runLike(before, flags, assembly)}\n`)
  // What failed then may fail still.
  return code === 0 ? INCONCLUSIVE : code
}

/** The command of a run that asks what the one of a report asked, and where. */
function runLike({ run }: Report, flags: ReplayFlags, assembly: Assembly): string {
  const where = targetFlagsOf(flags, sectionsOf(assembly))
  const asked = {
    ...where,
    seed: run.seed,
    depth: run.depth,
    ...(run.only.length === 0 ? {} : { only: run.only }),
    // A certification leaves generated values out, which its depth alone would send.
    ...(run.skip.length === 0 && !run.certify
      ? {}
      : { skip: [...run.skip, ...(run.certify ? ['*/generated/*'] : [])] }),
  }
  return `${typedName(assembly)} run${flagsText(asked)}`
}

/**
 * What has the check of a report run as it ran then. One that sends nothing is run with those whose traffic it told of.
 * @param name of a check, or of a requirement, which stands for the checks that judged it
 * @throws UsageError where the report holds no such check
 */
export function replayOf(
  report: Report,
  name: string,
  known: readonly Check[] = [],
): Required<Pick<RunFlags, 'only' | 'seed'>> & Pick<RunFlags, 'depth'> & { only: string[] } {
  const { seed } = report.run
  const depth = depthAgain(report)
  const named = checksOf(report, name)
  if (named.length === 0) throw new UsageError(noSuchCheck(report, name))
  return { only: withSenders(report, named, known), seed, ...(depth === undefined ? {} : { depth }) }
}

/** Ids of the checks of a report that a name means: a check, or those that judged a requirement. */
function checksOf(report: Report, name: string): string[] {
  const isCheck = (check: string): boolean => report.checks.some(({ id }) => id === check)
  const judged = report.requirements.find(({ id }) => id === name)?.judgements.map(({ check }) => check) ?? []
  const named = isCheck(name) ? [name] : [...new Set(judged)]
  // Where a run is told what to do, a star stands for any text: a report could have every check run.
  const pattern = named.find((id) => id.includes('*'))
  if (pattern !== undefined)
    throw new UsageError(`${name}: the report names ${pattern} as a check, which is no id of one`)
  return named.filter(isCheck)
}

function noSuchCheck(report: Report, name: string): string {
  const near = nearestOf(
    name,
    [...report.checks, ...report.requirements].map(({ id }) => id),
  )
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`
  return `${name}: no check and no requirement that was judged in this report has such an id${hint}`
}
