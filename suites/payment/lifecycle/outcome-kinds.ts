import type { Check } from '../../../kit/check/check.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, status, valueAt } from '../../../kit/match/index.ts'
import type { Target } from '../../../kit/target/target.ts'
import { hidden } from '../access/blocked-reason.ts'
import { validCreation } from '../client/acceptance.ts'
import { isAmple, isShort, isShortAt } from '../client/one-key.ts'
import { draft, mobilePayment } from '../client/payment.ts'
import { outcomeDraft, sendRefused } from '../client/recipes.ts'
import { type Row, refusal } from '../client/refusal.ts'
import { cardCreation, qrCreation } from '../creation/card.ts'
import { inTurn } from '../creation/refusals/turns.ts'
import { type CheckContext, defineCheck, type RequirementId } from '../define.ts'
import type { PaymentOutcome } from '../service/outcomes.ts'
import { troubleIn } from '../service/trouble.ts'
import { judgeUpstream, upstreamRow } from './outcomes.ts'

/** The rows that a recipe brings about with the values of a creation. */
const ROWS = {
  insufficientFunds: ['pay.outcome.insufficient-funds', '402 INSUFFICIENT_FUNDS'],
  invalidDetails: ['pay.outcome.invalid-details', '422 INVALID_PAYMENT_DETAILS'],
  limitExceeded: ['pay.outcome.limit-exceeded', '422 TRANSACTION_LIMIT_EXCEEDED'],
  unclassified: ['pay.outcome.unclassified', '400 PAYMENT_FAILED'],
  riskBlocked: ['pay.access.risk', '403 RISK_CHECK_FAILED'],
  screeningBlocked: ['pay.access.blocked', '403 TRANSACTION_BLOCKED'],
  internalError: ['pay.server.internal-error', '500 INTERNAL_ERROR'],
  feeError: ['pay.server.fee-error', '500 FEE_CALCULATION_ERROR'],
  providerUnavailable: ['pay.upstream.unavailable', '502 PROVIDER_UNAVAILABLE'],
  providerError: ['pay.upstream.error', '502 PROVIDER_ERROR'],
} as const satisfies Partial<Record<PaymentOutcome, readonly [RequirementId, Row]>>

type Outcome = keyof typeof ROWS

const OUTCOMES = Object.keys(ROWS) as readonly Outcome[]
const HIDDEN = 'pay.access.blocked-reason-hidden'
const IDS: readonly RequirementId[] = [...new Set(OUTCOMES.map((each) => ROWS[each][0])), HIDDEN]
const KINDS = { card: cardCreation, qr: qrCreation } as const

/** Answers that do not show that nothing was made, which count as made. */
const UNDECIDED = OUTCOMES.filter((each) => ROWS[each][1].startsWith('5')).length * Object.keys(KINDS).length
/** How many rows of a kind an ordinary run asks for; seeds take turns. */
const sampleOf = (target: Target): number => (isAmple(target) ? 4 : 1)

const MOST = OUTCOMES.length * Object.keys(KINDS).length
/** Creations of a kind that are taken although their values were to have them refused: then its recipes are for others. */
const TAKEN = 2

const isTaken = (answer: Exchange): boolean => status('2xx').test(answer).ok

/** Any creation may be screened, kept out or meet an outage, whatever row its values stand for. */
const ANY_CREATION: RequirementId = 'pay.create.mobile'

const rowOf = (row: Row): Matcher<Exchange> => (row.startsWith('502') ? upstreamRow(row) : refusal([row]))

/**
 * Whether the values of a recipe came to their row for the kind: with its code, be it with another status. What they mean to a
 * card, which is no wallet, is for the deployment to say, so that another row says nothing.
 */
const tells = (answer: Exchange, row: Row): boolean =>
  rowOf(row).test(answer).ok || (isItsCode(answer, row) && troubleIn(answer, ANY_CREATION) === undefined)

const isItsCode = ({ response }: Exchange, row: Row): boolean =>
  valueAt(json(response), '/error_code') === row.slice('000 '.length)

/** One row of one kind. Whether the creation was taken all the same. */
async function judgeKind(t: CheckContext, outcome: Outcome, kind: keyof typeof KINDS): Promise<boolean> {
  const [id, row] = ROWS[outcome]
  const members = t.service.outcomes?.[outcome]?.with ?? {}
  const answer = await sendRefused(t, draft(t, { label: `${outcome}, ${kind}`, kind, members }))
  const expected = rowOf(row)
  if (outcome === 'screeningBlocked' && isItsCode(answer, row)) t.judge(HIDDEN, answer, hidden)
  if (!tells(answer, row)) {
    const reason = `the values of payment.outcomes.${outcome} have no ${kind} payment refused so: ${cameBack(answer)}`
    t.markUnexercised(id, 'not met', reason)
  } else if (expected.test(answer).ok || rowOf(row).test(await sendRefused(t, await outcomeDraft(t, outcome))).ok)
    judgeUpstream(t, id, answer, expected)
  else t.markUnexercised(id, 'not met', `payment.outcomes.${outcome} does not bring its row about for mobile payments`)
  return isTaken(answer)
}

export const outcomeKinds: readonly Check[] = [
  // Errors: a row is that of a creation, of whichever kind. Whether the values of a recipe are looked at there is open.
  defineCheck({
    id: 'pay/outcomes/rows-of-kinds',
    title: 'Card and QR payments that come to a row of the tables are answered with it, as mobile payments are',
    covers: IDS,
    judgedWith: {
      ...Object.fromEntries(OUTCOMES.map((each) => [ROWS[each][0], [`payment.outcomes.${each}`]])),
      [HIDDEN]: ['payment.outcomes.screeningBlocked'],
    },
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [validCreation, mobilePayment, cardCreation, qrCreation],
    tier: 'write',
    phase: 'settled',
    cost: {
      requests: { live: 2 * MOST },
      spends: { payments: 2 * MOST },
      typical: {
        requests: {},
        spends: { payments: 0 },
        deepSpends: { payments: UNDECIDED },
        at: (target, depth) =>
          isShortAt(target, depth) ? {} : { requests: { live: depth === 'deep' ? MOST : sampleOf(target) } },
      },
    },
    run: async (t) => {
      if (isShort(t.service.keys, t.depth)) t.abortUnexercised('not met', 'one live key has no requests to spare')
      const claimed = OUTCOMES.filter((each) => t.service.outcomes?.[each]?.with !== undefined)
      const taken = { card: 0, qr: 0 }
      const kinds = (['card', 'qr'] as const).filter((each) => t.has(`payment.bodies.${each}`))
      const cells = kinds.flatMap((kind) => claimed.map((outcome) => ({ outcome, kind })))
      for (const { outcome, kind } of inTurn(t, cells, sampleOf(t.target))) {
        const control = await t.use(KINDS[kind]).catch(() => undefined)
        if (control === undefined || !isTaken(control.answer) || taken[kind] >= TAKEN) continue
        if (await judgeKind(t, outcome, kind)) taken[kind] += 1
      }
      for (const id of IDS)
        t.markUnexercised(id, 'not met', 'the seed chose other rows, or kinds of payment are missing')
    },
  }),
]
