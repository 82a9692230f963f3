import type { ReportedJudgement } from '../kit/report.ts'
import { grouped } from './grouping.ts'

/** What several judgements say alike, told once. */
export interface Telling {
  readonly judgement: ReportedJudgement
  /** The others, which differ in nothing but what they looked at. */
  readonly alike: readonly ReportedJudgement[]
}

/** Judgements with the same contradiction of the same kind of message stand together, in the order of the first of each. */
export function tellingsOf(judgements: readonly ReportedJudgement[]): Telling[] {
  const groups = grouped(judgements, ({ expected, actual, reason, subject, check }) =>
    JSON.stringify([
      expected,
      actual,
      reason,
      expected === undefined && actual === undefined ? (subject ?? check) : '',
    ]),
  )
  return [...groups.values()].flatMap(([judgement, ...alike]) =>
    judgement === undefined ? [] : [{ judgement, alike }],
  )
}

/** What the others looked at, each once: `delivery d3, delivery d4 and 3 more`. */
export function alikeIn(alike: readonly ReportedJudgement[], most: number): string {
  const subjects = [...new Set(alike.map(({ subject, check }) => subject ?? check))]
  const rest = subjects.length - most
  return `${subjects.slice(0, most).join('; ')}${rest > 0 ? `; ${rest} more` : ''}`
}
