import type { Verdict } from '../../kit/check/verdicts/verdict.ts'
import type { ReportedRequirement } from '../../kit/report/report.ts'
import { clipped } from '../views/clipped.ts'
import { printable } from '../views/printable.ts'
import { wrapped } from './text/wrapped.ts'

/** Characters of what was seen of a requirement: a line of a wide terminal, with its id. */
const SEEN = 150

/** What was expected is often that something is not so. */
const insteadOf = (expected: string): string =>
  /^(?:not?|none|nothing|neither)\b/i.test(expected) ? `; expected ${expected}` : `, not ${expected}`

/** What was seen of a requirement in one line: its id, what was sent, what was expected and what came. */
export function briefly({ id, judgements }: ReportedRequirement, verdict: Verdict): string {
  const judgement = judgements.find((each) => each.verdict === verdict)
  if (judgement === undefined) return id
  const { subject = judgement.check, expected, actual, reason } = judgement
  // What came may be told in sentences, which go on here.
  const instead = expected === undefined || actual === undefined ? undefined : insteadOf(expected)
  const got = instead === undefined ? actual : `${actual?.replace(/\.$/, '')}${instead}`
  const compared = got === undefined ? reason : `got ${got}`
  const [first = ''] = printable(`${subject}: ${compared ?? ''}`).split('\n')
  return `${id}  ${clipped(first, SEEN)}`
}

const WIDTH = 100

/** Requirements in a line each, and how many more there are, by id alone where each is to be named. */
export function briefs(
  requirements: readonly ReportedRequirement[],
  verdict: Verdict,
  most: number,
  isEachNamed = false,
): string[] {
  // A line that says that there is one more is as long as that one.
  const shown = requirements.length <= most + 1 ? requirements.length : most
  const rest = requirements.length - shown
  const ids = isEachNamed ? requirements.slice(shown).map(({ id }) => printable(id)) : []
  return [
    ...requirements.slice(0, shown).map((each) => `  ${briefly(each, verdict)}`),
    ...(rest === 0 ? [] : [`  … and ${rest} more${isEachNamed ? ':' : ''}`]),
    ...wrapped(ids, WIDTH).map((line) => `    ${line}`),
  ]
}
