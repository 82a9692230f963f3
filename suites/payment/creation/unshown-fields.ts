import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack } from '../../../kit/match/index.ts'
import { judgeAccepted } from '../client/acceptance.ts'
import { lackedBy } from '../client/lacking.ts'
import { type CheckContext, lineFor } from '../define.ts'
import { cardLacks } from '../service/card-needs.ts'

/**
 * Judges that a payment of a kind was taken whose request fields the document does not show in full: one that asks for
 * more than the target file gives it may be right.
 */
export function judgeOfKind(t: CheckContext, id: 'pay.create.card' | 'pay.create.qr', answer: Exchange): void {
  const isBad = answer.response?.status === 400
  const needed = isBad && id === 'pay.create.card' ? cardLacks(t.service.bodies?.card) : []
  if (needed.length > 0) {
    const what = needed.map((each) => each.what).join(', ')
    const reason = `payment.bodies.card lacks ${what}, which the document has a card payment have (${cameBack(answer)})`
    t.markBlocked(id, reason, [answer], needed.map(({ line }) => line).join('\n'))
    return
  }
  const lacked = isBad ? lackedBy(answer) : []
  if (lacked.length === 0) {
    judgeAccepted(t, id, answer)
    return
  }
  const claim = id === 'pay.create.card' ? 'payment.bodies.card' : 'payment.bodies.qr'
  const reason = `the target asks for ${lacked.join(', ')}, which ${claim} has not: which fields such payments have is not shown (${cameBack(answer)})`
  t.markBlocked(id, reason, [answer], lineFor(claim))
}
