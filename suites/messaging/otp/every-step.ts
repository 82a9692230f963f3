import type { Check } from '../../../kit/check/check.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { show } from '../../../kit/match/index.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { common, evidenceOf } from './probe-judgements.ts'
import type { OtpScenario } from './story/otp-scenario.ts'
import { otpScenario } from './story/scenario.ts'
import type { Step } from './story/steps.ts'
import { byChannel } from './story/story-steps.ts'

/** What a listener hears of a code, digit by digit or at once. */
const spoken = (text: string): string => text.replaceAll(/[\s,.;-]/g, '')

function concludeSpoken(t: CheckContext, story: OtpScenario): void {
  const id = 'msg.otp.call-speech'
  let isSeen = false
  for (const step of byChannel(story, 'call')) {
    const { trial, code: { code: digits, text, channel } = {} } = step
    // A call that is worded by the template of its resend is told of there.
    if (channel !== 'call' || digits === undefined || text === undefined || text.includes(story.marker)) continue
    isSeen = true
    t.conclude(id, {
      ok: t.attest(id, trial.whole.id, () => spoken(text).includes(spoken(digits))),
      soft: true,
      subject: `the text of POST /v1/otp/resend (${trial.accepted?.label ?? ''})`,
      expected: 'the code, digit by digit or at once',
      actual: show(text),
      note: 'how a code is spoken is not shown: digits may be words',
      evidence: evidenceOf(step),
    })
  }
  if (!isSeen) t.markUnexercised(id, 'not met', 'the probe otpInbox shows no wording of a call with its code')
}

/** Holds one thing that the probe shows of several resends against what it is to be. */
function concludeEach<T>(
  t: CheckContext,
  id: 'msg.otp.sent-by-call' | 'msg.otp.sent-by-whatsapp' | 'msg.otp.whatsapp-template' | 'msg.otp.channel-default',
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
      'msg.otp.sent-by-call',
      'msg.otp.sent-by-whatsapp',
      'msg.otp.whatsapp-template',
      'msg.otp.channel-default',
      'msg.otp.new-code',
      'msg.otp.call-speech',
    ],
    async run(t) {
      const story = await t.use(otpScenario)
      const { course, rich, nulls, bare } = story
      const [calls, whatsapps] = [byChannel(story, 'call'), byChannel(story, 'whatsapp')]
      const unnamed = [
        ...(course.rich === undefined ? [rich] : []),
        ...(course.nulls === undefined ? [nulls] : []),
        bare,
      ]
      const channelOf = ({ code }: Step) => code?.channel
      concludeEach(t, 'msg.otp.sent-by-call', 'call', calls, channelOf)
      concludeEach(t, 'msg.otp.sent-by-whatsapp', 'whatsapp', whatsapps, channelOf)
      concludeEach(t, 'msg.otp.whatsapp-template', 'svc_otp', whatsapps, ({ code }) => code?.template)
      concludeEach(t, 'msg.otp.channel-default', 'sms', unnamed, channelOf)
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
