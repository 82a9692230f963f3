import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Report } from '../../../kit/report/report.ts'

/** Answers that show that something is there. */
const FOUND = /^(?:any )?2/

/**
 * Whether something was asked for that is there if its operation is: a path without an id in it, or what a judgement
 * expected to be found. An id that names nothing is not found anywhere.
 */
export function expectsToFind({ requirements }: Report, asked: readonly ReportedExchange[]): boolean {
  if (asked.some(({ operation }) => operation !== '' && !operation.includes('{'))) return true
  const ids = new Set(asked.map(({ id }) => id))
  return requirements.some(({ judgements }) =>
    judgements.some(({ evidence, expected = '' }) => FOUND.test(expected) && evidence.some((each) => ids.has(each))),
  )
}
