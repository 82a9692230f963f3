import type { Check } from '../../../kit/check/check.ts'
import { show } from '../../../kit/match/index.ts'
import { type CheckContext, defineCheck, lineFor, type RequirementId } from '../define.ts'
import { lifetime, minute } from './lifetimes.ts'
import { common, conclude, concludeToo, evidenceOf, took, unlike } from './probe-judgements.ts'
import { LENGTH, MINUTES, namesOf, otpScenario } from './scenario.ts'
import type { Step } from './steps.ts'

/** Limits: OTP expiry default. */
const DEFAULT_MINUTES = 10
const OPEN_FORM = 'msg.open.otp-template-expiry-form'

/** The time asked for as a number: in minutes, seconds or milliseconds, and the latter of a faster clock. */
const spellings = ({ target: { timeScale } }: CheckContext): readonly number[] => {
  const seconds = MINUTES * 60
  return [MINUTES, seconds, seconds * 1000, Math.round(seconds / timeScale), Math.round((seconds * 1000) / timeScale)]
}

function concludeChannel(t: CheckContext, id: RequirementId, step: Step): void {
  conclude(t, id, step.channel, { step, value: step.code?.channel, member: 'channel' }, unlike<string>(step.channel))
}

/** Characters of a code, where the probe shows it. */
function lengthOf(
  t: CheckContext,
  id: 'msg.otp.length' | 'msg.otp.length-default',
  { code, trial }: Step,
): number | undefined {
  const shown = code?.code
  return shown === undefined ? undefined : t.attest(id, trial.whole.id, () => shown.length)
}

