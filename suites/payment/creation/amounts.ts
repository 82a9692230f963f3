import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, soft, status } from '../../../kit/match/index.ts'
import { judgeAccepted, validCreation } from '../client/acceptance.ts'
import { controlCreation } from '../client/control.ts'
import { sendSpoilt } from '../client/defect.ts'
import { affordable, unlessShort } from '../client/one-key.ts'
import { draft, firstCreation, submit } from '../client/payment.ts'
import { type Row, refusal } from '../client/refusal.ts'
import { defineCheck, type FixtureContext } from '../define.ts'

const MINIMUM = 500

/** Zero, negative and non-numeric amounts are small amounts and bad bodies alike. */
const ANY_BAD: readonly Row[] = ['400 PAYMENT_FAILED', '400 VALIDATION_ERROR', '400 INVALID_REQUEST']

const refusedOrRounded: Matcher<Exchange> = matcher(refusal(ANY_BAD).expected, (exchange) =>
  status('2xx').test(exchange).ok
    ? soft(cameBack(exchange), 'whether an amount has decimals is not shown')
    : refusal(ANY_BAD).test(exchange),
)

const needs = ['payment.keys.live', 'payment.bodies.mobile'] as const

/** The minimum is shown for one currency and type only. */
function onlyForShillings(t: FixtureContext): void {
  const body = t.service.bodies?.mobile
  if (body?.currency === 'TZS' && body.type === 'mobile') return
  t.abortUnexercised(
    'not claimed',
    'the minimum holds for mobile payments in TZS, and the mobile body of the target file is none',
    'payment.bodies.mobile: { amount: 500, currency: TZS, type: mobile, … }',
  )
}

export const amounts: readonly Check[] = [
  // Errors › Payments: an amount below the minimum is named by the PAYMENT_FAILED row alone.
  defineCheck({
    id: 'pay/validation/amount-below-minimum',
    title: 'Mobile payments of 499 and of 499.5 TZS are refused',
    covers: ['pay.amount.minimum'],
    needs,
    uses: [validCreation],
    tier: 'write',
    yields: true,
    cost: { requests: { live: 2 }, spends: { payments: 2 }, typical: { spends: { payments: 0 } } },
    run: async (t) => {
      onlyForShillings(t)
      const answer = await sendSpoilt(t, { label: 'amount 499', members: { amount: MINIMUM - 1 } })
      t.judge('pay.amount.minimum', answer, refusal(['400 PAYMENT_FAILED']))
      // Below the minimum too, and perhaps no amount of shillings at all: a service that rounds first lets it through.
      const half = await sendSpoilt(t, { label: 'amount 499.5', members: { amount: MINIMUM - 0.5 } })
      t.judge('pay.amount.minimum', half, refusedOrRounded)
    },
  }),

  // Limits: the minimum of a mobile payment in TZS is 500.
  defineCheck({
    id: 'pay/amount/at-minimum',
    title: 'A mobile payment of 500 TZS is accepted',
    covers: ['pay.amount.at-minimum'],
    needs,
    uses: [firstCreation, validCreation],
    tier: 'write',
    cost: { requests: { live: 1 }, spends: { payments: 1 } },
    run: async (t) => {
      onlyForShillings(t)
      const valid = await t.use(validCreation)
      controlCreation(t, valid)
      const { sent } = await t.use(firstCreation)
      const already = sent.body.amount === MINIMUM
      const answer = already ? valid : await submit(t, draft(t, { label: 'amount 500', members: { amount: MINIMUM } }))
      judgeAccepted(t, 'pay.amount.at-minimum', answer)
    },
  }),

  // Resources › Payment create request: amounts start at 500, so none is zero or negative.
  defineCheck({
    id: 'pay/validation/amount-not-positive',
    title: 'Zero and negative amounts are refused',
    covers: ['pay.amount.not-positive'],
    needs,
    uses: [validCreation],
    tier: 'write',
    yields: true,
    cost: {
      requests: { live: 2 },
      spends: { payments: 2 },
      typical: { requests: { live: 1 }, spends: { payments: 0 }, at: unlessShort(2) },
    },
    run: async (t) => {
      onlyForShillings(t)
      for (const amount of affordable(t, [0, -MINIMUM])) {
        const answer = await sendSpoilt(t, { label: `amount ${amount}`, members: { amount } })
        t.judge('pay.amount.not-positive', answer, refusal(ANY_BAD))
      }
    },
  }),

  // Resources › Payment create request: amount is a number. Numbers written as text are left open, an object and a word are none.
  defineCheck({
    id: 'pay/validation/amount-wrong-type',
    title: 'An amount that is an object or a word is refused',
    covers: ['pay.amount.wrong-type'],
    needs,
    uses: [validCreation],
    tier: 'write',
    yields: true,
    cost: {
      requests: { live: 3 },
      spends: { payments: 3 },
      typical: { requests: { live: 2 }, spends: { payments: 0 }, at: unlessShort(3) },
    },
    run: async (t) => {
      // A word is asked in every run: what no number can be read of is refused by whoever looks at all.
      const wrong = [
        ['an object', { value: 'none' }],
        ['that is not there', undefined],
      ] as const
      for (const [what, amount] of [['a word', 'none'] as const, ...affordable(t, wrong)]) {
        const answer = await sendSpoilt(t, { label: `amount ${what}`, members: { amount } })
        t.judge('pay.amount.wrong-type', answer, refusal(ANY_BAD))
      }
    },
  }),
]
