import type { Check } from '../../../kit/check/check.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { cameBack, isUuidText, status, valueAt } from '../../../kit/match/index.ts'
import { validCreation } from '../client/acceptance.ts'
import { create, keyOf } from '../client/api.ts'
import { isShort } from '../client/one-key.ts'
import { mobilePayment } from '../client/payment.ts'
import { outcomeDraft, sendRefused } from '../client/recipes.ts'
import { type Records, records } from '../client/records.ts'
import { refusal } from '../client/refusal.ts'
import { sampleOf } from '../creation/refusals/wrong-members.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { creations, creationsByReference } from '../webhooks/deliveries.ts'

/** Rows of the retry rule that is about other 5xx: those of an outage upstream are retried elsewhere. */
const CODES = ['INTERNAL_ERROR', 'FEE_CALCULATION_ERROR', 'PROVIDER_ERROR'] as const

const RETRIES = 2
/** Before the second retry, seconds on the clock of the documents. */
const PAUSE = 5

const codeOf = ({ response }: Exchange): unknown => valueAt(json(response), '/error_code')
const referenceOf = ({ request }: Exchange): string => String(valueAt(json(request), '/reference'))

/** Of the creations that met each 5xx one whose key and reference nobody used since. */
function failed(t: CheckContext): readonly Exchange[] {
  return CODES.flatMap((code) => {
    const found = creations(t).find(
      (each) =>
        (each.response?.status ?? 0) >= 500 &&
        codeOf(each) === code &&
        /^live\[/.test(each.key) &&
        keyOf(each) !== '' &&
        creationsByReference(t, referenceOf(each)).length === 1,
    )
    return found === undefined ? [] : [found]
  })
}

/** Ids of the payments that an answer to a creation speaks of. */
function idsIn(answer: Exchange, found: Records): string[] {
  const existing = valueAt(json(answer.response), '/details/existing_transaction_id')
  const id = status('2xx').test(answer).ok ? found.id(answer) : isUuidText(existing) ? existing : undefined
  return id === undefined ? [] : [id.toLowerCase()]
}

const isConflict = (answer: Exchange): boolean => refusal(['409 CONFLICT']).test(answer).ok
const isDuplicate = (answer: Exchange): boolean => refusal(['409 DUPLICATE_REFERENCE']).test(answer).ok

export const serverErrors: readonly Check[] = [
  // Errors › Retry rules: retry with the same key after other 5xx. A retry that finds the original payment returns 200 with it.
  defineCheck({
    id: 'pay/idempotency/after-server-errors',
    title: 'Retries with the key of a creation that met a 5xx lead to one payment at most',
    covers: ['pay.idempotency.after-server-error'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [mobilePayment, records, validCreation],
    tier: 'write',
    // The checks of these outcomes come before: what they were answered is retried.
    phase: 'settled',
    cost: {
      requests: { live: CODES.length * RETRIES + 1 },
      spends: { payments: CODES.length * RETRIES + 1 },
      typical: {
        requests: { live: RETRIES + CODES.length - 1 },
        spends: { payments: RETRIES + CODES.length - 1 },
        deepSpends: { payments: CODES.length * RETRIES },
        isSample: true,
      },
    },
    async run(t) {
      const id = 'pay.idempotency.after-server-error'
      await t.use(mobilePayment)
      const found = await t.use(records)
      // Where nothing else of the run met one, it is brought about.
      if (failed(t).length === 0) await sendRefused(t, await outcomeDraft(t, 'internalError'))
      const first = failed(t)
      if (first.length === 0) t.abortUnexercised('not met', 'no creation of this run was answered with such a 5xx')
      const order = sampleOf(t, first, isShort(t.service.keys, t.depth) ? 1 : first.length)
      for (const [place, each] of order.entries()) {
        const as = t.key(each.key as `live[${number}]`)
        const step = { as, body: each.request.body, idempotencyKey: keyOf(each) }
        const retries: Exchange[] = []
        for (let again = 0; again < RETRIES; again += 1) {
          // One retry finds what is in its way; the second one shows that it stays, and whether both find the same.
          const isEnough = t.depth !== 'deep' && place > 0 && !retries.every(isConflict)
          if (again > 0 && isEnough) break
          if (again > 0) await t.pause(t.clock.scaled(PAUSE))
          const label = `retry ${again + 1} after ${String(codeOf(each))}`
          retries.push(await create(t, { ...step, label, expects: 'new' }))
        }
        const ids = [...new Set(retries.flatMap((answer) => idsIn(answer, found)))]
        // Nobody else used the reference: the payment in the way is the one that a retry looks for.
        const inTheWay = retries.find(isDuplicate)
        const stuck = retries.every(isConflict)
        t.conclude(id, {
          ok: ids.length < 2 && inTheWay === undefined && !stuck,
          // What a key keeps after an error is not told.
          soft: stuck,
          subject: `POST /api/v1/payments (${retries.length === 1 ? '1 retry' : `${retries.length} retries`} after ${cameBack(each)})`,
          expected: 'one payment at most, which retries answer with',
          actual: `${retries.map(cameBack).join(', then ')}${ids.length === 0 ? '' : `, with ${ids.join(' and ')}`}`,
          evidence: [each, ...retries],
        })
      }
    },
  }),
]
