import { VERDICTS, type Verdict } from '../../../kit/check/verdicts/verdict.ts'
import { decisive, notAskedAgain } from '../../../kit/report/asked/asked-again.ts'
import type { Report, ReportedJudgement } from '../../../kit/report/report.ts'
import { failingByRestart } from '../causes/crashes/restarts.ts'
import { wrongKeys } from '../causes/wrong-keys.ts'
import { clipped } from '../clipped.ts'
import { isNarrower } from './asked.ts'
import { decidedBeside } from './decided-beside.ts'
import { cellsEverSeen, type EverSeen } from './ever-seen.ts'
import { movedFrom, placeOf } from './moved.ts'

/** One run among others of its target. */
export interface HistoryRun {
  readonly id: string
  /** As reports write it. */
  readonly startedAt: string
  readonly headline: Report['outcome']['headline']
  /** What a baseline made of it, or that its warnings fail it, in a line; absent where neither has a say. */
  readonly gate?: string
  /** What it was asked for: `all`, or the patterns. */
  readonly asked: string
  readonly seed: number
  /** Where it found the target, where the run before found it elsewhere: what changed since may be the place. */
  readonly at?: string
  /** What keys of its target file explain as well as the service does: what changes with them is no news of it. */
  readonly keys?: string
  readonly seconds: number
  readonly isStopped: boolean
  readonly counts: Readonly<Record<Verdict, number>>
  /** Ids of requirements that were not broken, or not known to be, when they were judged last. */
  readonly broken: readonly string[]
  /** The same of those that warn and did not when they were judged last. */
  readonly warned: readonly string[]
  /** Ids of those that were in one of these troubles when they were judged last, and are in none. */
  readonly fixed: readonly string[]
  /**
   * The same of those that a run of fewer checks keeps, for the first time since: what the run in which they failed sent
   * before may have had a part in it, so that one that asks for as much says whether they are fixed.
   */
  readonly keptAgain: readonly string[]
  /**
   * The same of those that are in none for the first time since, where not all that was held against the target was sent
   * again. It is said once: what later runs do not send again either is no news.
   */
  readonly notAskedAgain: readonly string[]
}

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
  /** Of the run that had it in trouble last. */
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

export interface History {
  readonly target: string
  /** The oldest first. */
  readonly runs: readonly HistoryRun[]
  readonly courses: readonly Course[]
  readonly cells: readonly EverSeen[]
}

const BROKEN: readonly Verdict[] = ['broken', 'fail']
const TROUBLED: readonly Verdict[] = [...BROKEN, 'warn']
const KEPT: readonly Verdict[] = ['pass', 'noted', 'inapplicable']

/**
 * What became of a target from run to run.
 * @param all of one target, the oldest first; one at least
 */
export function historyOf(all: readonly Report[]): History {
  const reports = wholeRuns(all)
  const words = new Words()
  return {
    target: reports.at(-1)?.target.name ?? '',
    runs: reports.map((report, at) => ({ ...runOf(report, words), ...movedTo(report, reports.slice(0, at)) })),
    courses: coursesOf(reports),
    cells: cellsEverSeen(reports),
  }
}

/** The runs among reports: shards that were merged are one. */
export function wholeRuns(all: readonly Report[]): readonly Report[] {
  const merged = new Set(all.flatMap(({ run }) => run.merged ?? []))
  return all.filter(({ run }) => run.shard === undefined || !merged.has(run.id))
}

/** Where a run found what the last run of the same service before it found elsewhere. */
function movedTo(report: Report, before: readonly Report[]): { readonly at?: string } {
  const baseUrls = Object.assign({}, ...before.map(({ target }) => target.baseUrls))
  const urls = movedFrom(report, { target: { baseUrls } })
  return urls.length === 0 ? {} : { at: urls.join(', ') }
}

interface LastWord {
  readonly word: 'broken' | 'warned' | 'kept'
  readonly report: Report
  /** What was held against the target then and has not been sent again since, by whichever run; absent where it was kept. */
  readonly open?: readonly ReportedJudgement[]
  /** Whether a run since kept it, and was said not to have sent all of that again. */
  readonly isTold?: boolean
  /** The run of fewer checks that kept all of it since. */
  readonly keptBy?: Report
}

/** What became of requirements when they were judged last, by the place of their service: another one's are no news of it. */
class Words {
  readonly #words = new Map<string, LastWord>()

  get(report: Report, id: string): LastWord | undefined {
    return this.#words.get(`${placeOf(report, id)} ${id}`)
  }

  set(report: Report, id: string, word: LastWord): void {
    this.#words.set(`${placeOf(report, id)} ${id}`, word)
  }
}

