import type { Check } from '../../../../kit/check/check.ts'
import { subjectOf } from '../../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import { type Exchange, json } from '../../../../kit/http/exchange.ts'
import { cameBack, isUuidText, show, status, valueAt } from '../../../../kit/match/index.ts'
import { COMPLETED_PAYMENT } from '../../client/observed.ts'
import { Records } from '../../client/records.ts'
import { type CheckContext, defineRule } from '../../define.ts'
import { isTerminal } from '../../lifecycle/histories.ts'
import {
  creations,
  creationsById,
  creationsByReference,
  eventSubject,
  type PaymentEvent,
  paymentEvents,
} from '../../webhooks/deliveries.ts'
import { toldUntilOthers } from './told-of-reference.ts'

/** Refusals with statements of their own about what comes of them. */
const ELSEWHERE: readonly unknown[] = [
  'PAYMENT_DECLINED',
  'INSUFFICIENT_FUNDS',
  'INVALID_PAYMENT_DETAILS',
  'TRANSACTION_LIMIT_EXCEEDED',
  'RISK_CHECK_FAILED',
  'TRANSACTION_BLOCKED',
  'TEST_MODE_UNAVAILABLE',
  'RATE_LIMIT_EXCEEDED',
]

/** Given for an unclassified reason: the payment may have been attempted before. */
const AFTER_AN_ATTEMPT = 'PAYMENT_FAILED'

const MINIMUM = 500

/** Errors › Payments: the row names small amounts and missing card fields among its reasons, which are seen in the request. */
const lacksWhatIsNamed = ({ request }: Exchange): boolean => {
  const [type, currency, amount, redirect, cancel] = ['type', 'currency', 'amount', 'redirect_url', 'cancel_url'].map(
    (member) => valueAt(json(request), `/${member}`),
  )
  const isSmall = type === 'mobile' && currency === 'TZS' && typeof amount === 'number' && amount <= MINIMUM - 1
  return isSmall || (type === 'card' && (redirect === undefined || cancel === undefined))
}

/** Refused for the request or for its key: nothing was attempted by then. */
const isRefusedUnseen = (answer: Exchange): boolean => {
  const code = codeOf(answer)
  const isElsewhere = ELSEWHERE.includes(code) && code !== 'TEST_MODE_UNAVAILABLE'
  const mayBeAttempted = code === AFTER_AN_ATTEMPT && !lacksWhatIsNamed(answer)
  return status(400, 401, 403).test(answer).ok && !isElsewhere && !mayBeAttempted
}

/** Refused so that no live payment may be left of it: for the request, the key, a policy, or a key that led elsewhere. */
export const leavesNothing = (answer: Exchange): boolean =>
  isRefusedUnseen(answer) || isAgainstPolicy(answer) || isCollision(answer)

/**
 * Errors › Access control: blocked by a policy, so that the request is to be fixed before it is sent again. What a
 * screening blocks may be looked at by somebody, and wait for that.
 */
export const isAgainstPolicy = (answer: Exchange): boolean =>
  status(403).test(answer).ok && codeOf(answer) === 'RISK_CHECK_FAILED'

/** Errors › Payments: an idempotency key collision, whose key has a payment already. */
export const isCollision = (answer: Exchange): boolean => status(409).test(answer).ok && codeOf(answer) === 'CONFLICT'

const isMade = (answer: Exchange): boolean => status('2xx').test(answer).ok
const isRefused = (answer: Exchange): boolean => status('4xx').test(answer).ok
const codeOf = ({ response }: Exchange): unknown => valueAt(json(response), '/error_code')
const referenceOf = ({ request }: Exchange): unknown => valueAt(json(request), '/reference')

/** The event that tells most of a payment that was not to be: of its success, else of its beginning where no end was told. */
function telling(events: readonly PaymentEvent[]): PaymentEvent | undefined {
  const completed = events.find((each) => each.status === 'completed')
  if (completed !== undefined) return completed
  if (events.some((each) => isTerminal(each.status ?? ''))) return undefined
  return events.find((each) => each.status === 'processing')
}

