import type { Check } from '../../../kit/check/check.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import {
  all,
  cameBack,
  equals,
  isUuid,
  isUuidText,
  type Matcher,
  matcher,
  member,
  no,
  ok,
  soft,
  status,
  valueAt,
} from '../../../kit/match/index.ts'
import { judgeAccepted, validCreation } from '../client/acceptance.ts'
import { CREATE, isGatewayPage, keyOf } from '../client/api.ts'
import { isShort } from '../client/one-key.ts'
import { type Draft, draft, mobilePayment, plainCreation } from '../client/payment.ts'
import { outcomeDraft, refusedBy, sendRefused } from '../client/recipes.ts'
import { type Records, records } from '../client/records.ts'
import { type Row, refusal } from '../client/refusal.ts'
import { readUntil } from '../client/rereading.ts'
import { cardCreation, qrCreation } from '../creation/card.ts'
import { sampleOf } from '../creation/refusals/wrong-members.ts'
import { type CheckContext, defineCheck, defineFixture, type RequirementId } from '../define.ts'
import type { PaymentOutcome } from '../service/outcomes.ts'
import { troubleIn } from '../service/trouble.ts'
import { firstRead, firstReadOf, naming, referenceIfShown } from './reading.ts'

/** The status of the row; a gateway that answers in place of the service sends no envelope, which warns. */
export function upstreamRow(row: Row): Matcher<Exchange> {
  const inner = refusal([row])
  return matcher(inner.expected, (exchange) => {
    const outcome = inner.test(exchange)
    const bare = exchange.response?.status === 502 && valueAt(json(exchange.response), '/error_code') === undefined
    return !outcome.ok && bare
      ? soft(cameBack(exchange), 'a gateway may have answered in place of the service')
      : outcome
  })
}

const isBarePage = ({ response }: Exchange): boolean =>
  response?.status === 502 && valueAt(json(response), '/error_code') === undefined

const isUpstreamOut = refusal(['502 PROVIDER_UNAVAILABLE'])

/** Creations that were to meet an upstream which is out, or fails, and their retries. */
const PROVIDER = /^provider/

/** Whether the upstream was out for a creation that was not to find it so: then it may have been out for any. */
function wasOutForOthers(t: CheckContext): boolean {
  const meant = t.exchanges().filter(({ label }) => PROVIDER.test(label))
  return t
    .exchanges()
    .some(
      (each) =>
        each.operation === CREATE &&
        isUpstreamOut.test(each).ok &&
        !meant.some((one) => one === each || isOneAttempt(one, each)),
    )
}

/** Judges an answer by its row; a page that other requests of the run got too says nothing of this one. */
export function judgeUpstream(t: CheckContext, id: RequirementId, answer: Exchange, expected: Matcher<Exchange>): void {
  const isOfGateway = isBarePage(answer) && t.exchanges().some((each) => isBarePage(each) && !PROVIDER.test(each.label))
  // Many outages are over by one attempt with a key: it may have been the one whose answer a gateway gave.
  const lost = t.exchanges().find((each) => isGatewayPage(each) && each.id !== answer.id && isOneAttempt(each, answer))
  const isMade = status('2xx').test(answer).ok
  if (isOfGateway) t.markBlocked(id, `a gateway answers in place of the service: ${cameBack(answer)}`, [answer])
  else if (isMade && lost !== undefined)
    t.markBlocked(id, `a gateway answered the first attempt in place of the service: ${cameBack(lost)}`, [lost, answer])
  else if (!expected.test(answer).ok && isUpstreamOut.test(answer).ok && wasOutForOthers(t))
    t.markBlocked(id, 'the upstream was out for other creations as well', [answer])
  else t.judge(id, answer, expected)
}

/** Whether two creations are attempts at one. */
const isOneAttempt = (one: Exchange, other: Exchange): boolean =>
  one.operation === other.operation && keyOf(one) !== '' && keyOf(one) === keyOf(other)

interface Answered {
  readonly name: string
  readonly title: string
  readonly covers: RequirementId
  readonly outcome: PaymentOutcome
  readonly expected: Matcher<Exchange>
}

