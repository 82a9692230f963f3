import type { Check } from '../../../kit/check/check.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { show } from '../../../kit/match/index.ts'
import { type CheckContext, defineCheck, type RequirementId } from '../define.ts'
import { common, evidenceOf, took } from './probe-judgements.ts'
import { oddIn } from './story/odd-senders.ts'
import type { OtpScenario } from './story/otp-scenario.ts'
import { otpScenario } from './story/scenario.ts'
import type { Step } from './story/steps.ts'
import { byChannel } from './story/story-steps.ts'

type Silent = 'call' | 'whatsapp'

const SENDER = {
  call: 'msg.otp.sender-id-ignored-call',
  whatsapp: 'msg.otp.sender-id-ignored-whatsapp',
} as const satisfies Record<Silent, RequirementId>

const subjectOf = ({ trial }: Step): string => `the code of POST /v1/otp/resend (${trial.accepted?.label ?? ''})`

/** The sender of an SMS that asked for none. */
const ofSms = ({ nulls, bare }: OtpScenario): string | undefined => {
  const name = [bare, nulls].find(({ code, channel }) => channel === 'sms' && code?.channel === 'sms')?.code?.sender
  return name ?? undefined
}

/** Holds the sender of a code that was asked for one against the name itself, and against codes of its channel that were not. */
function concludeSender(t: CheckContext, story: OtpScenario, channel: Silent): void {
  const steps = byChannel(story, channel).filter(({ trial, code }) => trial.accepted && code?.sender !== undefined)
  const { second, nulls } = story
  const unasked = steps.filter((each) => each === second || each === nulls)
  const asked = steps.filter((each) => !unasked.includes(each) && took(each, 'sender'))
  const tally = new Tally(t, SENDER[channel], 'nothing of the sender that was sent')
  for (const step of asked) {
    const name = step.code?.sender
    const others = unasked.filter(({ code }) => code?.sender !== name)
    if (oddIn(name) !== undefined)
      tally.contradict({ subject: subjectOf(step), actual: show(name), evidence: evidenceOf(step) })
    // That of an SMS is none that the channel finds by itself.
    else if (typeof name === 'string' && name === ofSms(story) && others.length > 0)
      tally.contradict({
        subject: subjectOf(step),
        expected: `${show(others[0]?.code?.sender)}, as without sender_id`,
        actual: `${show(name)}, the sender of an SMS`,
        evidence: [step, ...others].flatMap(evidenceOf),
      })
    else tally.agree(evidenceOf(step))
  }
  tally.close('the probe otpInbox shows no sender of it')
}

export const otpIgnoredMembers: readonly Check[] = [
  // Endpoints, rule 2: sender_id and message_template have no effect on call and WhatsApp.
  defineCheck({
    ...common,
    id: 'msg/otp/no-effect',
    title: 'A sender shows on no call and in no WhatsApp message, and a template words no call',
    covers: ['msg.otp.sender-id-ignored-call', 'msg.otp.sender-id-ignored-whatsapp', 'msg.otp.template-ignored-call'],
    async run(t) {
      const story = await t.use(otpScenario)
      const calls = byChannel(story, 'call').filter((each) => took(each, 'template') && each.code?.text !== undefined)
      concludeSender(t, story, 'call')
      concludeSender(t, story, 'whatsapp')
      const worded = new Tally(t, 'msg.otp.template-ignored-call', 'nothing of the template that was sent')
      for (const step of calls) {
        const { text = '' } = step.code ?? {}
        if (text.includes(story.marker))
          worded.contradict({ subject: subjectOf(step), actual: show(text), evidence: evidenceOf(step) })
        else worded.agree(evidenceOf(step))
      }
      worded.close('the probe otpInbox shows no text of it')
    },
  }),
]
