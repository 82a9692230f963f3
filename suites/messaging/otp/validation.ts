import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, no, ok, soft, status } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { invalid, isSuccess, statusOf } from '../client/answers.ts'
import { type Content, RESEND, resend } from '../client/api.ts'
import { type Fault, judgeTogether, mostSent } from '../client/blame.ts'
import { type CheckContext, type Claim, defineCheck, type RequirementId } from '../define.ts'
import { otpPhone, ownMembers } from './story/callers.ts'
import { codesOf } from './story/inbox.ts'
import type { OtpScenario } from './story/otp-scenario.ts'
import { otpScenario } from './story/scenario.ts'
import type { Step } from './story/steps.ts'

interface Defect extends Fault {
  /** Absent: the member is left out. */
  readonly value?: (phone: string) => unknown
  /** What else makes it a defect. */
  readonly beside?: JsonObject
  /** The resend of the story that shows the member right and accepted. */
  readonly control?: (story: OtpScenario) => Step
  readonly group?: string
  /** What else is to be said of a resend that was taken with it. */
  readonly after?: (t: CheckContext, story: OtpScenario, taken: Exchange) => Promise<void>
}

/** What no reader takes for a text: some turn a number or a boolean into one. */
const OBJECT = { text: 'none' }
const WITHOUT_CODE = 'Assay without it'
/** What is nearly {code}, and the other name that is substituted: neither is what a template must contain. */
const NEARLY_CODE = `${WITHOUT_CODE}: {CODE}, {expiry}`
const refused: Matcher<Exchange> = matcher('4xx', (exchange) =>
  statusOf(exchange) >= 400 && statusOf(exchange) < 500 ? ok : no(cameBack(exchange)),
)

/**
 * Whether an app is that of the key is looked at before the form of the body in some deployments: any refusal will do. A
 * bound key is its app, and what is beside it may be overlooked.
 */
export const noApp: Matcher<Exchange> = matcher('4xx', (exchange) =>
  isSuccess(exchange) && exchange.key === 'bound'
    ? soft(cameBack(exchange), 'the app_key of a bound key may be overlooked')
    : refused.test(exchange),
)

/** A template that must contain {code} is refused without it. Where it is taken, what the recipient reads decides. */
export const unread: Matcher<Exchange> = matcher('4xx', (exchange) =>
  isSuccess(exchange)
    ? soft(cameBack(exchange), 'the code may reach its recipient all the same')
    : refused.test(exchange),
)

const rich = (story: OtpScenario): Step => story.rich
const type = (covers: RequirementId, member: string, value: unknown, group?: string): Defect => ({
  covers,
  member,
  value: () => value,
  ...(group === undefined ? {} : { control: rich, group }),
})

const spaced = (phone: string): string => `${phone.slice(0, 3)} ${phone.slice(3, -3)}-${phone.slice(-3)}`

/** Resources › OTP resend request, message_template: must contain {code}. An SMS that lacks its code is of no use. */
async function readsItsCode(t: CheckContext, story: OtpScenario, taken: Exchange): Promise<void> {
  if (!story.hasInbox) return
  const sent = (await codesOf(t, otpPhone(t))).findLast(({ text }) => text?.includes(WITHOUT_CODE) === true)
  if (sent?.text === undefined || sent.code === undefined) return
  t.conclude('msg.otp.template-without-code', {
    ok: sent.text.includes(sent.code),
    soft: false,
    subject: `the text of POST /v1/otp/resend (${taken.label})`,
    expected: 'a text with the code in it',
    actual: 'a text without it',
    evidence: [taken],
  })
}

const template = { delivery_method: 'sms' }

