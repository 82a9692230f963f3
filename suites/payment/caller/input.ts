import { refusal } from './answers.ts'
import { alterations, create } from './creation.ts'
import { defineCheck } from './define.ts'
import { created } from './fixtures.ts'

/** Input that the service refuses, what is wrong with it, and how it is refused. */
const INPUTS = [
  { input: 'amount below the minimum', more: { amount: 499 }, code: 'PAYMENT_FAILED' },
  {
    input: 'e-mail that is not valid',
    more: { customer: { firstname: 'Asha', lastname: 'Mwakyusa', email: 'asha at merchant' } },
    code: 'VALIDATION_ERROR',
  },
  { input: 'card without redirect_url', more: { type: 'card' }, code: 'PAYMENT_FAILED' },
] as const

export const inputChecks = [
  // Amounts have a minimum, e-mail addresses are valid, cards need more. Payment › Resources › Payment create request.
  defineCheck({
    id: 'pay-caller/input/refused',
    title: 'Input that is refused is not altered without a word',
    covers: ['pay-caller.input.not-altered'],
    uses: [created],
    run: async (t) => {
      await t.use(created)
      for (const { input, more, code } of INPUTS) {
        const met = await create(
          t,
          input,
          Array.from({ length: 4 }, () => refusal(code)),
          more,
        )
        const [first] = met.creations
        const common = {
          subject: `a creation with ${input}`,
          expected: 'refused before it is sent, or sent as it is and the refusal told',
          evidence: met.requests,
          at: { input },
        }
        const id = 'pay-caller.input.not-altered'
        if (met.told === undefined) t.markBlocked(id, met.fault ?? 'the driver gave no answer', met.requests)
        else if (first === undefined && !met.told.ok)
          t.conclude(id, { ok: true, note: 'refused by the client', ...common })
        else if (first === undefined) t.conclude(id, { ok: false, actual: 'told as done, and never sent', ...common })
        else {
          const altered = t.attest(id, first.id, () => alterations(first.json, met.input).join(', '))
          if (altered !== '') t.conclude(id, { ok: false, actual: `sent with another ${altered}`, ...common })
          else if (met.told.ok) t.conclude(id, { ok: false, actual: 'told as done', ...common })
          else t.conclude(id, { ok: true, ...common })
        }
      }
    },
  }),
]
