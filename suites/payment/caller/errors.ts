import { memberOf, shown, silenceOf } from '../../shared/caller/judging.ts'
import type { Played } from '../../shared/caller/scenario.ts'
import type { Creation } from './creation.ts'
import { type CheckContext, defineCheck } from './define.ts'
import { created } from './fixtures.ts'
import { CODELESS, detailsOf, refusedEachTime } from './refusals.ts'

/** One code, and what its message may be: nobody reads it but people. */
const MESSAGES = {
  plain: 'The customer declined the payment.',
  empty: '',
  misleading: 'Please try again later: service unavailable, payment completed.',
  Swahili: 'Malipo yamekataliwa na mtoa huduma.',
} as const

/** What a client made of an answer, as far as anybody else sees it. */
const outcomeOf = ({ told, requests }: Played): string =>
  shown([told?.ok ?? 'no answer', memberOf(told?.error, 'code') ?? null, requests.length])

export const errorChecks = [
  // Callers branch on error_code, never on message. Payment › Resources › Error envelope.
  defineCheck({
    id: 'pay-caller/errors/messages',
    title: 'A message changes nothing of what an error is taken for',
    covers: ['pay-caller.error.code'],
    uses: [created],
    run: async (t) => {
      await t.use(created)
      const names = Object.keys(MESSAGES) as (keyof typeof MESSAGES)[]
      const met = await Promise.all(
        names.map((name) =>
          refusedEachTime(t, `a message that is ${name}`, 'PAYMENT_DECLINED', (payment) => ({
            message: MESSAGES[name],
            details: detailsOf('PAYMENT_DECLINED', payment),
          })),
        ),
      )
      const [plain, ...others] = met
      if (plain === undefined) return
      if (plain.told === undefined) {
        t.markBlocked('pay-caller.error.code', plain.fault ?? 'the driver gave no answer', plain.requests)
        return
      }
      const expected = `as after a plain one: ${outcomeOf(plain)}`
      for (const [index, each] of others.entries()) {
        const subject = `PAYMENT_DECLINED with a message that is ${names[index + 1]}`
        const common = { subject, expected, evidence: [...plain.requests, ...each.requests] }
        if (each.told === undefined || each.requests.length === 0)
          t.markBlocked('pay-caller.error.code', silenceOf(each) ?? 'the driver gave no answer', each.requests)
        else if (outcomeOf(each) === outcomeOf(plain)) t.conclude('pay-caller.error.code', { ok: true, ...common })
        else t.conclude('pay-caller.error.code', { ok: false, actual: outcomeOf(each), ...common })
      }
    },
  }),
  // details is an array, an object, or omitted. Payment › Resources › Error envelope.
  defineCheck({
    id: 'pay-caller/errors/details',
    title: 'An error is told whatever its details are',
    covers: ['pay-caller.error.details'],
    uses: [created],
    run: async (t) => {
      await t.use(created)
      const absent = await refusedEachTime(t, 'details that are absent', 'VALIDATION_ERROR', () => ({}))
      const array = await refusedEachTime(t, 'details in an array', 'VALIDATION_ERROR')
      const object = await refusedEachTime(t, 'details in an object', 'PAYMENT_DECLINED')
      const met = [
        { details: 'absent', code: 'VALIDATION_ERROR', each: absent },
        { details: 'array', code: 'VALIDATION_ERROR', each: array },
        { details: 'object', code: 'PAYMENT_DECLINED', each: object },
      ]
      // Whose driver died told nothing; what it told of the others shows whether it tells codes.
      const told = met.flatMap(({ each }) => each.told ?? [])
      const isCodeless = told.length > 0 && told.every(({ error }) => memberOf(error, 'code') === undefined)
      if (isCodeless) t.markUnexercised('pay-caller.error.details', 'not driven', CODELESS)
      for (const { details, code, each } of met)
        if (!isCodeless || each.told === undefined) judgeTold(t, each, details, code)
    },
  }),
]

function judgeTold(t: CheckContext, each: Creation, details: string, code: string): void {
  const id = 'pay-caller.error.details'
  const { told, creations } = each
  if (told === undefined || creations.length === 0) {
    t.markBlocked(id, silenceOf(each, creations) ?? 'the driver gave no answer', creations)
    return
  }
  const said = memberOf(told.error, 'code')
  const common = { subject: `an error with details: ${details}`, expected: code, evidence: creations, at: { details } }
  // A payment that was declined is there, and can be read: some give it back.
  const isPayment = code === 'PAYMENT_DECLINED' && told.ok && memberOf(told.result, 'status') === 'failed'
  if (said === code || isPayment) t.conclude(id, { ok: true, ...common })
  else t.conclude(id, { ok: false, actual: told.ok ? 'told as done' : shown(told.error), ...common })
}
