import type { Verdict } from '../../kit/check/verdicts/verdict.ts'
import { isAsked } from '../../kit/report/asked/asked.ts'
import type { Report, ReportedRequirement } from '../../kit/report/report.ts'
import { areaOf } from '../views/area.ts'
import { grouped } from '../views/grouping.ts'
import { TROUBLES } from '../views/verdict-words.ts'
import { type Paint, VERDICT_COLOURS } from './text/paint.ts'

const COLUMNS: readonly Verdict[] = [
  'pass',
  'warn',
  'fail',
  'blocked',
  'broken',
  'noted',
  'inapplicable',
  'unexercised',
]

/** Areas that are listed of a run without a failure, whatever came of them. */
const SHORT = 24

/**
 * Requirements per area and verdict; columns that are empty throughout are left out, but for pass, warn and fail. Areas
 * of which nothing was exercised are only counted; and beside broken promises, or where they are many, those without any
 * trouble, save where all is to be listed. Of a run that was narrowed the areas have what was asked for, and what else its requests showed stands in
 * a row behind them.
 */
export function verdictTable(
  { requirements: all, run }: Pick<Report, 'requirements' | 'run'>,
  paint: Paint,
  verbose = true,
): string[] {
  const requirements = all.filter((each) => isAsked(each, run.only))
  const besides = all.filter((each) => !isAsked(each, run.only) && each.verdict !== 'unexercised')
  const areas = grouped(requirements, ({ id }) => areaOf(id))
  const columns = COLUMNS.filter(
    (verdict, index) => index < 3 || [...requirements, ...besides].some((each) => each.verdict === verdict),
  )
  const width = Math.max(12, ...[...areas.keys()].map((area) => area.length))
  const head = `  ${'area'.padEnd(width)}${columns.map((name) => name.padStart(cell(name))).join('')}`
  const more = (many: number, which: string): string[] =>
    many === 0 ? [] : [paint('dim', `  ${many} ${many === 1 ? 'area' : 'areas'} more, ${which}`)]
  const row = (name: string, own: readonly ReportedRequirement[]): string => {
    const counts = columns.map((verdict) => {
      const many = own.filter((each) => each.verdict === verdict).length
      const text = (many === 0 ? '·' : String(many)).padStart(cell(verdict))
      return paint(many === 0 ? 'dim' : VERDICT_COLOURS[verdict], text)
    })
    return `  ${name.padEnd(width)}${counts.join('')}`
  }
  const isExercised = (own: readonly ReportedRequirement[]): boolean =>
    own.some(({ verdict }) => verdict !== 'unexercised')
  const exercised = [...areas].filter(([, own]) => isExercised(own))
  const isShort = exercised.length <= SHORT && !requirements.some(({ verdict }) => verdict === 'fail')
  const shown = verbose || isShort ? exercised : exercised.filter(([, own]) => own.some(isTrouble))
  const kept = exercised.length - shown.length
  const rest = areas.size - exercised.length
  const isOneRow = exercised.length === 1 && shown.length === 1 && rest === 0
  return [
    paint('dim', head),
    ...shown.map(([area, own]) => row(area, own)),
    ...(isOneRow ? [] : [row(run.only.length === 0 ? 'all' : 'asked for', requirements)]),
    ...(besides.length === 0 ? [] : [row('besides', besides)]),
    ...more(kept, 'without trouble'),
    ...more(rest, 'of which nothing was exercised'),
  ]
}

const isTrouble = ({ verdict }: ReportedRequirement): boolean => TROUBLES.includes(verdict)

const cell = (name: string): number => Math.max(7, name.length + 2)
