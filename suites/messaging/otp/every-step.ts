import type { Check } from '../../../kit/check/check.ts'
import { Tally } from '../../../kit/check/tally.ts'
import { show } from '../../../kit/match/index.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { common, evidenceOf } from './probe-judgements.ts'
import { type OtpScenario, otpScenario } from './scenario.ts'
import type { Step } from './steps.ts'

/** What a listener hears of a code, digit by digit or at once. */
const spoken = (text: string): string => text.replaceAll(/[\s,.;-]/g, '')

function concludeSpoken(t: CheckContext, { call: step, marker }: OtpScenario): void {
  const id = 'msg.otp.call-speech'
  const { code, trial } = step
  // A call that is worded by the template of its resend is told of there.
  const isOwn = code?.channel === 'call' && code.text?.includes(marker) === false
  if (!isOwn || code.code === undefined || code.text === undefined) {
    t.markUnexercised(id, 'not met', 'the probe otpInbox shows no wording of a call with its code')
    return
  }
  const { code: digits, text } = code
  t.conclude(id, {
    ok: t.attest(id, trial.whole.id, () => spoken(text).includes(spoken(digits))),
    soft: true,
    subject: `the text of POST /v1/otp/resend (${trial.accepted?.label ?? ''})`,
    expected: 'the code, digit by digit or at once',
    actual: show(code.text),
    note: 'how a code is spoken is not shown: digits may be words',
    evidence: evidenceOf(step),
  })
}

/** Holds one thing that the probe shows of several resends against what it is to be. */
function concludeEach<T>(
  t: CheckContext,
  id: 'msg.otp.sent-by-whatsapp' | 'msg.otp.whatsapp-template' | 'msg.otp.channel-default',
  wanted: T,
  steps: readonly Step[],
  of: (step: Step) => T | null | undefined,
): void {
  const tally = new Tally(t, id, show(wanted))
  for (const step of steps) {
    const value = of(step)
    const subject = `the code of POST /v1/otp/resend (${step.trial.accepted?.label ?? ''})`
    if (step.trial.accepted === undefined || value === undefined) continue
    if (value === wanted) tally.agree(evidenceOf(step))
    else tally.contradict({ subject, actual: show(value), evidence: evidenceOf(step) })
  }
  tally.close('the probe otpInbox shows nothing of these resends')
}

export const otpEveryStep: readonly Check[] = [
  // Resources › OTP resend request: what a channel promises it promises each time, whoever asks and after whatever came.
  defineCheck({
    ...common,
    id: 'msg/otp/every-step',
    title: 'Every resend of the run is sent by its channel, the call speaks its code, and no code comes twice',
    covers: [
      'msg.otp.sent-by-whatsapp',
      'msg.otp.whatsapp-template',
      'msg.otp.channel-default',
      'msg.otp.new-code',
      'msg.otp.call-speech',
    ],
    async run(t) {
      const story = await t.use(otpScenario)
      const { whatsapp, nulls, otherApp, bare } = story
      const channelOf = ({ code }: Step) => code?.channel
      concludeEach(t, 'msg.otp.sent-by-whatsapp', 'whatsapp', [whatsapp, otherApp], channelOf)
      concludeEach(t, 'msg.otp.whatsapp-template', 'svc_otp', [whatsapp, otherApp], ({ code }) => code?.template)
      concludeEach(t, 'msg.otp.channel-default', 'sms', [nulls, bare], channelOf)
      concludeSpoken(t, story)
      // Codes of one length, of one number and app.
      const [before, after] = [nulls.code?.code, bare.code?.code]
      if (before === undefined || after === undefined)
        return t.markUnexercised('msg.otp.new-code', 'not met', 'the probe otpInbox shows no two codes of one length')
      t.conclude('msg.otp.new-code', {
        ok: t.attest('msg.otp.new-code', bare.trial.whole.id, () => before !== after),
        subject: `the code of POST /v1/otp/resend (${bare.trial.accepted?.label ?? ''})`,
        expected: 'another code than an earlier resend of the same number',
        actual: 'the same code',
        evidence: [...evidenceOf(nulls), ...evidenceOf(bare)],
      })
    },
  }),
]