export const otpCodes: readonly Check[] = [
  // Resources › OTP resend request, sender_id: shown to the recipient of an SMS; a platform default otherwise.
  defineCheck({
    ...common,
    id: 'msg/otp/sender',
    title: 'An SMS shows the sender asked for, else a default one',
    covers: ['msg.otp.sender-id-shown', 'msg.otp.sender-id-default'],
    async run(t) {
      const { rich, bare, nulls, sender, senderGiven } = await t.use(otpScenario)
      if (rich.trial.refused.sender !== undefined) {
        const line = lineFor('messaging.bodies.otpResend')
        t.markUnexercised('msg.otp.sender-id-shown', 'not claimed', 'the target takes no made-up sender_id', line)
      } else {
        const shown = { step: rich, value: rich.code?.sender, member: 'sender' }
        conclude<string | null>(t, 'msg.otp.sender-id-shown', sender, shown, unlike<string | null>(sender))
      }
      const step = [nulls, bare].find(({ code }) => code?.channel === 'sms' || code?.channel === undefined) ?? bare
      if (step.code !== undefined && step.code.channel !== undefined && step.code.channel !== 'sms') {
        t.markBlocked('msg.otp.sender-id-default', 'no resend without a sender was sent by SMS', evidenceOf(step))
        return
      }
      const shown = { step, value: step.code?.sender, member: 'sender' }
      conclude<string | null>(t, 'msg.otp.sender-id-default', 'the default sender of the platform', shown, (value) => {
        if (value === null || value === '') return 'no sender'
        return value === sender && !senderGiven && took(rich, 'sender')
          ? `${show(value)} of the resend before`
          : undefined
      })
      const [former, latter] = [nulls, bare].map(({ code }) => (code?.channel === 'sms' ? code.sender : undefined))
      if (former !== undefined && latter !== undefined && took(nulls, 'nulls'))
        t.conclude('msg.otp.sender-id-default', {
          ok: former === latter,
          soft: true,
          subject: `the code of POST /v1/otp/resend (${nulls.trial.accepted?.label ?? ''})`,
          expected: `${show(latter)}, as without sender_id`,
          actual: show(former),
          note: 'that null stands for the default is not said',
          evidence: [...evidenceOf(nulls), ...evidenceOf(bare)],
        })
      const name = step.code?.sender
      if (typeof name === 'string') t.observe('msg.open.otp-default-sender', name, evidenceOf(step))
    },
  }),

  // Resources › OTP resend request, otp_length: default 6.
  defineCheck({
    ...common,
    id: 'msg/otp/length',
    title: 'A code has the length asked for, else 6 characters',
    covers: ['msg.otp.length', 'msg.otp.length-default'],
    async run(t) {
      const { rich, bare, whatsapp, nulls, call, otherApp } = await t.use(otpScenario)
      if (took(rich, 'numbers'))
        conclude(
          t,
          'msg.otp.length',
          `${LENGTH} characters`,
          { step: rich, value: lengthOf(t, 'msg.otp.length', rich), member: 'code' },
          unlike(LENGTH),
        )
      else t.markBlocked('msg.otp.length', `an otp_length of ${LENGTH} is refused`, evidenceOf(rich))
      conclude(
        t,
        'msg.otp.length-default',
        '6 characters',
        { step: bare, value: lengthOf(t, 'msg.otp.length-default', bare), member: 'code' },
        unlike(6),
      )
      for (const step of [whatsapp, nulls, call, otherApp]) {
        if (step.asked.length !== undefined && !took(step, 'numbers')) continue
        const { length = 6 } = step.asked
        const id = step.asked.length === undefined ? 'msg.otp.length-default' : 'msg.otp.length'
        concludeToo(
          t,
          id,
          `${length} characters`,
          { step, value: lengthOf(t, id, step), member: 'code' },
          unlike(length),
        )
      }
      const { code } = bare.code ?? {}
      if (code !== undefined)
        t.observe(
          'msg.open.otp-code-alphabet',
          t.attest('msg.otp.length-default', 'its alphabet', () =>
            /^\d+$/.test(code) ? 'digits only' : 'not digits only',
          ),
        )
    },
  }),

  // Resources › OTP resend request, delivery_method: sms when left out; whatsapp uses the template svc_otp.
  defineCheck({
    ...common,
    id: 'msg/otp/carriers',
    title: 'A code leaves by the channel asked for, by SMS when none is',
    covers: [
      'msg.otp.channel-default',
      'msg.otp.sent-by-sms',
      'msg.otp.sent-by-call',
      'msg.otp.sent-by-whatsapp',
      'msg.otp.whatsapp-template',
    ],
    async run(t) {
      const { rich, bare, whatsapp, call } = await t.use(otpScenario)
      concludeChannel(t, 'msg.otp.channel-default', bare)
      concludeChannel(t, 'msg.otp.sent-by-call', call)
      concludeChannel(t, 'msg.otp.sent-by-whatsapp', whatsapp)
      if (took(rich, 'channel')) concludeChannel(t, 'msg.otp.sent-by-sms', rich)
      else t.markBlocked('msg.otp.sent-by-sms', 'delivery_method sms is refused', evidenceOf(rich))
      const shown = { step: whatsapp, value: whatsapp.code?.template, member: 'template' }
      conclude<string | null>(t, 'msg.otp.whatsapp-template', 'svc_otp', shown, unlike<string | null>('svc_otp'))
    },
  }),

  // Resources › OTP resend request, message_template: {code} and {expiry} are substituted; the WhatsApp wording is fixed.
  defineCheck({
    ...common,
    id: 'msg/otp/wording',
    title: 'An SMS is worded by its template, a WhatsApp message never',
    covers: ['msg.otp.template-code', 'msg.otp.template-expiry', 'msg.otp.whatsapp-wording'],
    async run(t) {
      const { rich, whatsapp, marker } = await t.use(otpScenario)
      const text = rich.code?.text
      const [, one, other, again] = new RegExp(`${marker}: (.*?) / (.*?); again (.*)`, 's').exec(text ?? '') ?? []
      const [code, expiry] = namesOf(t)[0] === '{code}' ? [one, other] : [other, one]
      const shown = { step: rich, value: text, member: 'text' }
      if (took(rich, 'template')) {
        conclude(t, 'msg.otp.template-code', 'the code in place of {code}', shown, () => {
          const right =
            code !== undefined && (rich.code?.code === undefined ? code !== '{code}' : code === rich.code.code)
          if (right) return undefined
          return code === undefined ? 'another wording' : 'something else'
        })
        if (again !== undefined)
          t.conclude('msg.otp.template-code', {
            ok: again.startsWith(`${code} + & so on`),
            soft: true,
            subject: `the text of POST /v1/otp/resend (${rich.trial.accepted?.label ?? ''})`,
            expected: 'the code where {code} comes again, and what is said beside it',
            actual: show(again),
            note: 'that {code} may come twice is not said',
            evidence: evidenceOf(rich),
          })
        if (again !== undefined && expiry !== '{expiry}')
          t.conclude('msg.otp.template-expiry', {
            ok: !again.includes('{expiry}'),
            soft: true,
            subject: `the text of POST /v1/otp/resend (${rich.trial.accepted?.label ?? ''})`,
            expected: 'the same where {expiry} comes again',
            actual: show(again),
            note: 'that {expiry} may come twice is not said',
            evidence: evidenceOf(rich),
          })
        conclude(t, 'msg.otp.template-expiry', 'something in place of {expiry}', shown, () =>
          expiry === undefined ? 'another wording' : /^\s*$|\{expiry\}/.test(expiry) ? show(expiry) : undefined,
        )
        if (expiry !== undefined && /^\d{1,6}$/.test(expiry) && !took(rich, 'numbers'))
          t.observe(OPEN_FORM, show(expiry))
        else if (expiry !== undefined && /^\d{1,6}$/.test(expiry))
          t.conclude('msg.otp.template-expiry', {
            // The text of a code that does live so long is right: how long it lives is judged apart.
            ok: [...spellings(t), Math.round((lifetime(rich) ?? 0) / minute(t))].includes(Number(expiry)),
            // The default in place of what was asked for is of no other form.
            soft: Number(expiry) !== DEFAULT_MINUTES,
            subject: `the text of POST /v1/otp/resend (${rich.trial.accepted?.label ?? ''})`,
            expected: `the ${MINUTES} minutes asked for, where {expiry} becomes a number`,
            actual: show(expiry),
            note: 'which form it takes is not shown',
            evidence: evidenceOf(rich),
          })
        if (expiry !== undefined) t.observe(OPEN_FORM, show(expiry), evidenceOf(rich))
      } else {
        t.markBlocked('msg.otp.template-code', 'the template is refused', evidenceOf(rich))
        t.markBlocked('msg.otp.template-expiry', 'the template is refused', evidenceOf(rich))
      }
      if (took(whatsapp, 'template')) {
        const words = { step: whatsapp, value: whatsapp.code?.text, member: 'text' }
        conclude(t, 'msg.otp.whatsapp-wording', 'the wording of the template of the platform', words, (value) =>
          value.includes(marker) ? 'the wording of message_template' : undefined,
        )
      } else
        t.markBlocked('msg.otp.whatsapp-wording', 'a WhatsApp resend with a template is refused', evidenceOf(whatsapp))
    },
  }),
]
