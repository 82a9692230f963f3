import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, status } from '../../../kit/match/index.ts'
import { type CheckContext, defineFixture, type RequirementId } from '../define.ts'
import { draft, firstCreation, submit } from './payment.ts'
import { isTrouble } from './refusal.ts'

/** Statuses by which a creation fails for reasons that lie outside the body and its key. */
const OUTSIDE: readonly number[] = [401, 402, 403, 502, 503, 504]

/** A 500 is no such reason: no valid creation is answered with an unexpected failure. */
const isOutside = (answer: Exchange): boolean =>
  answer.response?.status !== 500 && (isTrouble(answer) || OUTSIDE.includes(answer.response?.status ?? 0))

/** Judges that a valid creation was taken; what lies outside of it blocks. */
export function judgeAccepted(t: CheckContext, id: RequirementId, answer: Exchange): void {
  if (isOutside(answer)) t.markBlocked(id, `the target does not take this payment now: ${cameBack(answer)}`, [answer])
  else t.judge(id, answer, status('2xx'))
}

/**
 * The answer to the valid mobile creation that negatives are compared with. Where the first creation, whose key has the
 * greatest length, was refused, a second one with a short key tells a refused body from a refused key.
 */
export const validCreation = defineFixture({
  name: 'valid-creation',
  needs: ['payment.keys.live', 'payment.bodies.mobile'],
  uses: [firstCreation],
  cost: { requests: { live: 1 }, spends: { payments: 1 }, typical: { requests: {}, spends: { payments: 0 } } },
  make: async (t) => {
    const { answer } = await t.use(firstCreation)
    const status = answer.response?.status ?? 0
    if (status < 400 || isOutside(answer)) return answer
    return submit(t, draft(t, { label: 'mobile payment, short key' }))
  },
})
