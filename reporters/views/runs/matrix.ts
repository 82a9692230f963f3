import { bySeverity, VERDICTS, type Verdict } from '../../../kit/check/verdicts/verdict.ts'
import { isAsked } from '../../../kit/report/asked/asked.ts'
import type { ReportedBaseline } from '../../../kit/report/baseline.ts'
import type { Report, ReportedRequirement } from '../../../kit/report/report.ts'
import { areaOf, serviceOf } from '../area.ts'
import { grouped } from '../grouping.ts'
import { TROUBLES } from '../verdict-words.ts'
import { patternsText, untimed } from './comparison.ts'
import { minuteOf } from './minute.ts'

/** A report that stands in a column. */
export interface ColumnSource {
  readonly report: Report
  /** What tells it from the others where its target does not: the name of its file. */
  readonly name: string
  /** What is to be known of it beside: that it was sealed, and by whom. */
  readonly mark?: string
}

/** One deployment, or one version of it. */
export interface MatrixColumn {
  readonly label: string
  readonly target: string
  readonly environment: Report['target']['environment']
  readonly timeScale: number
  /** As reports write it. */
  readonly startedAt: string
  readonly run: string
  readonly seed: number
  readonly outcome: Report['outcome']
  /** What is known of it weighed in, and the exit code that comes of it; absent where nothing is known. */
  readonly gate?: ReportedBaseline
  readonly counts: Readonly<Record<Verdict, number>>
  readonly isStopped: boolean
  readonly mark?: string
}

/** What one deployment came to at one statement. */
export interface MatrixCell {
  /** Undefined where that report does not know the statement. */
  readonly verdict: Verdict | undefined
  /** What was seen, or why nothing was; empty where the verdict says it all. */
  readonly seen: string
  /** False where its target has no such service, or its run was not asked for the statement. */
  readonly isAsked: boolean
}

/**
 * `trouble apart`: something is wrong in some of them. `trouble alike`: the same is wrong in all. `apart`: nothing is
 * wrong, and those that were asked differ. `alike`: two or more were judged, and are the same. `unjudged`: none was
 * judged, asked or not. `unshared`: nothing is wrong, and less than two were asked.
 */
type Agreement = 'trouble apart' | 'trouble alike' | 'apart' | 'alike' | 'unjudged' | 'unshared'

/** One statement across all columns. */
export interface MatrixRow {
  readonly id: string
  readonly area: string
  /** Title of the service that it binds. */
  readonly service: string
  readonly level: ReportedRequirement['level']
  readonly at: string
  readonly text: string
  readonly agreement: Agreement
  /** In the order of the columns. */
  readonly cells: readonly MatrixCell[]
}

/** One open point of a document, and what each deployment does there. */
export interface PointRow {
  readonly id: string
  readonly at: string
  readonly text: string
  /** Whether all that it was seen in did the same. */
  readonly isAlike: boolean
  /** In the order of the columns; none where it was not seen. */
  readonly values: readonly (readonly string[])[]
}

/** A deployment that came to no report. */
export interface Absentee {
  readonly label: string
  readonly reason: string
}

/** Deployments or versions beside each other, statement by statement. */
export interface Matrix {
  readonly columns: readonly MatrixColumn[]
  readonly absent: readonly Absentee[]
  /** In the order of the documents. */
  readonly rows: readonly MatrixRow[]
  readonly points: readonly PointRow[]
  /** Why columns cannot be compared like with like. */
  readonly caveats: readonly string[]
}

/** Puts reports beside each other, in the order given. */
export function matrixOf(sources: readonly ColumnSource[], absent: readonly Absentee[] = []): Matrix {
  const reports = sources.map(({ report }) => report)
  const known = reports.map(({ requirements, run }) => ({
    run,
    byId: new Map(requirements.map((each) => [each.id, each])),
  }))
  const first = new Map(reports.flatMap(({ requirements }) => requirements.map((each) => [each.id, each] as const)))
  const services = reports.flatMap((report) => report.services)
  const titles = new Map(services.map(({ id, title }) => [id, title]))
  const rows = [...first.values()].map(({ id, level, at, text }): MatrixRow => {
    const cells = known.map(({ run, byId }) => cellOf(byId.get(id), run))
    const service = serviceOf(services, id)
    return {
      id,
      area: areaOf(id),
      service: titles.get(service) ?? service,
      level,
      at,
      text,
      agreement: agreementOf(cells),
      cells,
    }
  })
  return {
    columns: columnsOf(sources),
    absent,
    rows: inReadingOrder(rows, [...titles.values()]),
    points: pointsOf(reports),
    caveats: caveatsOf(reports),
  }
}

/** Rows of one kind, those with the worst first; of equals in the order of the documents. */
export const rowsThat = ({ rows }: Matrix, agreement: Agreement): readonly MatrixRow[] =>
  rows.filter((each) => each.agreement === agreement).toSorted((a, b) => bySeverity(worstOf(a), worstOf(b)))

/** The most severe verdict of a row. */
const worstOf = ({ cells }: MatrixRow): Verdict =>
  VERDICTS.find((verdict) => cells.some((each) => each.verdict === verdict)) ?? 'unexercised'

/** What was seen, each with the columns that it was seen in, the most severe first. */
export function seenBy({ cells }: MatrixRow, { columns }: Pick<Matrix, 'columns'>) {
  const told = cells.flatMap(({ verdict, seen }, index) => {
    const { label = '' } = columns[index] ?? {}
    return verdict === undefined || seen === '' ? [] : [{ verdict, seen, label }]
  })
  return [...grouped(told, ({ verdict, seen }) => JSON.stringify([verdict, seen])).values()]
    .map(([head, ...others]) => ({
      verdict: head?.verdict ?? ('unexercised' as const),
      seen: head?.seen ?? '',
      labels: [head?.label ?? '', ...others.map(({ label }) => label)],
    }))
    .toSorted((a, b) => bySeverity(a.verdict, b.verdict))
}

