import fc from 'fast-check'
import { AWKWARD } from '../../../generators/text.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { cameBack, valueAt } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { type Findings, Undecided } from '../../shared/generated/findings.ts'
import type { Property } from '../../shared/generated/property.ts'
import { RESEND, resend } from '../client/api.ts'
import type { CheckContext, RequirementId } from '../define.ts'
import { otpPhone, ownMembers, speakers } from '../otp/story/callers.ts'
import { type Code, codesOf, codesOnce, findAgain, newest } from '../otp/story/inbox.ts'
import { untroubled } from './answering.ts'

const ID = 'msg/generated/codes'

type Channel = 'sms' | 'call' | 'whatsapp'

interface Step {
  readonly channel: Channel | undefined
  readonly length: number | undefined
  readonly minutes: number | undefined
  readonly template: string | undefined
}

const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(values, { nil: undefined, freq: 3 })
const words = fc.constantFrom('Code', 'Nambari', 'رمز', '验证码', ...AWKWARD.filter((each) => !/[{}$]/.test(each)))
/** Of an SMS: it holds {code}. */
const templates = fc
  .tuple(words, fc.constantFrom('{code}', '{code} {expiry}', '{expiry}: {code}', '{code}, {code}'), words)
  .map((parts) => parts.join(' '))
const steps = fc.record<Step>({
  channel: maybe(fc.constantFrom<Channel[]>('sms', 'call', 'whatsapp')),
  length: maybe(fc.integer({ min: 4, max: 10 })),
  minutes: maybe(fc.integer({ min: 1, max: 240 })),
  template: maybe(templates),
})

const SENT: Readonly<Record<Channel, RequirementId>> = {
  sms: 'msg.otp.sent-by-sms',
  call: 'msg.otp.sent-by-call',
  whatsapp: 'msg.otp.sent-by-whatsapp',
}
const TAKEN: Readonly<Record<Channel, RequirementId>> = {
  sms: 'msg.otp.channel-sms',
  call: 'msg.otp.channel-call',
  whatsapp: 'msg.otp.channel-whatsapp',
}
const DEFAULT_LENGTH = 6
const DEFAULT_MINUTES = 10
/** Of the time until a code expires. */
const TOLERANCE = 0.1

/** Resources › OTP resend request and States: what a resend asks for is what the recipient gets, and the code before it is over. */
export async function generatedCodes(t: CheckContext): Promise<Property<readonly Step[]>> {
  const { as, members } = speakers(t).main
  const phone = otpPhone(t)
  return {
    values: () => fc.array(steps, { minLength: 1, maxLength: 4 }),
    // They share one number.
    serial: true,
    async attempt(value, found) {
      const evidence: Exchange[] = []
      const begun = t.exchanges().length
      let before: readonly Code[] = await codesOf(t, phone)
      let last: Code | undefined
      for (const step of value) {
        const body = { ...ownMembers(t), ...members, phone_number: phone, ...membersOf(step) }
        const answer = await resend(t, as, body, {
          label: `generated resend by ${step.channel ?? 'default'}`,
          expects: 'sent',
        })
        evidence.push(answer)
        untroubled(answer, found)
        if (!taken(step, answer, found, evidence)) throw new Undecided(cameBack(answer))
        const now = await codesOnce(t, phone, (codes) => newest(codes, before) !== undefined)
        const code = newest(now, before)
        if (code === undefined) throw new Undecided('the probe shows no new code')
        if (othersSent(t, phone, begun)) throw new Undecided('another check sent a code to this number meanwhile')
        asAsked(t, step, code, found, evidence)
        const former = last
        const isOver = (codes: readonly Code[]): boolean =>
          former === undefined || findAgain(codes, former)?.active !== true
        const prior = former && findAgain(isOver(now) ? now : await codesOnce(t, phone, isOver), former)
        if (prior?.active !== undefined)
          conclude(
            found,
            'msg.otp.prior-invalidated',
            prior.active === false,
            'the code before it',
            'over',
            'still valid',
            evidence,
          )
        before = now
        last = code
      }
    },
  }
}

