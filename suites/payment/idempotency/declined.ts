import type { Check } from '../../../kit/check/check.ts'
import { json } from '../../../kit/http/exchange.ts'
import { cameBack, isUuidText, status, valueAt } from '../../../kit/match/index.ts'
import { records } from '../client/records.ts'
import { refusal } from '../client/refusal.ts'
import { defineCheck } from '../define.ts'
import { declinedCreation } from '../lifecycle/outcomes.ts'

const ID = '/details/transaction_id'

export const declinedRetry: readonly Check[] = [
  // Retry rules: a retry that finds the original payment makes no other. A declined creation has made one, which failed:
  // whether a key keeps it is not told, and nothing was charged.
  defineCheck({
    id: 'pay/idempotency/after-declined',
    title: 'A retry with the key of a declined creation makes no second payment',
    covers: ['pay.idempotency.no-second-payment'],
    needs: declinedCreation.needs,
    uses: [declinedCreation, records],
    tier: 'write',
    async run(t) {
      const id = 'pay.idempotency.no-second-payment'
      const { answer, again } = await t.use(declinedCreation)
      t.control(answer, refusal(['402 PAYMENT_DECLINED']))
      const first = valueAt(json(answer.response), ID)
      if (!isUuidText(first)) return t.markUnexercised(id, 'not met', 'the refusal names no payment')
      const found = await t.use(records)
      const second = status('2xx').test(again).ok ? found.id(again) : valueAt(json(again.response), ID)
      // What else a retry is answered is open: it may be refused for its key.
      if (!isUuidText(second)) return t.markUnexercised(id, 'not met', `the retry names no payment: ${cameBack(again)}`)
      t.conclude(id, {
        soft: true,
        ok: String(second).toLowerCase() === String(first).toLowerCase(),
        subject: 'POST /api/v1/payments (retry of a declined creation)',
        expected: `the payment ${first}, which was declined`,
        actual: `${cameBack(again)} with the payment ${second}`,
        note: 'what a key keeps after a creation was declined is not told',
        evidence: [answer, again],
      })
    },
  }),
]
