import type { Exchange } from '../../../kit/http/exchange.ts'
import { decided, type Findings, Undecided } from '../findings.ts'

/** Stops where an answer is none of the request. A failure of the service itself is a finding: no generated value is a reason for one. */
export function untroubled(answer: Exchange, found: Findings): void {
  handled(answer, found)
  decided(answer)
  const status = answer.response?.status ?? 0
  if (status >= 500 || status === 403) throw new Undecided(`status ${status}`)
}

export function handled(answer: Exchange, found: Findings): void {
  const { response, fault, operation, label } = answer
  const status = response?.status ?? 0
  found.conclude('msg.error.handled', {
    ok: fault?.kind !== 'timeout' && status < 500,
    subject: `${operation} (${label})`,
    expected: 'an answer other than a 5xx',
    actual: response === undefined ? `no answer: ${fault?.message}` : `status ${status}`,
    evidence: [answer],
  })
}