/** Whether anybody else sent a code to the number since so many exchanges were known: which code is whose cannot be told then. */
const othersSent = (t: CheckContext, phone: string, since: number): boolean =>
  t
    .exchanges()
    .slice(since)
    .some(
      (each) =>
        each.operation === RESEND &&
        each.check !== ID &&
        each.response?.status === 200 &&
        valueAt(json(each.request), '/phone_number') === phone,
    )

const membersOf = ({ channel, length, minutes, template }: Step): JsonObject => ({
  ...(channel === undefined ? {} : { delivery_method: channel }),
  ...(length === undefined ? {} : { otp_length: length }),
  ...(minutes === undefined ? {} : { minutes_to_expire: minutes }),
  // One that lacks {code} may be held against it on any channel.
  ...(template === undefined ? {} : { message_template: template }),
})

/** Judges whether a resend is taken. Which lengths and times a target allows is open. */
export function taken(
  { channel = 'sms', length, minutes }: Step,
  answer: Exchange,
  found: Findings,
  evidence: readonly Exchange[],
): boolean {
  const accepted = answer.response?.status === 200
  if (!accepted && (length !== undefined || minutes !== undefined))
    found.observe('msg.open.otp-length-range', cameBack(answer), [answer])
  else conclude(found, TAKEN[channel], accepted, `a resend by ${channel}`, '200', cameBack(answer), evidence)
  return accepted
}

function asAsked(
  t: CheckContext,
  { channel = 'sms', length, minutes, template }: Step,
  code: Code,
  found: Findings,
  evidence: readonly Exchange[],
): void {
  if (code.channel !== undefined)
    conclude(
      found,
      SENT[channel],
      code.channel === channel,
      'the code',
      `sent by ${channel}`,
      `sent by ${code.channel}`,
      evidence,
    )
  if (code.code !== undefined) {
    const id = length === undefined ? 'msg.otp.length-default' : 'msg.otp.length'
    const wanted = length ?? DEFAULT_LENGTH
    conclude(
      found,
      id,
      code.code.length === wanted,
      'the code',
      `${wanted} characters`,
      `${code.code.length} characters`,
      evidence,
    )
  }
  if (code.sent !== undefined && code.expires !== undefined) {
    const wanted = minutes ?? DEFAULT_MINUTES
    const lasts = ((code.expires - code.sent) * t.target.timeScale) / 60_000
    conclude(
      found,
      minutes === undefined ? 'msg.otp.expiry-default' : 'msg.otp.expiry',
      Math.abs(lasts - wanted) <= wanted * TOLERANCE + 0.5,
      'the code',
      `valid for ${wanted} minutes`,
      `valid for ${lasts} minutes`,
      evidence,
    )
  }
  if (channel === 'whatsapp' && code.template !== undefined)
    conclude(
      found,
      'msg.otp.whatsapp-template',
      code.template === 'svc_otp',
      'a code by WhatsApp',
      'the template svc_otp',
      String(code.template),
      evidence,
    )
  if (channel !== 'sms' || template === undefined || code.text === undefined || code.code === undefined) return
  const pieces = template.split('{expiry}').map((each) => each.replaceAll('{code}', code.code ?? ''))
  const whole = pieces.every((each) => code.text?.includes(each))
  conclude(
    found,
    'msg.otp.template-code',
    whole,
    'the text of an SMS',
    'the template with the code in place of {code}',
    `another text for ${JSON.stringify(template)}`,
    evidence,
  )
  conclude(
    found,
    'msg.otp.template-expiry',
    !code.text.includes('{expiry}'),
    'the text of an SMS',
    'nothing left of {expiry}',
    '{expiry} as it is',
    evidence,
  )
}

function conclude(
  found: Findings,
  id: RequirementId,
  ok: boolean,
  subject: string,
  expected: string,
  actual: string,
  evidence: readonly Exchange[],
): void {
  found.conclude(id, { ok, subject, expected, actual, evidence: [...evidence] })
}