/** Defects that are sent together: a refusal that names a member is bound to it, others are sent again alone. */
const batches: readonly {
  readonly name: string
  readonly title: string
  readonly defects: readonly Defect[]
  readonly expected: Matcher<Exchange>
  readonly depth?: Check['depth']
}[] = [
  // Resources › OTP resend request: the column of types, and phone_number is required.
  {
    name: 'types',
    title: 'Members of a wrong type, and a missing number, are refused',
    expected: invalid(),
    defects: [
      { covers: 'msg.otp.phone-required', member: 'phone_number' },
      { ...type('msg.otp.app-key-type', 'app_key', OBJECT), expected: noApp },
      type('msg.otp.sender-id-type', 'sender_id', OBJECT, 'sender'),
      type('msg.otp.length-type', 'otp_length', 'abc', 'numbers'),
      type('msg.otp.expiry-type', 'minutes_to_expire', 'abc', 'numbers'),
      type('msg.otp.channel-unknown', 'delivery_method', 'email', 'channel'),
      type('msg.otp.template-type', 'message_template', OBJECT, 'template'),
      type('msg.otp.callback-url-type', 'callback_url', OBJECT, 'callback'),
      type('msg.otp.callback-secret-type', 'callback_secret', OBJECT, 'callback'),
    ],
  },
  {
    name: 'phone-type',
    title: 'A number that is an object is refused',
    expected: invalid(),
    defects: [type('msg.otp.phone-type', 'phone_number', OBJECT)],
  },
  // The same table, its notes: digits with country code first, {code}, an HTTPS URI.
  {
    name: 'forms',
    title: 'A number with a space and a dash, a template without {code} and a callback_url that is no URI are refused',
    expected: refused,
    defects: [
      // A number as people write it: whoever tidies it up takes it.
      { covers: 'msg.otp.phone-digits', member: 'phone_number', value: (phone) => spaced(phone) },
      {
        ...type('msg.otp.template-without-code', 'message_template', NEARLY_CODE, 'template'),
        beside: template,
        expected: unread,
        after: readsItsCode,
      },
      // The column of types says a URI: a text with blanks is none.
      type('msg.otp.callback-url-uri', 'callback_url', 'not a URI', 'callback'),
    ],
  },
  {
    name: 'plus-and-http',
    title: 'A number with a plus sign and a callback_url over plain HTTP are refused',
    expected: refused,
    // Each has its turn among the wrong values at an ordinary depth.
    depth: 'deep',
    defects: [
      { covers: 'msg.otp.phone-plus', member: 'phone_number', value: (phone) => `+${phone}` },
      type('msg.otp.callback-url-https', 'callback_url', 'http://callbacks.example.com/otp', 'callback'),
    ],
  },
  {
    name: 'country-code-and-private',
    title: 'A number that starts with 0 and a callback_url on this machine are refused',
    expected: refused,
    depth: 'deep',
    defects: [
      { covers: 'msg.otp.phone-country-code', member: 'phone_number', value: (phone) => `0${phone}` },
      type('msg.otp.callback-url-private', 'callback_url', 'https://127.0.0.1/otp', 'callback'),
    ],
  },
]

const needs = ['messaging.fixtures.phones.otp'] as const satisfies readonly Claim[]

function send(t: CheckContext, { speakers }: OtpScenario, body: Content, label: string): Promise<Exchange> {
  return resend(t, speakers.main.as, body, { label, expects: 'refused' })
}

/** A resend with these defects and nothing else wrong. */
function spoilt(t: CheckContext, { speakers }: OtpScenario, defects: readonly Defect[]): JsonObject {
  const phone = otpPhone(t)
  const body: JsonObject = { ...ownMembers(t), ...speakers.main.members, phone_number: phone }
  for (const { member, value, beside } of defects) {
    Object.assign(body, beside)
    if (value === undefined) delete body[member]
    else body[member] = value(phone)
  }
  return body
}

/** Whether the same resend with the member right was taken. */
function isControlled(story: OtpScenario, { control, group }: Defect): boolean {
  const { accepted, refused: culprits } = (control ?? (({ bare }: OtpScenario) => bare))(story).trial
  // A right one that is refused for where it leads says nothing against the member.
  const isBlameless = group === 'callback' && story.isPlacePrivate
  return accepted !== undefined && (group === undefined || isBlameless || culprits[group] === undefined)
}

export const otpValidation: readonly Check[] = [
  ...batches.map(({ name, title, defects, expected, depth = 'standard' }) =>
    defineCheck({
      id: `msg/otp/refused-${name}`,
      title,
      covers: defects.map(({ covers }) => covers),
      needs,
      uses: [otpScenario],
      tier: 'write',
      depth,
      cost: {
        requests: { bound: mostSent(defects) },
        spends: { messages: mostSent(defects) },
        typical: { requests: { bound: 1 }, spends: { messages: 0 } },
      },
      async run(t) {
        const story = await t.use(otpScenario)
        if (story.bare.trial.accepted === undefined && story.rich.trial.accepted === undefined)
          t.abortBlocked('no valid resend is taken', [story.bare.trial.whole])
        const ask = (wrong: readonly Defect[], label: string): Promise<Exchange> =>
          send(t, story, spoilt(t, story, wrong), label)
        await judgeTogether(t, defects, expected, ask, (defect) => isControlled(story, defect))
        for (const { member, after } of defects) {
          const taken = t
            .exchanges()
            .find((each) => each.operation === RESEND && each.label === `${member} alone wrong` && isSuccess(each))
          if (after !== undefined && taken !== undefined) await after(t, story, taken)
        }
      },
    }),
  ),

  // Endpoints: the body of a resend is a JSON object.
  defineCheck({
    id: 'msg/otp/not-an-object',
    title: 'A resend whose body is a list is refused',
    covers: ['msg.otp.not-an-object'],
    needs,
    uses: [otpScenario],
    tier: 'write',
    cost: { requests: { bound: 1 }, spends: { messages: 1 }, typical: { spends: { messages: 0 } } },
    async run(t) {
      const story = await t.use(otpScenario)
      t.control(story.bare.trial.whole, status('2xx'))
      const answer = await send(t, story, [spoilt(t, story, [])], 'a list as body')
      t.judge('msg.otp.not-an-object', answer, invalid())
    },
  }),
]
