import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, soft, status } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { invalid, isSuccess } from '../client/answers.ts'
import { resend } from '../client/api.ts'
import { drawn } from '../client/drawn.ts'
import { type CheckContext, type Claim, defineCheck, type RequirementId } from '../define.ts'
import { otpPhone, ownMembers, type Speaker } from './callers.ts'
import { type OtpScenario, otpScenario } from './scenario.ts'
import type { Step } from './steps.ts'
import { noApp } from './validation.ts'

type Channel = Step['channel']

interface Wrong {
  readonly covers: RequirementId
  /** How the label calls it. */
  readonly name: string
  readonly value: unknown
  /** `400 or 422` when absent. */
  readonly expected?: Matcher<Exchange>
}

/** Whoever takes it may be right. */
const unless = (reason: string): Matcher<Exchange> =>
  matcher(invalid().expected, (answer) => (isSuccess(answer) ? soft(cameBack(answer), reason) : invalid().test(answer)))

const ROUNDS = unless('readers that round a fraction are common')
const LEFT_OUT = unless('an empty value may count as left out')

const oneOf = <T>(t: Pick<CheckContext, 'random'>, all: readonly T[]): readonly T[] => {
  const at = Math.floor(t.random() * all.length)
  return all.slice(at, at + 1)
}

const of = (covers: RequirementId, name: string, value: unknown, expected?: Matcher<Exchange>): Wrong => ({
  covers,
  name,
  value,
  ...(expected === undefined ? {} : { expected }),
})

/** What no reader turns into a text. */
const noText = (covers: RequirementId, expected?: Matcher<Exchange>): readonly Wrong[] => [
  of(covers, 'an object', {}, expected),
  of(covers, 'a list', [], expected),
]

/** What no reader turns into a whole number, and what some do. */
const noInteger = (covers: RequirementId): readonly Wrong[] => [
  of(covers, 'an object', {}),
  of(covers, 'a list of texts', ['six']),
  of(covers, 'a word', 'six'),
  of(covers, 'a fraction', 6.5, ROUNDS),
  of(covers, 'an empty text', '', LEFT_OUT),
]

/** What is no HTTPS URL, whichever channel the code takes. */
const noHttpsUrl = (): readonly Wrong[] => [
  of('msg.otp.callback-url-https', 'plain HTTP', 'http://callbacks.example.com/otp', status('4xx')),
  of('msg.otp.callback-url-https', 'another scheme', 'ftp://callbacks.example.com/otp', status('4xx')),
  of('msg.otp.callback-url-uri', 'a path alone', '/otp/callbacks', status('4xx')),
  of('msg.otp.callback-url-uri', 'words', 'call me back', status('4xx')),
]

interface Row {
  readonly member: string
  /** Whether it means something on every channel: what one ignores may be wrong there. */
  readonly isEverywhere?: true
  /** Whether full depth tries each value on each channel. */
  readonly isCrossed?: true
  values(phone: string): readonly Wrong[]
}

