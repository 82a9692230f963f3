import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, status } from '../../../kit/match/index.ts'
import { type CheckContext, defineFixture, type RequirementId } from '../define.ts'
import { plainCreation } from './payment.ts'
import { isOutside } from './refusal.ts'

/** Judges that a valid creation was taken; what lies outside of it blocks. */
export function judgeAccepted(t: CheckContext, id: RequirementId, answer: Exchange): void {
  if (isOutside(answer)) t.markBlocked(id, `the target does not take this payment now: ${cameBack(answer)}`, [answer])
  else t.judge(id, answer, status('2xx'))
}

/** The answer to the valid mobile creation that negatives are compared with. */
export const validCreation = defineFixture({
  name: 'valid-creation',
  needs: ['payment.keys.live', 'payment.bodies.mobile'],
  uses: [plainCreation],
  make: async (t) => (await t.use(plainCreation)).answer,
})
