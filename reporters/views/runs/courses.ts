import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import { decisive } from '../../../kit/report/asked/asked-again.ts'
import type { Report } from '../../../kit/report/report.ts'
import { minuteOf } from './minute.ts'
import { placeOf } from './moved.ts'
import { isAllSent, isOfLess, type OpenJudgements, openBehind, openWith } from './open-judgements.ts'

/** A requirement that was in trouble in one run at least. */
export interface Course {
  readonly id: string
  readonly text: string
  /** Its verdict in each run, the oldest first; undefined where that run does not know it. */
  readonly verdicts: readonly (Verdict | undefined)[]
  /** When it got into the trouble that it is in; undefined where it is in none. */
  readonly since?: string
  /** Whether no run before that one judged it otherwise: it may have been in trouble before the first of them. */
  readonly isFromTheFirst: boolean
  /** Whether a run between then and the last trouble kept it, that asked less of it: it may have been over meanwhile. */
  readonly wasKept: boolean
  /** Whether it only warned when it was judged last. */
  readonly warns: boolean
  /** Of the run that had it in trouble last; where it was kept since, of the last whose trouble was not all sent again. */
  readonly seed?: number
  /** That run, by which it is asked again. */
  readonly last?: FailedRun
  /** Whether all that was held against the target was sent again and kept since, by runs of fewer checks alone. */
  readonly isKeptAgain: boolean
  /** The address at which it is in trouble, where it was judged last at another one, and kept there. */
  readonly elsewhere?: string
}

/** A run that had something against a requirement. */
export interface FailedRun {
  readonly id: string
  readonly depth: Report['run']['depth']
  /** Whether its checks alone ask the same again: what fixtures sent for others comes of a whole run only. */
  readonly isReplayed: boolean
}

const TROUBLED: readonly Verdict[] = ['broken', 'fail', 'warn']
/** Verdicts of a requirement that was judged, and is in no trouble. */
export const KEPT: readonly Verdict[] = ['pass', 'noted', 'inapplicable']

/** The runs among reports: shards that were merged are one. */
export function wholeRuns(all: readonly Report[]): readonly Report[] {
  const merged = new Set(all.flatMap(({ run }) => run.merged ?? []))
  return all.filter(({ run }) => run.shard === undefined || !merged.has(run.id))
}

/**
 * Ids of what the last of several runs of one target kept where it was in trouble before, while a check by which it was so
 * has not judged there since. What that check sends with another seed it need not send again.
 * @param all the oldest first
 */
export function keptOpen(all: readonly Report[]): ReadonlySet<string> {
  const runs = wholeRuns(all)
  const present = runs.at(-1)
  const judged = new Set(present?.checks.flatMap(({ id, verdict }) => (verdict === 'unexercised' ? [] : [id])))
  const isOfOthers = ({ id, last }: Course): boolean => {
    const failed = runs.find(({ run }) => run.id === last?.id)
    return failed !== undefined && decisive(failed, id).some(({ check }) => !judged.has(check))
  }
  return new Set(
    coursesOf(runs)
      .filter((each) => each.since !== undefined && each.elsewhere === undefined && !each.isKeptAgain)
      .filter(({ verdicts }) => KEPT.includes(verdicts.at(-1) ?? 'unexercised'))
      .filter(isOfOthers)
      .map(({ id }) => id),
  )
}

/** @param reports of one target, the oldest first */
export function coursesOf(reports: readonly Report[]): Course[] {
  const known = reports.map(({ requirements }) => new Map(requirements.map((each) => [each.id, each])))
  const ids = new Set(
    reports.flatMap(({ requirements }) =>
      requirements.filter(({ verdict }) => TROUBLED.includes(verdict)).map(({ id }) => id),
    ),
  )
  return [...ids].map((id) => {
    const verdicts = known.map((requirements) => requirements.get(id)?.verdict)
    const { begin, open, isKeptAgain, wasKept, isFromTheFirst, elsewhere } = troubleOf(id, verdicts, reports)
    const since = begin?.run.startedAt
    const text = known.flatMap((requirements) => requirements.get(id) ?? []).at(-1)?.text ?? ''
    const last = verdicts.findLast((verdict) => verdict !== undefined && TROUBLED.includes(verdict))
    const troubled =
      open ?? reports[verdicts.findLastIndex((verdict) => verdict !== undefined && TROUBLED.includes(verdict))]
    return {
      id,
      text,
      verdicts,
      warns: last === 'warn',
      isKeptAgain,
      wasKept,
      isFromTheFirst,
      ...(elsewhere === undefined ? {} : { elsewhere }),
      ...(since === undefined ? {} : { since }),
      ...(troubled === undefined ? {} : { seed: troubled.run.seed, last: failedRun(id, troubled) }),
    }
  })
}

