import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack } from '../../../kit/match/index.ts'
import { judgeAccepted } from '../client/acceptance.ts'
import { lackedBy } from '../client/lacking.ts'
import { type CheckContext, lineFor } from '../define.ts'

/**
 * Judges that a payment of a kind was taken whose request fields the document does not show in full: one that asks for
 * more than the target file gives it may be right.
 */
export function judgeOfKind(t: CheckContext, id: 'pay.create.card' | 'pay.create.qr', answer: Exchange): void {
  const lacked = answer.response?.status === 400 ? lackedBy(answer) : []
  if (lacked.length === 0) {
    judgeAccepted(t, id, answer)
    return
  }
  const claim = id === 'pay.create.card' ? 'payment.bodies.card' : 'payment.bodies.qr'
  const reason = `the target asks for ${lacked.join(', ')}, which ${claim} has not: which fields such payments have is not shown (${cameBack(answer)})`
  t.markBlocked(id, reason, [answer], lineFor(claim))
}