const answered: readonly Answered[] = [
  // Errors › Payments: each outcome has its row.
  {
    name: 'insufficient-funds',
    title: 'A wallet without funds answers INSUFFICIENT_FUNDS',
    covers: 'pay.outcome.insufficient-funds',
    outcome: 'insufficientFunds',
    expected: refusal(['402 INSUFFICIENT_FUNDS']),
  },
  {
    name: 'invalid-details',
    title: 'Rejected payment details answer INVALID_PAYMENT_DETAILS',
    covers: 'pay.outcome.invalid-details',
    outcome: 'invalidDetails',
    expected: refusal(['422 INVALID_PAYMENT_DETAILS']),
  },
  {
    name: 'limit-exceeded',
    title: 'An amount over a limit answers TRANSACTION_LIMIT_EXCEEDED',
    covers: 'pay.outcome.limit-exceeded',
    outcome: 'limitExceeded',
    expected: refusal(['422 TRANSACTION_LIMIT_EXCEEDED']),
  },
  {
    name: 'unclassified',
    title: 'A creation that fails for an unclassified reason answers PAYMENT_FAILED',
    covers: 'pay.outcome.unclassified',
    outcome: 'unclassified',
    expected: refusal(['400 PAYMENT_FAILED']),
  },
  // Errors › Not found, rate limit, server, upstream: unexpected failure, fee, unclassified upstream error.
  {
    name: 'internal-error',
    title: 'An unexpected failure answers INTERNAL_ERROR',
    covers: 'pay.server.internal-error',
    outcome: 'internalError',
    expected: refusal(['500 INTERNAL_ERROR']),
  },
  {
    name: 'fee-error',
    title: 'A fee that cannot be computed answers FEE_CALCULATION_ERROR',
    covers: 'pay.server.fee-error',
    outcome: 'feeError',
    expected: refusal(['500 FEE_CALCULATION_ERROR']),
  },
  {
    name: 'provider-error',
    title: 'An unclassified upstream error answers PROVIDER_ERROR',
    covers: 'pay.upstream.error',
    outcome: 'providerError',
    expected: upstreamRow('502 PROVIDER_ERROR'),
  },
]

const ofAnswered = ({ name, title, covers, outcome, expected }: Answered): Check =>
  defineCheck({
    id: `pay/outcomes/${name}`,
    title,
    covers: [covers],
    needs: ['payment.keys.live', 'payment.bodies.mobile', `payment.outcomes.${outcome}`],
    uses: [validCreation],
    tier: 'write',
    // Creations that met a 5xx are retried later.
    ...(covers.startsWith('pay.outcome.') && { yields: true }),
    cost: {
      requests: { live: 2 },
      spends: { payments: 2 },
      // An answer that does not show that nothing was made counts as one.
      typical: { requests: { live: 1 }, spends: { payments: covers.startsWith('pay.outcome.') ? 0 : 1 } },
    },
    run: async (t) => {
      const first = await sendRefused(t, await outcomeDraft(t, outcome))
      // An upstream that was out, or a screening that came before it, does not come twice.
      const passing = troubleIn(first, 'pay.create.mobile') !== undefined && !expected.test(first).ok
      const answer = passing ? await sendRefused(t, await outcomeDraft(t, outcome)) : first
      judgeUpstream(t, covers, answer, refusedBy(outcome, expected))
    },
  })

/** A creation that its recipe has the provider decline at once, and its retry; unjudged. */
export const declinedCreation = defineFixture({
  name: 'declined-creation',
  needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.outcomes.declined'],
  uses: [validCreation],
  cost: { requests: { live: 2 }, spends: { payments: 2 }, typical: { spends: { payments: 0 } } },
  make: async (t) => {
    const sent = await outcomeDraft(t, 'declined', 'own')
    const answer = await sendRefused(t, sent)
    // At once: its reference is free, and others make a payment with it.
    return { sent, answer, again: await sendRefused(t, { ...sent, label: 'retry of a declined creation' }) }
  },
})

/** A payment that reads as failed, where a status can be told. */
function failed(found: Records, id: string): Matcher<Exchange> {
  return matcher('status failed', (exchange) => {
    const shown = found.status(exchange, id)
    return shown === undefined || shown.toLowerCase() === 'failed'
      ? ok
      : no(`status ${shown}`, found.slip(exchange, shown))
  })
}

const declined = refusal(['402 PAYMENT_DECLINED'])

/** What is judged of a creation that was declined. */
const DECLINED = [
  'pay.declined.transaction-id',
  'pay.declined.status',
  'pay.declined.reference',
  'pay.declined.queryable',
] as const satisfies readonly RequirementId[]

