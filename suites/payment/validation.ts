import { type Check, defineCheck } from '../../kit/check.ts'
import type { Exchange } from '../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, soft } from '../../kit/match/index.ts'
import type { JsonObject } from '../../kit/target/file.ts'
import type { RequirementId } from '../../specs/index.ts'
import { validCreation } from './acceptance.ts'
import { judgeRefused, sendSpoilt, sendUnusable } from './defect.ts'
import { BAD_BODY, refusal } from './refusal.ts'

interface Field {
  readonly name: string
  readonly title: string
  readonly covers: RequirementId
  /** One creation each, with these members in place of the valid ones. */
  readonly defects: readonly { label: string; members: JsonObject }[]
  readonly expected: Matcher<Exchange>
}

/** As the inner one; 400 with another code only warns, where the document states no code for the defect. */
const anyCode = (inner: Matcher<Exchange>): Matcher<Exchange> =>
  matcher(inner.expected, (exchange) => {
    const outcome = inner.test(exchange)
    if (outcome.ok || exchange.response?.status !== 400) return outcome
    return soft(cameBack(exchange), 'no row names this cause')
  })

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
    title: 'A phone without digits is refused',
    covers: 'pay.phone.bad',
    defects: [{ label: 'phone abc', members: { phone: 'abc' } }],
    expected: refusal(['400 VALIDATION_ERROR'], ['400 INVALID_REQUEST', '422 INVALID_PAYMENT_DETAILS']),
  },
  // Resources › Payment create request: the e-mail of the customer is valid.
  {
    name: 'email',
    title: 'A customer e-mail that is none is refused',
    covers: 'pay.customer.email-valid',
    defects: [{ label: 'e-mail nope', members: { customer: { email: 'nope' } } }],
    expected: anyCode(refusal(BAD_BODY, ['422 INVALID_PAYMENT_DETAILS'])),
  },
  // Resources › Payment create request: customer is an object and phone a string.
  {
    name: 'wrong-types',
    title: 'A customer that is a string and a phone that is an object are refused',
    covers: 'pay.validation.wrong-type',
    defects: [{ label: 'wrong types', members: { customer: 'nobody', phone: { digits: 'none' } } }],
    expected: refusal(BAD_BODY),
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
  },
]

const ofField = ({ name, title, covers, defects, expected }: Field): Check =>
  defineCheck({
    id: `pay/validation/${name}`,
    title,
    covers: [covers],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [validCreation],
    tier: 'write',
    cost: { requests: { live: defects.length }, payments: defects.length, typical: { payments: 0 } },
    run: async (t) => {
      for (const defect of defects) judgeRefused(t, covers, await sendSpoilt(t, defect), expected)
    },
  })

interface Unusable {
  readonly name: string
  readonly title: string
  readonly covers: RequirementId
  readonly body: Buffer
}

// Errors › Request and validation: two rows of 400 fit a body of which nothing can be read.
const unusable: readonly Unusable[] = [
  {
    name: 'empty-body',
    title: 'A creation without any field is refused',
    covers: 'pay.validation.empty-body',
    body: Buffer.from('{}'),
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
  },
]

const ofBody = ({ name, title, covers, body }: Unusable): Check =>
  defineCheck({
    id: `pay/validation/${name}`,
    title,
    covers: [covers],
    needs: ['payment.keys.live'],
    tier: 'refuse',
    cost: { requests: { live: 1 } },
    run: async (t) => {
      judgeRefused(t, covers, await sendUnusable(t, name.replaceAll('-', ' '), body), refusal(BAD_BODY))
    },
  })

export const validation: readonly Check[] = [...fields.map(ofField), ...unusable.map(ofBody)]