/** Values that a member does not have, by the table of the request. */
const ROWS: readonly Row[] = [
  {
    member: 'phone_number',
    isEverywhere: true,
    values: (phone) => [
      of('msg.otp.phone-type', 'an object', {}),
      of('msg.otp.phone-type', 'a list', [phone]),
      of('msg.otp.phone-type', 'null', null),
      of('msg.otp.phone-digits', 'an empty text', '', status('4xx')),
      of('msg.otp.phone-digits', 'letters', 'abcdefghijkl', status('4xx')),
      of('msg.otp.phone-length', 'far too long', `${phone}0123456789`, status('4xx')),
    ],
  },
  { member: 'app_key', isEverywhere: true, values: () => noText('msg.otp.app-key-type', noApp) },
  { member: 'sender_id', values: () => noText('msg.otp.sender-id-type') },
  { member: 'otp_length', isEverywhere: true, values: () => noInteger('msg.otp.length-type') },
  { member: 'minutes_to_expire', isEverywhere: true, values: () => noInteger('msg.otp.expiry-type') },
  {
    member: 'delivery_method',
    values: () => [
      of('msg.otp.channel-unknown', 'fax', 'fax'),
      of('msg.otp.channel-unknown', 'voice', 'voice'),
      of('msg.otp.channel-unknown', 'two at once', 'sms,whatsapp'),
      of('msg.otp.channel-unknown', 'an object', {}),
      of('msg.otp.channel-unknown', 'a list', ['sms']),
      of('msg.otp.channel-unknown', 'an empty text', '', LEFT_OUT),
      of('msg.otp.channel-unknown', 'null', null, LEFT_OUT),
    ],
  },
  { member: 'message_template', values: () => noText('msg.otp.template-type') },
  { member: 'callback_url', isEverywhere: true, values: () => noText('msg.otp.callback-url-type') },
  { member: 'callback_url', isEverywhere: true, isCrossed: true, values: noHttpsUrl },
  { member: 'callback_secret', isEverywhere: true, values: () => noText('msg.otp.callback-secret-type') },
]

/** The channels by which a resend of the run was taken; `sms` needs no word. */
const channelsOf = ({ call, whatsapp, otherApp }: OtpScenario): readonly Channel[] => [
  'sms',
  ...(call.trial.accepted === undefined ? [] : (['call'] as const)),
  ...([whatsapp, otherApp].some(({ trial }) => trial.accepted !== undefined) ? (['whatsapp'] as const) : []),
]

/** The unbound key where it was taken with an X-App-ID: what is refused takes no part of the rate of the other one. */
const speakerOf = ({ speakers, call }: OtpScenario): Speaker =>
  speakers.byAppId !== undefined && call.trial.accepted?.key === 'unbound' ? speakers.byAppId : speakers.main

const CELLS = ROWS.flatMap(({ values }) => values('255'))
const CHANNELS = 3
const MOST = ROWS.reduce((sum, { values, isCrossed }) => sum + values('255').length * (isCrossed ? CHANNELS : 1), 0)

export const otpWrongValues: readonly Check[] = [
  // Resources › OTP resend request: the column of types, and what the notes allow. One value of each member takes its turn.
  defineCheck({
    id: 'msg/otp/wrong-values',
    title: 'A resend with a value that a member does not have is refused',
    covers: [...new Set(CELLS.map(({ covers }) => covers))],
    needs: ['messaging.fixtures.phones.otp'] as const satisfies readonly Claim[],
    uses: [otpScenario],
    tier: 'write',
    cost: { requests: { unbound: MOST }, typical: { requests: { unbound: ROWS.length } } },
    async run(t) {
      const story = await t.use(otpScenario)
      t.control(story.bare.trial.whole, status('2xx'))
      const { as, members } = speakerOf(story)
      const phone = otpPhone(t)
      const whole: JsonObject = { ...ownMembers(t), ...members, phone_number: phone }
      const told = new Set<RequirementId>()
      for (const { member, isEverywhere, isCrossed, values } of ROWS) {
        for (const { covers, name, value, expected = invalid() } of drawn(t, values(phone), 1)) {
          const taken = isEverywhere === true ? channelsOf(story) : (['sms'] as const)
          for (const channel of isCrossed === true ? drawn(t, taken, 1) : oneOf(t, taken)) {
            const by = channel === 'sms' ? {} : { delivery_method: channel }
            const body = { ...whole, ...by, [member]: value } as JsonObject
            const label = `${member}: ${name}${channel === 'sms' ? '' : `, by ${channel}`}`
            t.judge(covers, await resend(t, as, body, { label, expects: 'refused' }), expected)
            told.add(covers)
          }
        }
      }
      for (const id of new Set(CELLS.map(({ covers }) => covers)))
        if (!told.has(id)) t.markUnexercised(id, 'not selected', 'another value of its member had its turn in this run')
    },
  }),
]
