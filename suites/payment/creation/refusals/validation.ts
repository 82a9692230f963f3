import type { Check } from '../../../../kit/check/check.ts'
import { type Exchange, json } from '../../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, soft, valueAt } from '../../../../kit/match/index.ts'
import type { JsonObject } from '../../../../kit/target/file/parts.ts'
import { validCreation } from '../../client/acceptance.ts'
import { create, liveKey } from '../../client/api.ts'
import { freshKey } from '../../client/bodies.ts'
import { judgeHandled, sendSpoilt, sendUnusable } from '../../client/defect.ts'
import { bindingDetails } from '../../client/error-matchers.ts'
import { affordable, unlessShort } from '../../client/one-key.ts'
import { draft } from '../../client/payment.ts'
import { BAD_BODY, refusal } from '../../client/refusal.ts'
import { type CheckContext, defineCheck, type RequirementId } from '../../define.ts'

interface Field {
  readonly name: string
  readonly title: string
  readonly covers: RequirementId
  /** One creation each, with these members in place of those of the valid body. */
  readonly defects: readonly { label: string; members: JsonObject | ((valid: JsonObject) => JsonObject) }[]
  readonly expected: Matcher<Exchange>
  /** No body with this defect binds, so a VALIDATION_ERROR lists what did not. */
  readonly unbound?: true
  /** As in a check. */
  readonly yields?: true
}

/** Errors › Request and validation: body-binding failures list {field, message} in details. */
const lists = matcher<Exchange>('details, an array of {field, message}', (exchange) => {
  const details = valueAt(json(exchange.response), '/details')
  if (details !== undefined && details !== null) return bindingDetails.test(exchange)
  return soft(`${cameBack(exchange)} without details`, 'details is optional, and what counts as binding is not said')
})

/** As the inner one; 400 with another code only warns, where the document states no code for the defect. */
const anyCode = (inner: Matcher<Exchange>): Matcher<Exchange> =>
  matcher(inner.expected, (exchange) => {
    const outcome = inner.test(exchange)
    if (outcome.ok || exchange.response?.status !== 400) return outcome
    return soft(cameBack(exchange), 'no row names this cause')
  })

/** As long as the valid one and beginning as it does, and yet no number to any reader: nothing stands for a digit. */
function unreadable({ phone }: JsonObject): JsonObject {
  const digits = typeof phone === 'string' ? phone.replaceAll(/\D/g, '') : ''
  return { phone: digits.length > 3 ? digits.slice(0, 3).padEnd(digits.length, '?') : '255?????????' }
}

/** Made-up digits: of the number of a person no report shows more than the first three. */
const MADE_UP = '712000000000000'

/** As long as the valid one, and without its last digits: what is looked at in part only is taken. */
function unreadableEnd({ phone }: JsonObject): JsonObject {
  const digits = typeof phone === 'string' ? phone.replaceAll(/\D/g, '') : ''
  const shown = digits.length > 7 ? digits.length - 7 : 5
  return { phone: `${digits.slice(0, 3).padEnd(3, '2')}${MADE_UP.slice(0, shown)}????` }
}

const fields: readonly Field[] = [
  // Errors › Request and validation: an unsupported currency is named by the VALIDATION_ERROR row alone.
  {
    name: 'currency',
    title: 'An unsupported currency is refused',
    covers: 'pay.currency.unsupported',
    defects: [{ label: 'currency XTS', members: { currency: 'XTS' } }],
    expected: refusal(['400 VALIDATION_ERROR']),
  },
  // Errors › Request and validation: so is an invalid network.
  {
    name: 'network',
    title: 'An invalid network is refused',
    covers: 'pay.network.invalid',
    defects: [{ label: 'network no-such-network', members: { network: 'no-such-network' } }],
    expected: refusal(['400 VALIDATION_ERROR']),
  },
  // Errors › Request and validation: a bad phone is a validation error; malformed fields and rejected details overlap it.
  {
    name: 'phone',
    title: 'A phone without digits behind its country code or at its end, and one of two digits, are refused',
    covers: 'pay.phone.bad',
    defects: [
      { label: 'phone without digits', members: unreadable },
      { label: 'phone 12', members: { phone: '12' } },
      { label: 'phone without digits at its end', members: unreadableEnd },
    ],
    expected: refusal(['400 VALIDATION_ERROR'], ['400 INVALID_REQUEST', '422 INVALID_PAYMENT_DETAILS']),
  },
  // Resources › Payment create request: the e-mail of the customer is valid.
  {
    name: 'email',
    title: 'A customer e-mail that is none is refused',
    covers: 'pay.customer.email-valid',
    defects: [
      { label: 'e-mail nope', members: { customer: { email: 'nope' } } },
      { label: 'e-mail without a domain', members: { customer: { email: 'nope@' } } },
      { label: 'e-mail with blanks', members: { customer: { email: 'no pe@example .com' } } },
    ],
    expected: anyCode(refusal(BAD_BODY, ['422 INVALID_PAYMENT_DETAILS'])),
    yields: true,
  },
  // Resources › Payment create request: customer is an object, its members are strings, and so is phone.
  {
    name: 'wrong-types',
    title: 'Fields of other types than the table has are refused',
    covers: 'pay.validation.wrong-type',
    defects: [
      { label: 'customer a string', members: { customer: 'nobody' } },
      { label: 'customer.firstname an object', members: { customer: { firstname: { given: 'none' } } } },
      { label: 'phone an object', members: { phone: { digits: 'none' } } },
    ],
    expected: refusal(BAD_BODY),
    unbound: true,
    yields: true,
  },
  // Resources › Payment create request: both fields are URLs; what happens to others is implied only.
  {
    name: 'urls',
    title: 'A webhook_url or callback_url that is no URL is refused',
    covers: 'pay.validation.url-fields',
    defects: [
      { label: 'webhook_url not a url', members: { webhook_url: 'not a url' } },
      { label: 'callback_url not a url', members: { callback_url: 'not a url' } },
    ],
    expected: refusal(BAD_BODY),
    yields: true,
  },
]

