import type { Check } from '../../../../kit/check/check.ts'
import { show } from '../../../../kit/match/index.ts'
import { type CheckContext, defineCheck, lineFor, type RequirementId } from '../../define.ts'
import { common, conclude, concludeToo, evidenceOf, isElsewhere, took, unlike } from '../probe-judgements.ts'
import { oddIn } from '../story/odd-senders.ts'
import { otpScenario } from '../story/scenario.ts'
import type { Step } from '../story/steps.ts'
import { byChannel } from '../story/story-steps.ts'

/** What null becomes where a program writes it as a text: no sender of a platform. */
const NOTHING_AS_TEXT = /^(?:null|none|nil|undefined)$/i

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
      } else if (isElsewhere(rich)) {
        t.markBlocked('msg.otp.sender-id-shown', 'the resend with a sender was not sent by SMS', evidenceOf(rich))
      } else {
        const shown = { step: rich, value: rich.code?.sender, member: 'sender' }
        conclude<string | null>(t, 'msg.otp.sender-id-shown', sender, shown, unlike<string | null>(sender))
      }
      const bySms = [nulls, bare].filter(({ channel }) => channel === 'sms')
      const step = bySms.find(({ code }) => code?.channel === 'sms' || code?.channel === undefined) ?? bare
      if (step.code !== undefined && step.code.channel !== undefined && step.code.channel !== 'sms') {
        t.markBlocked('msg.otp.sender-id-default', 'no resend without a sender was sent by SMS', evidenceOf(step))
        return
      }
      const shown = { step, value: step.code?.sender, member: 'sender' }
      conclude<string | null>(t, 'msg.otp.sender-id-default', 'the default sender of the platform', shown, (value) => {
        if (value === null || value === '') return 'no sender'
        if (NOTHING_AS_TEXT.test(value)) return `${show(value)}, which is no sender`
        return value === sender && !senderGiven && took(rich, 'sender')
          ? `${show(value)} of the resend before`
          : undefined
      })
      for (const each of bySms) {
        const odd = each.code?.channel === 'sms' ? oddIn(each.code.sender) : undefined
        if (odd !== undefined && each.code?.sender === odd)
          conclude<string>(
            t,
            'msg.otp.sender-id-default',
            'the default sender of the platform',
            { step: each, value: odd, member: 'sender' },
            () => `${show(odd)}, which a call or a WhatsApp message was asked for with before`,
          )
      }
      const [former, latter] = [nulls, bare].map(({ code, channel }) =>
        channel === 'sms' && code?.channel === 'sms' ? code.sender : undefined,
      )
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
      const { rich, bare, second, nulls, elsewhere, otherApp } = await t.use(otpScenario)
      const { length: asked = 6 } = rich.asked
      if (took(rich, 'numbers'))
        conclude(
          t,
          'msg.otp.length',
          `${asked} characters`,
          { step: rich, value: lengthOf(t, 'msg.otp.length', rich), member: 'code' },
          unlike(asked),
        )
      else t.markBlocked('msg.otp.length', `an otp_length of ${asked} is refused`, evidenceOf(rich))
      conclude(
        t,
        'msg.otp.length-default',
        '6 characters',
        { step: bare, value: lengthOf(t, 'msg.otp.length-default', bare), member: 'code' },
        unlike(6),
      )
      for (const step of [second, nulls, elsewhere, otherApp]) {
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
      const story = await t.use(otpScenario)
      const { course, rich, nulls, bare, second, elsewhere } = story
      const first = (channel: Step['channel']): Step =>
        byChannel(story, channel).find(({ trial }) => trial.accepted !== undefined) ??
        (second.channel === channel ? second : elsewhere)
      const [call, whatsapp] = [first('call'), first('whatsapp')]
      concludeChannel(t, 'msg.otp.channel-default', bare)
      concludeChannel(t, 'msg.otp.sent-by-call', call)
      concludeChannel(t, 'msg.otp.sent-by-whatsapp', whatsapp)
      if (course.rich === undefined) concludeChannel(t, 'msg.otp.sent-by-sms', nulls)
      else if (took(rich, 'channel')) concludeChannel(t, 'msg.otp.sent-by-sms', rich)
      else t.markBlocked('msg.otp.sent-by-sms', 'delivery_method sms is refused', evidenceOf(rich))
      const shown = { step: whatsapp, value: whatsapp.code?.template, member: 'template' }
      conclude<string | null>(t, 'msg.otp.whatsapp-template', 'svc_otp', shown, unlike<string | null>('svc_otp'))
    },
  }),
]