/** @param words what became of a requirement when it was judged last where this run was; is brought up to date */
function runOf(report: Report, words: Words): HistoryRun {
  const { run, outcome, requirements } = report
  const having = (verdicts: readonly Verdict[]): string[] =>
    requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id)
  const [bad, poor, good] = [having(BROKEN), having(['warn']), having(KEPT)]
  const isNews = (id: string, word: LastWord['word']): boolean => {
    const last = words.get(report, id)
    return last?.word !== word || (last.keptBy !== undefined && !isNarrower(last.keptBy, report))
  }
  const broken = bad.filter((id) => isNews(id, 'broken'))
  const warned = poor.filter((id) => isNews(id, 'warned'))
  const over = good.flatMap((id) => {
    const last = words.get(report, id)
    if (last?.open === undefined) return []
    return [{ id, last, open: notAskedAgain(last.open, last.report, report) }]
  })
  for (const id of bad) words.set(report, id, { word: 'broken', report, open: decisive(report, id) })
  for (const id of poor) words.set(report, id, { word: 'warned', report, open: decisive(report, id) })
  for (const id of good) words.set(report, id, { word: 'kept', report })
  // What was kept without all that failed having been sent again has not ended; the next run may send the rest.
  const unmet = over.filter(({ open }) => open.length > 0)
  for (const { id, last, open } of unmet) words.set(report, id, { ...last, open, isTold: true })
  const met = over.filter(({ open }) => open.length === 0)
  const again = met.filter(({ last }) => isNarrower(report, last.report))
  for (const { id, last } of again) words.set(report, id, { ...last, open: [], keptBy: report })
  const keys = wrongKeys(report).join('; ')
  return {
    id: run.id,
    startedAt: run.startedAt,
    headline: outcome.headline,
    ...decidedBeside(report),
    ...(keys === '' ? {} : { keys: clipped(keys, EXPLAINED) }),
    asked: askedOf(run),
    seed: run.seed,
    seconds: run.seconds.total,
    isStopped: run.stopped !== undefined,
    counts: Object.fromEntries(
      VERDICTS.map((verdict) => [verdict, requirements.filter((each) => each.verdict === verdict).length]),
    ) as Record<Verdict, number>,
    broken,
    warned,
    fixed: met.filter((each) => !again.includes(each) && !isByRestart(each)).map(({ id }) => id),
    keptAgain: met
      .filter((each) => (again.includes(each) ? each.last.keptBy === undefined : isByRestart(each)))
      .map(({ id }) => id),
    notAskedAgain: unmet.filter(({ last }) => last.isTold !== true).map(({ id }) => id),
  }
}

/** Whether a restart of the service may be all that made it fail: nothing need have been repaired for it to be kept. */
const isByRestart = ({ id, last }: { readonly id: string; readonly last: LastWord }): boolean =>
  failingByRestart(last.report).has(id)

/** Characters of what keys may explain. */
const EXPLAINED = 200

/** `all`, `all, quick`, `lib.loan.*, not lib.loan.limit`, `shard 2/3`. */
function askedOf({ only, skip, shard, depth }: Report['run']): string {
  const patterns = [...only, ...(skip.length === 0 ? [] : [`not ${skip.join(', ')}`])]
  const part = shard === undefined ? [] : [`shard ${shard.index}/${shard.of}`]
  if (patterns.length + part.length > 0) return [...part, ...patterns].join(', ')
  return depth === 'standard' ? 'all' : `all, ${depth}`
}

function coursesOf(reports: readonly Report[]): Course[] {
  const known = reports.map(({ requirements }) => new Map(requirements.map((each) => [each.id, each])))
  const ids = new Set(
    reports.flatMap(({ requirements }) =>
      requirements.filter(({ verdict }) => TROUBLED.includes(verdict)).map(({ id }) => id),
    ),
  )
  return [...ids].map((id) => {
    const verdicts = known.map((requirements) => requirements.get(id)?.verdict)
    const { begin, isKeptAgain, wasKept, isFromTheFirst, elsewhere } = troubleOf(id, verdicts, reports)
    const since = begin?.run.startedAt
    const text = known.flatMap((requirements) => requirements.get(id) ?? []).at(-1)?.text ?? ''
    const last = verdicts.findLast((verdict) => verdict !== undefined && TROUBLED.includes(verdict))
    const troubled = reports[verdicts.findLastIndex((verdict) => verdict !== undefined && TROUBLED.includes(verdict))]
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
 * much as the one that it failed in.
 */
function beginOf(
  id: string,
  verdicts: readonly (Verdict | undefined)[],
  reports: readonly Report[],
): Omit<Begun, 'elsewhere'> {
  let begin: Report | undefined
  let last: Report | undefined
  let open: readonly ReportedJudgement[] = []
  let [isKept, wasKept, isFromTheFirst] = [false, false, true]
  for (const [at, report] of reports.entries()) {
    const verdict = verdicts[at]
    if (verdict === undefined) continue
    if (TROUBLED.includes(verdict)) {
      begin ??= report
      wasKept ||= isKept
      last = report
      open = decisive(report, id)
    } else if (KEPT.includes(verdict)) {
      isFromTheFirst &&= last !== undefined
      if (last === undefined) continue
      open = notAskedAgain(open, last, report)
      isKept = true
      if (open.length > 0 || isNarrower(report, last)) continue
      begin = last = undefined
      isKept = wasKept = isFromTheFirst = false
    }
  }
  return { ...(begin && { begin }), isKeptAgain: begin !== undefined && open.length === 0, wasKept, isFromTheFirst }
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

/** `2026-11-22 15:03`, by the clock of whoever reads it. */
export function minuteOf(instant: string): string {
  const at = new Date(instant)
  const two = (many: number): string => String(many).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}