const ofField = ({ name, title, covers, defects, expected, unbound, yields }: Field): Check =>
  defineCheck({
    id: `pay/validation/${name}`,
    title,
    covers: unbound === undefined ? [covers] : [covers, 'pay.error.details-binding'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [validCreation],
    tier: 'write',
    ...(yields && { yields }),
    cost: {
      requests: { live: defects.length },
      spends: { payments: defects.length },
      typical: { requests: { live: 1 }, spends: { payments: 0 }, at: unlessShort(defects.length) },
    },
    run: async (t) => {
      const valid = t.service.bodies?.mobile ?? {}
      for (const { label, members } of affordable(t, defects)) {
        const changed = typeof members === 'function' ? members(valid) : members
        const answer = await sendSpoilt(t, { label, members: changed })
        const isRefused = t.judge(covers, answer, expected)
        if (unbound === undefined) continue
        const id = 'pay.error.details-binding'
        if (refusal(['400 VALIDATION_ERROR']).test(answer).ok) t.judge(id, answer, lists)
        else if (isRefused)
          t.markInapplicable(id, `${label} is refused by another code (${cameBack(answer)})`, [answer])
        else t.markUnexercised(id, 'not met', `${label} came to ${cameBack(answer)}, so there are no details to see`)
      }
    },
  })

/** Types of which none exists anywhere. Which ones there are is open, and so is what becomes of others. */
const unknownType = defineCheck({
  id: 'pay/validation/type',
  title: 'A payment type that does not exist is handled',
  covers: ['pay.error.handled'],
  needs: ['payment.keys.live', 'payment.bodies.mobile'],
  uses: [validCreation],
  tier: 'write',
  yields: true,
  cost: { requests: { live: 1 }, spends: { payments: 1 }, typical: { spends: { payments: 0 } } },
  run: async (t) => {
    const answer = await sendSpoilt(t, { label: 'type no-such-type', members: { type: 'no-such-type' } })
    t.observe('pay.open.payment-types', `no-such-type: ${cameBack(answer)}`, [answer])
    judgeHandled(t, answer)
  },
})

interface Unusable {
  readonly name: string
  readonly title: string
  readonly covers: RequirementId
  readonly body: Buffer
  /** What its request is called, where that is not its name. */
  readonly label?: string
  /** A creation that a target might make of such a body all the same, where payments may be made. */
  readonly likely?: (t: CheckContext) => Buffer
}

// Errors › Request and validation: two rows of 400 fit a body of which nothing can be read.
const unusable: readonly Unusable[] = [
  {
    name: 'empty-body',
    title: 'A creation without any field is refused',
    covers: 'pay.validation.empty-body',
    body: Buffer.from('{}'),
    label: 'an object without fields',
  },
  {
    name: 'malformed-json',
    title: 'A body cut off in the middle is refused',
    covers: 'pay.validation.malformed-json',
    body: Buffer.from('{"amount":'),
  },
  {
    name: 'not-an-object',
    title: 'A body that is a JSON array is refused',
    covers: 'pay.validation.not-an-object',
    body: Buffer.from('[]'),
    likely: (t) => Buffer.from(JSON.stringify([draft(t, { label: 'array', urls: 'none' }).body])),
  },
]

const ofBody = ({ name, title, covers, body, label = name.replaceAll('-', ' '), likely }: Unusable): Check =>
  defineCheck({
    id: `pay/validation/${name}`,
    title,
    covers: [covers],
    needs: ['payment.keys.live'],
    tier: 'refuse',
    yields: true,
    cost: {
      requests: { live: 1 },
      spends: { payments: 1 },
      typical: { spends: { payments: 0 } },
    },
    run: async (t) => {
      const tempting = t.permits('write') && t.has('payment.bodies.mobile') ? likely?.(t) : undefined
      const answer =
        tempting === undefined
          ? await sendUnusable(t, label, body)
          : await create(t, { label, as: liveKey(t), body: tempting, idempotencyKey: freshKey(t), expects: 'refused' })
      t.judge(covers, answer, refusal(BAD_BODY))
    },
  })

export const validation: readonly Check[] = [...fields.map(ofField), unknownType, ...unusable.map(ofBody)]
