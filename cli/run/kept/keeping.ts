import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import { isAsked } from '../../../kit/report/asked/asked.ts'
import type { Report } from '../../../kit/report/report.ts'
import { sinceText } from '../../../reporters/console/runs/since.ts'
import { paintFor } from '../../../reporters/console/text/paint.ts'
import { keptOpen } from '../../../reporters/views/runs/courses.ts'
import { movedFrom } from '../../../reporters/views/runs/moved.ts'
import { type Assembly, sectionsOf, typedName } from '../../assembly.ts'
import { type TargetFlags, targetFlagsOf } from '../terms/target.ts'
import { elsewhereText, isByAddress } from './elsewhere.ts'
import { isAlike, isSamePlace } from './find.ts'
import { type About, aboutOf, type KeptRun, keepRun, keptRuns, placingFlags } from './kept-run.ts'
import { notSentAgain } from './not-sent-again.ts'

export interface KeepFlags extends TargetFlags {
  /** False: nothing of the run is kept. */
  readonly keep?: boolean
  readonly lastFailed?: boolean
}

/** Runs that are looked at for one that judged the same. */
const LOOKED_AT = 5

const isOf = (about: About, { about: other }: KeptRun): boolean =>
  other.target === about.target && other.services.join() === about.services.join() && isSamePlace(other, about)

const isExercised = ({ verdict }: Report['requirements'][number]): boolean => ['pass', 'fail', 'warn'].includes(verdict)

const isBad = ({ verdict }: Report['requirements'][number]): boolean => ['fail', 'blocked', 'broken'].includes(verdict)

const isObstructed = ({ verdict }: Report['requirements'][number]): boolean => ['blocked', 'broken'].includes(verdict)

/**
 * The one that had the last word on most of what this one judged, the last of several; one at another address where none
 * was at this one. What stood in the way then is what this one may have seen to.
 * @param runs the last one first
 */
async function mostLike(last: Report, runs: readonly KeptRun[]): Promise<Report | undefined> {
  const reports = (await Promise.all(runs.map((run) => run.report()))).filter((report) => report !== undefined)
  const here = reports.filter((report) => movedFrom(report, last).length === 0)
  const exercised = last.requirements.filter(isExercised)
  // What was judged beside what it was asked for is not why it was made.
  const asked = exercised.filter((each) => isAsked(each, last.run.only))
  const open = new Set((asked.length === 0 ? exercised : asked).map(({ id }) => id))
  const told = (here.length > 0 ? here : reports).map((report) => {
    const said = report.requirements.filter((each) => (isExercised(each) || isObstructed(each)) && open.delete(each.id))
    // What was in trouble is why it is asked again; what else its checks judge others may have judged since.
    return { report, many: said.length, bad: said.filter(isBad).length }
  })
  const [best] = told.toSorted((a, b) => b.bad - a.bad || b.many - a.many)
  return best === undefined || best.many === 0 ? undefined : best.report
}

/**
 * Ids of what was broken when these runs, the last one first, judged it last.
 * @param until the run behind which none is looked at
 */
async function brokenIn(runs: readonly KeptRun[], until?: string): Promise<ReadonlySet<string>> {
  const last = new Map<string, Verdict>()
  for (const run of runs) {
    const report = await run.report()
    if (until !== undefined && report?.run.id === until) break
    for (const { id, verdict } of report?.requirements ?? [])
      if (!last.has(id) && !UNJUDGED.includes(verdict)) last.set(id, verdict)
  }
  return new Set([...last].filter(([, verdict]) => verdict === 'fail').map(([id]) => id))
}

const UNJUDGED: readonly Verdict[] = ['unexercised', 'blocked', 'broken']

/** The last one that came to its end, or where none did the last one: what one that was stopped has not seen is no news. */
async function lastWhole(runs: readonly KeptRun[]): Promise<Report | undefined> {
  const reports = (await Promise.all(runs.map((run) => run.report()))).filter((each) => each !== undefined)
  return reports.find(({ run }) => run.stopped === undefined) ?? reports[0]
}

/** Of the first run of a target: that there are some of the same services, named in the same way, at another address. */
async function movedText(about: About, earlier: readonly KeptRun[]): Promise<string> {
  if (earlier.some((each) => each.about.target === about.target)) return ''
  const alike = earlier.filter(
    (each) =>
      each.about.services.join() === about.services.join() &&
      each.about.flags.config === about.flags.config &&
      Object.keys(placingFlags(each.about.flags)).join() === Object.keys(placingFlags(about.flags)).join(),
  )
  const elsewhere = await elsewhereText(about.target, alike)
  return elsewhere === undefined ? '' : `the first run of ${about.target} that is kept here; ${elsewhere}\n`
}

/**
 * What keeps the report of a run that is over, and gives back what is to be said of it: what changed since the last run of
 * the same target that was asked for the same, or of the one that judged most of it where this one asks again for what
 * had failed.
 */
export function keeping(flags: KeepFlags, assembly: Assembly, cwd: string): (report: Report) => Promise<string> {
  const command = assembly.name
  return async (report) => {
    if (flags.keep === false) return ''
    const about = aboutOf(report, { command, flags: targetFlagsOf(flags, sectionsOf(assembly)) })
    const earlier = await keptRuns(cwd, command)
    const before =
      flags.lastFailed === true
        ? await mostLike(
            report,
            earlier.filter((each) => isOf(about, each)),
          )
        : await lastWhole(earlier.filter((each) => isAlike(each.about, about)).slice(0, LOOKED_AT))
    try {
      await keepRun(cwd, report, about)
    } catch (error) {
      process.stderr.write(
        `${command}: this run is not kept: ${(error as Error).message}; --no-keep leaves it out without a word\n`,
      )
    }
    const own = earlier.filter((each) => isOf(about, each))
    if (before !== undefined) {
      // Of a whole run those that came in between have told already what it finds.
      const known = await brokenIn(own, flags.lastFailed === true ? undefined : before.run.id)
      const isLast = (await own[0]?.report())?.run.id === before.run.id
      const reports = (await Promise.all(own.map((each) => each.report()))).filter((each) => each !== undefined)
      const since = sinceText(before, report, paintFor(process.stdout, process.env), {
        known,
        open: keptOpen([...reports.reverse(), report]),
        isLast,
        isMost: flags.lastFailed === true,
      })
      return flags.lastFailed === true ? since : `${since}${await notSentAgain(report, own, typedName(assembly))}`
    }
    if (own.length > 0) return notSentAgain(report, own, typedName(assembly))
    return isByAddress(report) ? await movedText(about, earlier) : ''
  }
}
