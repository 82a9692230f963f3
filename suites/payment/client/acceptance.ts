import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, status } from '../../../kit/match/index.ts'
import { type CheckContext, defineFixture, type RequirementId } from '../define.ts'
import { lackedBy } from './lacking.ts'
import { plainCreation } from './payment.ts'
import { isOutside } from './refusal.ts'

/** Members of a creation that the document lists without a word on whether one may be left out. */
const LISTED = ['type', 'phone', 'network', 'customer', 'reference']

/**
 * Judges that a valid creation was taken; what lies outside of it blocks, and so does a member that the document lists,
 * and that the target asks for by name, where the target file has left it out.
 */
export function judgeAccepted(t: CheckContext, id: RequirementId, answer: Exchange): void {
  const lacked =
    answer.response?.status === 400
      ? lackedBy(answer).filter((each) => LISTED.includes(each) && !Object.hasOwn(t.service.bodies?.mobile ?? {}, each))
      : []
  if (lacked.length > 0) {
    const reason = `the target asks for ${lacked.join(', ')}, which payment.bodies.mobile has not: which of them a payment needs is not shown (${cameBack(answer)})`
    t.markBlocked(id, reason, [answer], lacked.map((each) => `payment.bodies.mobile.${each}: "…"`).join('\n'))
  } else if (isOutside(answer))
    t.markBlocked(id, `the target does not take this payment now: ${cameBack(answer)}`, [answer])
  else t.judge(id, answer, status('2xx'))
}

/** The answer to the valid mobile creation that negatives are compared with. */
export const validCreation = defineFixture({
  name: 'valid-creation',
  needs: ['payment.keys.live', 'payment.bodies.mobile'],
  uses: [plainCreation],
  make: async (t) => (await t.use(plainCreation)).answer,
})