/**
 * Events of a payment that no creation with this reference was answered with, where one was answered with another
 * payment. Ids of events may be others than those of answers: only beside an event of the known payment do they tell.
 */
function besideTheKnown(t: CheckContext, found: Records, reference: string): readonly PaymentEvent[] {
  const sent = creationsByReference(t, reference)
  const all = sent.every((each) => isRefused(each) || (isMade(each) && found.id(each) !== undefined))
  if (!all) return []
  const events = paymentEvents(t).filter((each) => each.reference === reference && isUuidText(each.transactionId))
  const isKnown = ({ transactionId = '' }: PaymentEvent): boolean => creationsById(t, transactionId).length > 0
  return events.some(isKnown) ? events.filter((each) => !isKnown(each)) : []
}

/** The events of what came of a refused creation: those that came before its reference was used otherwise, if any. */
function eventsOf(t: CheckContext, found: Records, refused: Exchange): readonly PaymentEvent[] {
  const reference = referenceOf(refused)
  if (typeof reference !== 'string') return []
  const { events, others } = toldUntilOthers(t, reference, (each) => !isRefused(each))
  // That of a creation that was taken, whatever it was sent with, came of that one.
  const own = events.filter(({ transactionId = '' }) => !creationsById(t, transactionId).some(isMade))
  return own.length > 0 || others.length === 0 ? own : besideTheKnown(t, found, reference)
}

/** Creations over the limit that had URLs, and what was told of each before it was sent again. */
function toldTooSoon(
  t: CheckContext,
): readonly { readonly limited: Exchange; readonly event: PaymentEvent | undefined }[] {
  return creations(t)
    .filter((each) => each.response?.status === 429 && typeof valueAt(json(each.request), '/webhook_url') === 'string')
    .flatMap((limited) => {
      const reference = referenceOf(limited)
      if (typeof reference !== 'string') return []
      const told = toldUntilOthers(t, reference, (each) => each.response?.status !== 429)
      return [{ limited, event: told.events[0] }]
    })
}

// Errors: what is refused is not executed, for whatever reason it is refused.
const noEffect = defineRule({
  id: 'pay/outcomes/refusal-effects',
  title: 'No event tells of a payment that was made of a refused creation',
  covers: ['pay.error.no-effect'],
  needs: ['payment', 'webhooks'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const found = new Records(t.service.record ?? {})
    const tally = new Tally(t, 'pay.error.no-effect', 'no payment of a creation that was refused')
    const told = new Set<PaymentEvent>()
    const isHeard = paymentEvents(t).length > 0
    for (const refused of creations(t).filter((each) => isRefused(each) && !ELSEWHERE.includes(codeOf(each)))) {
      const event = telling(eventsOf(t, found, refused))
      // Without a URL of its own silence tells little.
      if (event === undefined) {
        if (typeof valueAt(json(refused.request), '/webhook_url') === 'string' && isHeard) tally.agree([refused])
      } else if (!told.has(event)) {
        told.add(event)
        tally.contradict({
          subject: `${eventSubject(event)}, after ${subjectOf(refused)}: ${cameBack(refused)}`,
          actual: `status ${show(event.status)} of ${show(event.transactionId)}`,
          soft: event.status !== 'completed' && codeOf(refused) === AFTER_AN_ATTEMPT,
          evidence: [refused, event.delivery],
        })
      }
    }
    for (const { limited, event } of toldTooSoon(t)) {
      if (event === undefined) {
        if (isHeard) tally.agree([limited])
      } else
        tally.contradict({
          subject: `${eventSubject(event)}, after ${subjectOf(limited)}: ${cameBack(limited)}`,
          actual: `status ${show(event.status)} before it was sent again`,
          // A retry after 429 may find the original payment, by the rules on retries.
          soft: true,
          evidence: [limited, event.delivery],
        })
    }
    tally.close(
      isHeard
        ? 'no creation was refused in this run'
        : 'no event of any payment came in this run, so silence proves nothing',
    )
  },
})

export const refusalEffects: readonly Check[] = [noEffect]
