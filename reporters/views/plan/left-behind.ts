import type { Report } from '../../../kit/report/report.ts'
import { counted } from '../counted.ts'
import { generatedOf, spendsOf } from './spends.ts'

/** `left behind: up to 3 loans …`: what a run may have left in the service, and by what it is found; none where nothing is left. */
export const leftBehind = (report: Report): string[] => leftText('left behind', [report])

/** The same of runs of which another one is told. */
export const leftByOthers = (reports: readonly Report[]): string[] =>
  leftText(reports.length === 1 ? 'left behind by the other run' : 'left behind by the other runs', reports)

function leftText(title: string, reports: readonly Report[]): string[] {
  const spent = new Map<string, number>()
  for (const { budget, many } of reports.flatMap(spendsOf)) spent.set(budget, (spent.get(budget) ?? 0) + many)
  const made = [...spent].flatMap(([budget, many]) =>
    many === 0 ? [] : [many === 1 ? `1 ${budget.replace(/s$/, '')}` : `${many} ${budget}`],
  )
  const generated = reports.reduce((sum, report) => sum + generatedOf(report), 0)
  const left = [
    ...(made.length === 0
      ? []
      : [
          `up to ${made.join(' and ')} (beside what was made of requests that were to be refused and were, and of retries that were answered 200, if any)`,
        ]),
    ...(generated === 0 ? [] : [`what came of ${counted(generated, 'request')} with generated values`]),
  ]
  if (left.length === 0) return []
  const ids = reports.flatMap(({ run: { id, merged = [id] } }) => merged)
  const named = ids.length === 1 ? ids.join() : `the id of one of the ${ids.length} runs (${ids.join(', ')})`
  return [`${title}: ${left.join(', and ')}, with ${named} in their references, names or texts where they have some`]
}
