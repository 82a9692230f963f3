import fc from 'fast-check'
import { schemaOf } from '../../../generators/schema.ts'
import { type Violation, violationsOf } from '../../../generators/violations.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, no, ok, soft } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { messagingContract } from '../../../specs/messaging/contract.ts'
import { permittedPhones } from '../../shared/generated/permitted-phones.ts'
import type { Property } from '../../shared/generated/property.ts'
import { isSuccess } from '../client/answers.ts'
import { resend } from '../client/api.ts'
import type { CheckContext, RequirementId, UnstatedId } from '../define.ts'
import { given, otpPhone, ownMembers, speakers } from '../otp/story/callers.ts'
import { noApp, unread } from '../otp/validation.ts'
import { handled, untroubled } from './answering.ts'

interface Broken {
  readonly name: string
  readonly body: JsonObject
}

type Stated = { readonly id: RequirementId; readonly expected: Matcher<Exchange> } | { readonly open: UnstatedId }

const of = (...statuses: readonly number[]): Matcher<Exchange> =>
  matcher(statuses.join(' or '), (exchange) =>
    statuses.includes(exchange.response?.status ?? 0) ? ok : no(cameBack(exchange)),
  )
/** Errors: validation failed or fields missing, semantic validation failed. */
const invalid = of(400, 422)
const refused = matcher<Exchange>('4xx', (exchange) =>
  Math.floor((exchange.response?.status ?? 0) / 100) === 4 ? ok : no(cameBack(exchange)),
)

const TYPES: Readonly<Record<string, RequirementId>> = {
  '/phone_number': 'msg.otp.phone-type',
  '/app_key': 'msg.otp.app-key-type',
  '/sender_id': 'msg.otp.sender-id-type',
  '/otp_length': 'msg.otp.length-type',
  '/minutes_to_expire': 'msg.otp.expiry-type',
  '/delivery_method': 'msg.otp.channel-unknown',
  '/message_template': 'msg.otp.template-type',
  '/callback_url': 'msg.otp.callback-url-type',
  '/callback_secret': 'msg.otp.callback-secret-type',
}
const CHANNELS: readonly string[] = ['', 'sms', 'call', 'whatsapp']

function stated({ pointer, keyword }: Violation, body: JsonObject): Stated {
  const value = body[pointer.slice(1)]
  if (keyword === 'required') return { id: 'msg.otp.phone-required', expected: invalid }
  if (value === null || value === '') return { open: 'msg.open.otp-null-defaults' }
  if (keyword === 'type') {
    const id = TYPES[pointer]
    // Some readers take true for 1, a number for the text that it reads as, and a fraction for the number below it.
    const mayConvert = typeof value === 'boolean' || typeof value === 'number'
    return id === undefined || mayConvert
      ? { open: 'msg.open.otp-number-forms' }
      : { id, expected: id === 'msg.otp.app-key-type' ? noApp : invalid }
  }
  const text = String(value)
  if (pointer === '/delivery_method')
    return CHANNELS.includes(text.trim().toLowerCase())
      ? { open: 'msg.open.otp-null-defaults' }
      : { id: 'msg.otp.channel-unknown', expected: invalid }
  if (pointer === '/message_template') return { id: 'msg.otp.template-without-code', expected: unread }
  if (pointer === '/callback_url') return urlStated(text)
  // Blanks and dashes between digits, and digits of other scripts, may be read as what they stand for.
  if (/^\+\d/.test(text)) return { id: 'msg.otp.phone-plus', expected: refused }
  if (/^0\d/.test(text)) return { id: 'msg.otp.phone-country-code', expected: refused }
  return /[A-Za-z]/.test(text) ? { id: 'msg.otp.phone-digits', expected: refused } : { open: 'msg.open.unknown-fields' }
}

/** Whoever looks for the scheme alone takes what only begins as an HTTPS URL. */
const unlessBegun: Matcher<Exchange> = matcher(refused.expected, (answer) =>
  isSuccess(answer) ? soft(cameBack(answer), 'it begins as an HTTPS URL') : refused.test(answer),
)

function urlStated(text: string): Stated {
  if (!URL.canParse(text))
    return { id: 'msg.otp.callback-url-uri', expected: /^https:\/\//i.test(text) ? unlessBegun : refused }
  return new URL(text).protocol === 'https:'
    ? { open: 'msg.open.unknown-fields' }
    : { id: 'msg.otp.callback-url-https', expected: refused }
}

/** Resends with exactly one fault are refused as the document says of that fault; where it says nothing, that is noted. */
export async function refusedResends(t: CheckContext): Promise<Property<Broken>> {
  const { as, members } = speakers(t).main
  // What a lawful target takes after all sends a code: elsewhere than where codes are judged, if there is such a number.
  const whole = { phone_number: given(t, 'secondPhone', 'phone_number') ?? otpPhone(t), ...ownMembers(t), ...members }
  const phones = permittedPhones(t.target)
  const schema = schemaOf(messagingContract, 'OTPResendDeveloperAppSchema')
  const violations = violationsOf(schema, phones.known).filter(({ pointer }) => pointer !== '')
  const byName = new Map(violations.map((each) => [each.name, each]))
  return {
    values: () =>
      phones.alone(
        fc.oneof(
          ...violations.map(({ name, keyword, of: broken }) => ({
            arbitrary: broken(fc.constant(whole)).map((body): Broken => ({ name, body: body as JsonObject })),
            weight: keyword === 'type' || keyword === 'required' ? 1 : 4,
          })),
        ),
        ({ body }) => body,
      ),
    async attempt({ name, body }, found) {
      const violation = byName.get(name)
      if (violation === undefined) return
      const what = stated(violation, body)
      // A target that overlooks the fault would send a message: elsewhere than locally there is no number to send it to.
      const barred = t.target.environment === 'local' ? body : { ...body, phone_number: { none: true } }
      const answer = await resend(t, as, barred, { label: `generated, ${name}`, expects: 'refused' })
      if ('open' in what) {
        handled(answer, found)
        // What has no number either is refused whatever becomes of this.
        if (barred === body) found.observe(what.open, `${name}: ${cameBack(answer)}`, [answer])
        return
      }
      untroubled(answer, found)
      found.judge(what.id, answer, what.expected)
    },
  }
}
