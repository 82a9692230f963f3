import type { Report } from '../../../kit/report/report.ts'
import { counted } from '../counted.ts'
import { generatedOf, spendsOf } from './spends.ts'

/** `left behind: up to 3 loans …`: what a run may have left in the service, and by what it is found; none where nothing is left. */
export function leftBehind(report: Report): string[] {
  const made = spendsOf(report).flatMap(({ budget, many }) =>
    many === 0 ? [] : [many === 1 ? `1 ${budget.replace(/s$/, '')}` : `${many} ${budget}`],
  )
  const { id, merged = [id] } = report.run
  const generated = generatedOf(report)
  const named =
    merged.length === 1 ? merged.join() : `the id of one of the ${merged.length} runs (${merged.join(', ')})`
  const left = [
    ...(made.length === 0
      ? []
      : [
          `up to ${made.join(' and ')} (beside what was made of requests that were to be refused and were, and of retries that were answered 200, if any)`,
        ]),
    ...(generated === 0 ? [] : [`what came of ${counted(generated, 'request')} with generated values`]),
  ]
  return left.length === 0
    ? []
    : [`left behind: ${left.join(', and ')}, with ${named} in their references, names or texts where they have some`]
}
