import { VERDICTS, type Verdict } from '../../../kit/check/verdicts/verdict.ts'
import type { Report } from '../../../kit/report/report.ts'
import { byWrongKeys, wrongKeys } from '../causes/wrong-keys.ts'
import { clipped } from '../clipped.ts'
import { isNarrower } from './asked.ts'
import { type Course, coursesOf, KEPT, wholeRuns } from './courses.ts'
import { decidedBeside } from './decided-beside.ts'
import { cellsEverSeen, type EverSeen } from './ever-seen.ts'
import { movedFrom, placeOf } from './moved.ts'
import { isAllSent, isByRestart, isOfLess, type OpenJudgements, openBehind, openWith } from './open-judgements.ts'

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

export interface History {
  readonly target: string
  /** The oldest first. */
  readonly runs: readonly HistoryRun[]
  readonly courses: readonly Course[]
  readonly cells: readonly EverSeen[]
}

const BROKEN: readonly Verdict[] = ['broken', 'fail']

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

/** Where a run found what the last run of the same service before it found elsewhere. */
function movedTo(report: Report, before: readonly Report[]): { readonly at?: string } {
  const baseUrls = Object.assign({}, ...before.map(({ target }) => target.baseUrls))
  const urls = movedFrom(report, { target: { baseUrls } })
  return urls.length === 0 ? {} : { at: urls.join(', ') }
}

interface LastWord {
  readonly word: 'broken' | 'warned' | 'kept'
  /** Absent where it was kept. */
  readonly open?: OpenJudgements
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
    return [{ id, last, open: openBehind(last.open, report) }]
  })
  const openNow = (id: string): OpenJudgements => openWith(words.get(report, id)?.open ?? [], report, id)
  for (const id of bad) words.set(report, id, { word: 'broken', open: openNow(id) })
  for (const id of poor) words.set(report, id, { word: 'warned', open: openNow(id) })
  for (const id of good) words.set(report, id, { word: 'kept' })
  // What was kept without all that failed having been sent again has not ended; the next run may send the rest.
  const unmet = over.filter(({ open }) => !isAllSent(open))
  for (const { id, last, open } of unmet) words.set(report, id, { ...last, open, isTold: true })
  const met = over.filter(({ open }) => isAllSent(open))
  const again = met.filter(({ open }) => isOfLess(report, open))
  for (const { id, last, open } of again) words.set(report, id, { ...last, open, keptBy: report })
  const keys = keysText(report, [...bad, ...poor])
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
    fixed: met.filter((each) => !again.includes(each) && !isByRestart(each.open, each.id)).map(({ id }) => id),
    keptAgain: met
      .filter((each) => (again.includes(each) ? each.last.keptBy === undefined : isByRestart(each.open, each.id)))
      .map(({ id }) => id),
    notAskedAgain: unmet.filter(({ last }) => last.isTold !== true).map(({ id }) => id),
  }
}

/** Characters of what keys may explain. */
const EXPLAINED = 200

/** With the ids of those that they may explain, where these are not all that is in trouble. */
function keysText(report: Report, troubled: readonly string[]): string {
  const text = wrongKeys(report).join('; ')
  const own = byWrongKeys(report, troubled)
  return own.length === 0 || own.length === troubled.length ? text : `${own.join(', ')}, as ${text}`
}

/** `all`, `all, quick`, `lib.loan.*, not lib.loan.limit`, `shard 2/3`. */
function askedOf({ only, skip, shard, depth }: Report['run']): string {
  const patterns = [...only, ...(skip.length === 0 ? [] : [`not ${skip.join(', ')}`])]
  const part = shard === undefined ? [] : [`shard ${shard.index}/${shard.of}`]
  if (patterns.length + part.length > 0) return [...part, ...patterns].join(', ')
  return depth === 'standard' ? 'all' : `all, ${depth}`
}