function failedRun(id: string, report: Report): FailedRun {
  const { run, checks, exchanges } = report
  const sender = new Map(exchanges.map((each) => [each.id, each.check]))
  const sending = new Set(sender.values())
  const isReplayed = decisive(report, id).every(
    ({ check, evidence: [first = ''] }) => sending.has(check) || checks.some((each) => each.id === sender.get(first)),
  )
  return { id: run.id, depth: run.depth, isReplayed }
}

interface Begun {
  /** The run in which it began; absent where it is over. */
  readonly begin?: Report
  /** The last one by which something is open. */
  readonly open?: Report
  readonly isKeptAgain: boolean
  readonly wasKept: boolean
  readonly isFromTheFirst: boolean
  readonly elsewhere?: string
}

/** The trouble that a requirement is in where it was judged last, else that at another place. */
function troubleOf(id: string, verdicts: readonly (Verdict | undefined)[], reports: readonly Report[]): Begun {
  const places = reports.map((report) => placeOf(report, id))
  const isJudged = (verdict: Verdict | undefined): boolean =>
    verdict !== undefined && [...TROUBLED, ...KEPT].includes(verdict)
  const last = verdicts.findLastIndex(isJudged)
  const at = (place: string | undefined): Begun =>
    beginOf(
      id,
      verdicts.map((verdict, index) => (places[index] === place ? verdict : undefined)),
      reports,
    )
  const here = at(places[last])
  if (here.begin !== undefined) return here
  for (const place of new Set(places)) {
    const there = at(place)
    if (there.begin !== undefined) return { ...there, elsewhere: place }
  }
  return here
}

/**
 * The run in which a requirement got into the trouble that it is in. Runs that did not judge it say nothing of it. It is
 * over where runs kept it that together sent again all that was held against the target, the last of which asked for as
 * much as those that it failed in.
 */
function beginOf(
  id: string,
  verdicts: readonly (Verdict | undefined)[],
  reports: readonly Report[],
): Omit<Begun, 'elsewhere'> {
  let begin: Report | undefined
  let open: OpenJudgements = []
  let [isKept, wasKept, isFromTheFirst] = [false, false, true]
  for (const [at, report] of reports.entries()) {
    const verdict = verdicts[at]
    if (verdict === undefined) continue
    if (TROUBLED.includes(verdict)) {
      begin ??= report
      wasKept ||= isKept
      open = openWith(open, report, id)
    } else if (KEPT.includes(verdict)) {
      isFromTheFirst &&= begin !== undefined
      if (begin === undefined) continue
      open = openBehind(open, report)
      isKept = true
      if (!isAllSent(open) || isOfLess(report, open)) continue
      begin = undefined
      open = []
      isKept = wasKept = isFromTheFirst = false
    }
  }
  const last = open.find(({ judgements }) => judgements.length > 0)?.report
  return {
    ...(begin && { begin }),
    ...(last && { open: last }),
    isKeptAgain: begin !== undefined && isAllSent(open),
    wasKept,
    isFromTheFirst,
  }
}

/**
 * How a requirement that was in trouble stands: `now` where the last run has it in trouble, `kept` where it was kept when it
 * was judged last and what failed was not sent again, `before` where the last run did not judge it.
 */
export function standingOf({ verdicts }: Pick<Course, 'verdicts'>): 'now' | 'kept' | 'before' {
  const last = verdicts.at(-1)
  if (last !== undefined && TROUBLED.includes(last)) return 'now'
  const judged = verdicts.findLast((each) => each !== undefined && [...TROUBLED, ...KEPT].includes(each))
  return judged !== undefined && KEPT.includes(judged) ? 'kept' : 'before'
}

/** `2026-11-22 15:03 or earlier`: since when it is in trouble, and whether a run kept it meanwhile. */
export const beganText = ({
  since = '',
  wasKept,
  isFromTheFirst,
}: Pick<Course, 'since' | 'wasKept' | 'isFromTheFirst'>): string =>
  `${minuteOf(since)}${isFromTheFirst ? ' or earlier' : ''}${wasKept ? ', kept in between by a run that asked less of it' : ''}`
