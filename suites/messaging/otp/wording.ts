import type { Check } from '../../../kit/check/check.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { show } from '../../../kit/match/index.ts'
import { type CheckContext, defineCheck, type RequirementId } from '../define.ts'
import { lifetime, minute } from './codes/lifetimes.ts'
import { common, conclude, evidenceOf, isElsewhere, took } from './probe-judgements.ts'
import type { OtpScenario } from './story/otp-scenario.ts'
import { MINUTES, otpScenario, TAIL } from './story/scenario.ts'
import { byChannel } from './story/story-steps.ts'
import { faultIn } from './template-orders.ts'
import { readBy } from './templates.ts'

/** Limits: OTP expiry default. */
const DEFAULT_MINUTES = 10
const OPEN_FORM = 'msg.open.otp-template-expiry-form'

const subjectOf = ({ rich }: OtpScenario): string =>
  `the text of POST /v1/otp/resend (${rich.trial.accepted?.label ?? ''})`

/** What stands for one placeholder, where the template has it first, and where it has it again: that it may is not said. */
function concludePlaces(
  t: CheckContext,
  id: RequirementId,
  story: OtpScenario,
  expected: string,
  fault: (text: string) => string | undefined,
): void {
  const { rich, course, marker } = story
  const name = id === 'msg.otp.template-code' ? '{code}' : '{expiry}'
  const shown = { step: rich, value: rich.code?.text, member: 'text' }
  const faultsOf = (text: string): readonly (string | undefined)[] | undefined =>
    readBy(`${marker}: ${course.template} end`, text)
      ?.found.filter((each) => each.name === name)
      .map(({ text: each }) => fault(each))
  conclude(t, id, expected, shown, (text) => {
    const faults = faultsOf(text)
    return faults === undefined ? 'another wording' : faults[0]
  })
  const [first, ...others] = faultsOf(rich.code?.text ?? '') ?? []
  if (first !== undefined || others.length === 0) return
  const again = others.find((each) => each !== undefined)
  t.conclude(id, {
    ok: again === undefined,
    soft: true,
    subject: subjectOf(story),
    expected: `the same where ${name} comes again`,
    actual: again ?? '',
    note: `that ${name} may come twice is not said`,
    evidence: evidenceOf(rich),
  })
}

function concludeExpiry(t: CheckContext, story: OtpScenario, expiry: string): void {
  const { rich } = story
  t.observe(OPEN_FORM, show(expiry), evidenceOf(rich))
  if (!/^\d{1,9}$/.test(expiry) || !took(rich, 'numbers')) return
  // The text of a code that does live so long is right: how long it lives is judged apart.
  const lives = Math.round((lifetime(rich) ?? 0) / minute(t))
  t.conclude('msg.otp.template-expiry', {
    ok: [MINUTES, lives].includes(Number(expiry)),
    // The default in place of what was asked for is of no other form.
    soft: Number(expiry) !== DEFAULT_MINUTES,
    subject: subjectOf(story),
    expected: `the ${MINUTES} minutes asked for, where {expiry} becomes a number`,
    actual: show(expiry),
    note: 'the field counts minutes; which form {expiry} takes is not shown',
    evidence: evidenceOf(rich),
  })
}

export const otpWording: readonly Check[] = [
  // Resources › OTP resend request, message_template: {code} and {expiry} are substituted; the WhatsApp wording is fixed.
  defineCheck({
    ...common,
    id: 'msg/otp/wording',
    title: 'An SMS is worded by its template, a WhatsApp message never',
    covers: ['msg.otp.template-code', 'msg.otp.template-expiry', 'msg.otp.whatsapp-wording'],
    async run(t) {
      const story = await t.use(otpScenario)
      const { rich, course, marker } = story
      if (took(rich, 'template') && isElsewhere(rich)) {
        t.markBlocked('msg.otp.template-code', 'the resend with a template was not sent by SMS', evidenceOf(rich))
        t.markBlocked('msg.otp.template-expiry', 'the resend with a template was not sent by SMS', evidenceOf(rich))
      } else if (took(rich, 'template')) {
        const known = rich.code?.code
        concludePlaces(t, 'msg.otp.template-code', story, 'the code wherever {code} stands', (text) =>
          faultIn('{code}', text, known),
        )
        concludePlaces(t, 'msg.otp.template-expiry', story, 'something wherever {expiry} stands', (text) =>
          faultIn('{expiry}', text, known),
        )
        const read = readBy(`${marker}: ${course.template} end`, rich.code?.text ?? '')
        if (read !== undefined)
          t.conclude('msg.otp.template-code', {
            ok: read.rest.startsWith(TAIL),
            soft: true,
            subject: subjectOf(story),
            expected: `what is said beside the code: ${show(TAIL)}`,
            actual: show(read.rest),
            note: 'that other text stays as it is written is not said',
            evidence: evidenceOf(rich),
          })
        const expiry = read?.found.find(({ name }) => name === '{expiry}')?.text
        if (expiry !== undefined) concludeExpiry(t, story, expiry)
      } else {
        t.markBlocked('msg.otp.template-code', 'the template is refused', evidenceOf(rich))
        t.markBlocked('msg.otp.template-expiry', 'the template is refused', evidenceOf(rich))
      }
      const tally = new Tally(t, 'msg.otp.whatsapp-wording', 'the wording of the template of the platform')
      for (const step of byChannel(story, 'whatsapp')) {
        const text = step.code?.text
        if (!took(step, 'template') || text === undefined) continue
        const subject = `the text of POST /v1/otp/resend (${step.trial.accepted?.label ?? ''})`
        if (text.includes(marker))
          tally.contradict({ subject, actual: 'the wording of message_template', evidence: evidenceOf(step) })
        else tally.agree(evidenceOf(step))
      }
      tally.close('the probe otpInbox shows no text of a WhatsApp resend with a template')
    },
  }),
]
