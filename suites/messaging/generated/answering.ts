import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack } from '../../../kit/match/index.ts'
import { brokeOver, decided, type Findings, Undecided } from '../../shared/generated/findings.ts'

/** Stops where an answer is none of the request. A failure of the service itself is a finding: no generated value is a reason for one. */
export function untroubled(answer: Exchange, found: Findings): void {
  handled(answer, found)
  decided(answer)
  const status = answer.response?.status ?? 0
  if (status >= 500 || status === 403) throw new Undecided(`status ${status}`)
}

export function handled(answer: Exchange, found: Findings): void {
  found.conclude('msg.error.handled', {
    ok: !brokeOver(answer),
    subject: subjectOf(answer),
    expected: 'an answer other than a 5xx',
    actual: cameBack(answer),
    evidence: [answer],
  })
}
