import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, soft, status } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { invalid, isSuccess } from '../client/answers.ts'
import { resend } from '../client/api.ts'
import { drawn } from '../client/drawn.ts'
import { type Claim, defineCheck, type RequirementId } from '../define.ts'
import { otpPhone, ownMembers, type Speaker } from './callers.ts'
import { type OtpScenario, otpScenario } from './scenario.ts'
import { noApp } from './validation.ts'

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

/** Values that a member does not have, by the table of the request. */
const MEMBERS: Readonly<Record<string, (phone: string) => readonly Wrong[]>> = {
  phone_number: (phone) => [
    of('msg.otp.phone-type', 'an object', {}),
    of('msg.otp.phone-type', 'a list', [phone]),
    of('msg.otp.phone-type', 'null', null),
    of('msg.otp.phone-digits', 'an empty text', '', status('4xx')),
    of('msg.otp.phone-digits', 'letters', 'abcdefghijkl', status('4xx')),
    of('msg.otp.phone-length', 'far too long', `${phone}0123456789`, status('4xx')),
  ],
  app_key: () => noText('msg.otp.app-key-type', noApp),
  sender_id: () => noText('msg.otp.sender-id-type'),
  otp_length: () => noInteger('msg.otp.length-type'),
  minutes_to_expire: () => noInteger('msg.otp.expiry-type'),
  delivery_method: () => [
    of('msg.otp.channel-unknown', 'fax', 'fax'),
    of('msg.otp.channel-unknown', 'voice', 'voice'),
    of('msg.otp.channel-unknown', 'two at once', 'sms,whatsapp'),
    of('msg.otp.channel-unknown', 'an object', {}),
    of('msg.otp.channel-unknown', 'a list', ['sms']),
    of('msg.otp.channel-unknown', 'an empty text', '', LEFT_OUT),
    of('msg.otp.channel-unknown', 'null', null, LEFT_OUT),
  ],
  message_template: () => noText('msg.otp.template-type'),
  callback_url: () => noText('msg.otp.callback-url-type'),
  callback_secret: () => noText('msg.otp.callback-secret-type'),
}

/** The unbound key where it was taken with an X-App-ID: what is refused takes no part of the rate of the other one. */
const speakerOf = ({ speakers, call }: OtpScenario): Speaker =>
  speakers.byAppId !== undefined && call.trial.accepted?.key === 'unbound' ? speakers.byAppId : speakers.main

const CELLS = Object.values(MEMBERS).flatMap((values) => values('255'))

export const otpWrongValues: readonly Check[] = [
  // Resources › OTP resend request: the column of types, and what the notes allow. One value of each member takes its turn.
  defineCheck({
    id: 'msg/otp/wrong-values',
    title: 'A resend with a value that a member does not have is refused',
    covers: [...new Set(CELLS.map(({ covers }) => covers))],
    needs: ['messaging.fixtures.phones.otp'] as const satisfies readonly Claim[],
    uses: [otpScenario],
    tier: 'write',
    cost: { requests: { unbound: CELLS.length }, typical: { requests: { unbound: Object.keys(MEMBERS).length } } },
    async run(t) {
      const story = await t.use(otpScenario)
      t.control(story.bare.trial.whole, status('2xx'))
      const { as, members } = speakerOf(story)
      const phone = otpPhone(t)
      const whole: JsonObject = { ...ownMembers(t), ...members, phone_number: phone }
      const told = new Set<RequirementId>()
      for (const [member, valuesOf] of Object.entries(MEMBERS)) {
        for (const { covers, name, value, expected = invalid() } of drawn(t, valuesOf(phone), 1)) {
          const body = { ...whole, [member]: value } as JsonObject
          const answer = await resend(t, as, body, { label: `${member}: ${name}`, expects: 'refused' })
          t.judge(covers, answer, expected)
          told.add(covers)
        }
      }
      for (const id of new Set(CELLS.map(({ covers }) => covers)))
        if (!told.has(id)) t.markUnexercised(id, 'not selected', 'another value of its member had its turn in this run')
    },
  }),
]
