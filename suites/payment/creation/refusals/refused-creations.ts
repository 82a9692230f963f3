import type { Check } from '../../../../kit/check/check.ts'
import { subjectOf } from '../../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import { type Exchange, json } from '../../../../kit/http/exchange.ts'
import { cameBack, show, status, valueAt } from '../../../../kit/match/index.ts'
import type { PaymentErrorCode } from '../../../../specs/payment/errors.ts'
import { COMPLETED_PAYMENT } from '../../client/observed.ts'
import { type CheckContext, defineRule, type RequirementId } from '../../define.ts'
import { isTerminal } from '../../lifecycle/histories.ts'
import { creations, eventSubject, type PaymentEvent, paymentEvents } from '../../webhooks/deliveries.ts'
import { toldUntilOthers } from './told-of-reference.ts'

/** What an answer to a creation says that nothing came of, and the statement of its row. */
const ROWS = {
  PAYMENT_DECLINED: 'pay.declined.queryable',
  INSUFFICIENT_FUNDS: 'pay.outcome.insufficient-funds',
  INVALID_PAYMENT_DETAILS: 'pay.outcome.invalid-details',
  TRANSACTION_LIMIT_EXCEEDED: 'pay.outcome.limit-exceeded',
  RISK_CHECK_FAILED: 'pay.access.risk',
  TRANSACTION_BLOCKED: 'pay.access.blocked',
  TEST_MODE_UNAVAILABLE: 'pay.access.test-key',
  RATE_LIMIT_EXCEEDED: 'pay.rate.limited',
} as const satisfies Partial<Record<PaymentErrorCode, RequirementId>>

type Code = keyof typeof ROWS

/** Refusals before anything is attempted. */
const AT_ONCE: readonly Code[] = ['TEST_MODE_UNAVAILABLE', 'RATE_LIMIT_EXCEEDED']

/** The rows say when they are answered, and that a payment can be read: what no event tells shows neither. */
const UNTOLD = 'that no event tells of a success does not show it'

const codeOf = ({ response }: Exchange): unknown => valueAt(json(response), '/error_code')

/**
 * The events of a refused creation: those of the id that the answer names, else those of a reference that only refused
 * creations had until then.
 */
function eventsOf(t: CheckContext, refused: Exchange): readonly PaymentEvent[] {
  const id = valueAt(json(refused.response), '/details/transaction_id')
  if (typeof id === 'string') return paymentEvents(t).filter(({ transactionId }) => transactionId === id.toLowerCase())
  const reference = valueAt(json(refused.request), '/reference')
  if (typeof reference !== 'string') return []
  const { events, others } = toldUntilOthers(t, reference, (each) => !status('4xx').test(each).ok)
  // A retry after 429 may find the original payment.
  return others.length > 0 && codeOf(refused) === 'RATE_LIMIT_EXCEEDED' ? [] : events
}

/**
 * The event that contradicts a refusal. A payment that was attempted may be told of, and how it ended; where it was not
 * to be attempted at all, or where no other end was told, being processed is no less than a beginning.
 */
function contradiction(
  t: CheckContext,
  code: Code,
  events: readonly PaymentEvent[],
): { event: PaymentEvent; soft: boolean } | undefined {
  const completed = events.find((each) => each.status === 'completed')
  if (completed !== undefined) return { event: completed, soft: false }
  const begun = events.find((each) => each.status === 'processing')
  if (begun === undefined) return undefined
  // Its end may be told when another payment has the reference already.
  const { transactionId } = begun
  const later = paymentEvents(t).filter((each) => transactionId !== undefined && each.transactionId === transactionId)
  if ([...events, ...later].some((each) => isTerminal(each.status ?? ''))) return undefined
  return { event: begun, soft: !AT_ONCE.includes(code) }
}

// Errors › Payments and Access control: declined, blocked or rejected, and the customer is not charged.
const comesToNothing = defineRule({
  id: 'pay/outcomes/refused-creations',
  title: 'No event tells of the success of a creation that was declined, blocked or rejected',
  covers: Object.values(ROWS),
  needs: ['payment', 'webhooks'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    for (const [code, id] of Object.entries(ROWS) as [Code, RequirementId][]) {
      const tally = new Tally(t, id, `no success of a creation that was answered ${code}`)
      for (const refused of creations(t).filter((each) => codeOf(each) === code)) {
        const found = contradiction(t, code, eventsOf(t, refused))
        if (found === undefined) continue
        tally.contradict({
          subject: `${eventSubject(found.event)}, after ${subjectOf(refused)}: ${cameBack(refused)}`,
          actual: `status ${show(found.event.status)}`,
          soft: found.soft,
          evidence: [refused, found.event.delivery],
        })
      }
      tally.close(UNTOLD)
    }
  },
})

export const refusedCreations: readonly Check[] = [comesToNothing]
