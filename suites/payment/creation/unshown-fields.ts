import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { cameBack, valueAt } from '../../../kit/match/index.ts'
import { judgeAccepted } from '../client/acceptance.ts'
import { type CheckContext, lineFor } from '../define.ts'

const NAME = /^[A-Za-z_]\w*$/

/** The first part of a path to a member: `customer` of `customer.email` and of `$.customer`. */
const rootOf = (path: string): string => path.replace(/^\$?\.?/, '').split(/[.[]/)[0] ?? ''

/** Members that a refusal names in its details and that the refused body has not got. */
export function lackedBy({ request, response }: Exchange): readonly string[] {
  const details = valueAt(json(response), '/details')
  const listed = Array.isArray(details) ? details : Object.keys(Object(details))
  const named = listed
    .map((each) => (typeof each === 'string' ? each : valueAt(each, '/field')))
    .filter((each): each is string => typeof each === 'string')
    .map(rootOf)
  const sent = Object.keys(Object(json(request)))
  return [...new Set(named)].filter((each) => NAME.test(each) && !sent.includes(each))
}

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