export const outcomes: readonly Check[] = [
  // What the service does: mobile payments can be created.
  defineCheck({
    id: 'pay/outcomes/accepted',
    title: 'A valid mobile payment is accepted',
    covers: ['pay.create.mobile'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [validCreation],
    tier: 'write',
    run: async (t) => judgeAccepted(t, 'pay.create.mobile', await t.use(validCreation)),
  }),

  // Endpoints: a creation answers with the payment, whose id is the UUID of the path.
  defineCheck({
    id: 'pay/outcomes/returns-payment',
    title: 'A creation answers with the payment: its id can be read back',
    covers: ['pay.create.returns-payment'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [plainCreation, mobilePayment, firstRead, records],
    tier: 'write',
    run: async (t) => {
      const { answer } = await t.use(plainCreation)
      t.control(answer, status('2xx'))
      const found = await t.use(records)
      if (found.id(answer) === undefined && found.candidates(answer).length === 0) {
        t.conclude('pay.create.returns-payment', {
          ok: false,
          subject: answer.operation,
          expected: 'the payment, with its id',
          actual: `${cameBack(answer)} without any UUID`,
          evidence: [answer],
        })
        return
      }
      const { id } = await t.use(mobilePayment)
      t.judge('pay.create.returns-payment', await t.use(firstRead), firstReadOf(t, id, all(status('2xx'), naming(id))))
    },
  }),

  // Errors › Payments: declined immediately, with transaction_id, status failed and reference; queryable by id.
  defineCheck({
    id: 'pay/outcomes/declined',
    title: 'A payment declined at once answers PAYMENT_DECLINED and can be read as failed',
    covers: ['pay.declined.answer', ...DECLINED],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.outcomes.declined'],
    uses: [declinedCreation, records],
    tier: 'write',
    cost: { requests: { live: 5 }, typical: { requests: { live: 1 } } },
    run: async (t) => {
      const { sent, answer } = await t.use(declinedCreation)
      if (!t.judge('pay.declined.answer', answer, refusedBy('declined', declined))) {
        t.abortUnexercised('not met', 'the declined creation was not answered with PAYMENT_DECLINED')
      }
      await judgeDeclined(t, sent, answer)
    },
  }),

  // The same of payments of other kinds. Whether the values of the recipe are looked at there is open: only a refusal shows it.
  defineCheck({
    id: 'pay/outcomes/declined-kinds',
    title: 'A card or QR payment that is declined at once can be read as failed',
    covers: DECLINED,
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.outcomes.declined'],
    uses: [declinedCreation, cardCreation, qrCreation, records],
    tier: 'write',
    phase: 'settled',
    cost: { requests: { live: 10 }, spends: { payments: 2 }, typical: { requests: {}, spends: { payments: 0 } } },
    run: async (t) => {
      const { answer: control } = await t.use(declinedCreation)
      t.control(control, declined)
      if (isShort(t.service.keys, t.depth)) t.abortUnexercised('not met', 'one live key has no requests to spare')
      const members = t.service.outcomes?.declined?.with ?? {}
      const kinds = [['card', cardCreation] as const, ['qr', qrCreation] as const]
      let isDeclined = false
      for (const [kind, fixture] of sampleOf(t, kinds, 1)) {
        const made = t.has(`payment.bodies.${kind}`) ? await t.use(fixture).catch(() => undefined) : undefined
        if (made === undefined || !status('2xx').test(made.answer).ok) continue
        const sent = draft(t, { label: `declined ${kind} payment`, kind, members })
        const answer = await sendRefused(t, sent)
        if (!declined.test(answer).ok) continue
        await judgeDeclined(t, sent, answer)
        isDeclined = true
      }
      if (!isDeclined)
        for (const id of DECLINED)
          t.markUnexercised(id, 'not met', 'the recipe has no payment of another kind declined')
    },
  }),

  ...answered.map(ofAnswered),
]

/** What a creation that was declined at once is answered, and what its payment reads. */
async function judgeDeclined(t: CheckContext, sent: Draft, answer: Exchange): Promise<void> {
  t.judge('pay.declined.transaction-id', answer, member('/details/transaction_id', isUuid))
  t.judge('pay.declined.status', answer, member('/details/status', equals('failed')))
  t.judge('pay.declined.reference', answer, member('/details/reference', equals(sent.reference)))
  const id = valueAt(json(answer.response), '/details/transaction_id')
  if (!isUuidText(id)) {
    const reason = 'the refusal names no id by which the payment could be read'
    return t.markUnexercised('pay.declined.queryable', 'not met', reason)
  }
  const found = await t.use(records)
  const shown = all(status('2xx'), naming(id), referenceIfShown(sent.reference), failed(found, id))
  const seen = await readUntil(t, sent.key, id, 'declined payment', (each) => shown.test(each).ok)
  t.judge('pay.declined.queryable', seen, shown)
}
