import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import type { Report } from '../../../kit/report/report.ts'
import { TROUBLES } from '../verdict-words.ts'

const WORDS: readonly (readonly [verdicts: readonly Verdict[], word: string])[] = [
  [['broken', 'fail'], 'fail'],
  [['blocked'], 'are blocked'],
  [['warn'], 'are warned of'],
]

/**
 * A cause, with the requirements in trouble that only requests of these ids stand behind: what is in trouble elsewhere too
 * has another cause.
 */
export function withIt(
  cause: string,
  { requirements }: Pick<Report, 'requirements'>,
  asked: ReadonlySet<string>,
): string {
  const own = requirements.filter(({ verdict, judgements }) => {
    const against = judgements.filter((each) => each.verdict === verdict && TROUBLES.includes(verdict))
    return against.length > 0 && against.every(({ evidence: [first = ''] }) => asked.has(first))
  })
  const said = WORDS.filter(([verdicts]) => own.some(({ verdict }) => verdicts.includes(verdict)))
  return own.length === 0
    ? cause
    : `${cause}. With it ${said.map(([, word]) => word).join(' or ')}:\n${own.map(({ id }) => id).join(', ')}`
}