function cellOf(requirement: ReportedRequirement | undefined, { only, stopped }: Report['run']): MatrixCell {
  if (requirement === undefined) return { verdict: undefined, seen: '', isAsked: false }
  const { verdict, judgements, why, reason } = requirement
  if (verdict === 'unexercised') {
    const seen = [why, reason].filter((each) => each !== undefined).join(': ')
    // Of a target that went away, or never was there, nothing more was to be seen.
    const isOver = stopped === 'gone' || why === 'not selected' || why === 'not reached'
    const wasAsked = !isOver && isAsked(requirement, only)
    return { verdict, seen, isAsked: wasAsked }
  }
  const decisive = judgements.find((each) => each.verdict === verdict)
  // What would explain a failure is no word on what is kept.
  if (decisive === undefined || verdict === 'pass') return { verdict, seen: '', isAsked: true }
  const { subject, expected, actual } = decisive
  const compared = actual === undefined ? [] : [`${subject ?? decisive.check}: expected ${expected}, came ${actual}`]
  return {
    verdict,
    seen: [...compared, ...(decisive.reason === undefined ? [] : [decisive.reason])].join('; '),
    isAsked: true,
  }
}

function agreementOf(cells: readonly MatrixCell[]): Agreement {
  const verdicts = new Set(cells.map(({ verdict }) => verdict))
  const isTroubled = TROUBLES.some((each) => verdicts.has(each))
  if (isTroubled) return verdicts.size === 1 && cells.length > 1 ? 'trouble alike' : 'trouble apart'
  const isOpen = cells.every(({ verdict }) => verdict === undefined || verdict === 'unexercised')
  if (isOpen) return 'unjudged'
  const asked = cells.filter(({ isAsked: wasAsked }) => wasAsked)
  if (asked.length < 2) return 'unshared'
  const found = new Set(asked.map(({ verdict }) => verdict))
  return found.size > 1 ? 'apart' : 'alike'
}

function inReadingOrder(rows: readonly MatrixRow[], services: readonly string[]): readonly MatrixRow[] {
  const areas = [...new Set(rows.map(({ area }) => area))]
  return rows.toSorted(
    (a, b) =>
      services.indexOf(a.service) - services.indexOf(b.service) || areas.indexOf(a.area) - areas.indexOf(b.area),
  )
}

function columnsOf(sources: readonly ColumnSource[]): readonly MatrixColumn[] {
  const names = sources.map(({ report }) => report.target.name)
  const isOnce = (name: string, among: readonly string[]): boolean => among.filter((each) => each === name).length === 1
  const labels = sources.map(({ report, name }) => (isOnce(report.target.name, names) ? report.target.name : name))
  const dated = sources.map(({ report }, index) => `${labels[index]}, ${minuteOf(report.run.startedAt)}`)
  return sources.map(({ report, mark }, index) => {
    const { target, run, outcome, requirements, gate } = report
    const [label = target.name, date = ''] = [labels[index], dated[index]]
    // Those of one minute are told apart by their runs.
    const other = isOnce(date, dated) ? date : `${label}, run ${run.id}`
    const counts = VERDICTS.map((verdict) => [verdict, requirements.filter((each) => each.verdict === verdict).length])
    return {
      label: isOnce(label, labels) ? label : other,
      target: target.name,
      environment: target.environment,
      timeScale: target.timeScale,
      startedAt: run.startedAt,
      run: run.id,
      seed: run.seed,
      outcome,
      ...(gate === undefined ? {} : { gate }),
      counts: Object.fromEntries(counts) as Record<Verdict, number>,
      isStopped: run.stopped !== undefined,
      ...(mark === undefined ? {} : { mark }),
    }
  })
}

function pointsOf(reports: readonly Report[]): readonly PointRow[] {
  const all = new Map(reports.flatMap(({ observations }) => observations.map((each) => [each.id, each] as const)))
  return [...all.values()].map(({ id, at, text }) => {
    const values = reports.map(({ observations }) =>
      [...new Set(observations.filter((each) => each.id === id).map(({ value }) => value))].toSorted(),
    )
    const seen = values.filter((each) => each.length > 0)
    return { id, at, text, values, isAlike: new Set(seen.map(untimed)).size < 2 }
  })
}

const hasOneOf = (reports: readonly Report[], of: (report: Report) => unknown): boolean =>
  new Set(reports.map((each) => String(of(each)))).size < 2

function caveatsOf(reports: readonly Report[]): readonly string[] {
  const differs = (what: string, of: (report: Report) => unknown): string[] => {
    const values = [...new Set(reports.map((each) => String(of(each))))]
    return values.length < 2 ? [] : [`${what}: ${values.map((each) => (each === '' ? 'none' : each)).join(' or ')}`]
  }
  return [
    ...differs('services', ({ services }) => services.map(({ id }) => id)),
    ...differs('version of assay', ({ suite }) => suite.version),
    // Other services have other statements.
    ...(hasOneOf(reports, ({ services }) => services.map(({ id }) => id))
      ? differs('catalogue', ({ suite }) => suite.catalogue.sha256.slice(0, 12))
      : []),
    ...(reports.some(({ run }) => run.only.length > 0) ? [] : differs('depth', ({ run }) => run.depth)),
    ...differs('seed', ({ run }) => run.seed),
    ...differs('shard', ({ run: { shard } }) => (shard === undefined ? 'all' : `${shard.index} of ${shard.of}`)),
    ...differs('--only', ({ run }) => patternsText(run.only)),
    ...differs('--skip', ({ run }) => patternsText(run.skip)),
  ]
}
