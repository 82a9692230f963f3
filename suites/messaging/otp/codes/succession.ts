import type { Check } from '../../../../kit/check/check.ts'
import { RESEND } from '../../client/api.ts'
import { lostOnes } from '../../client/trouble.ts'
import { type CheckContext, defineCheck, lineFor } from '../../define.ts'
import { common, conclude, concludeToo, evidenceOf } from '../probe-judgements.ts'
import { appOfNulls } from '../story/app-of-nulls.ts'
import type { Code } from '../story/inbox.ts'
import type { OtpScenario } from '../story/otp-scenario.ts'
import { otpScenario } from '../story/scenario.ts'
import type { Step } from '../story/steps.ts'
import { stepsOf } from '../story/story-steps.ts'
import { isSurelyAlive } from './lifetimes.ts'

export const otpSuccession: readonly Check[] = [
  // States: the prior code is invalidated, over another channel too; the new code is sent.
  defineCheck({
    ...common,
    id: 'msg/otp/succession',
    title: 'A resend ends the code before it and sends a new one',
    covers: ['msg.otp.prior-invalidated', 'msg.otp.new-code', 'msg.otp.new-active', 'msg.otp.other-numbers'],
    judgedWith: { 'msg.otp.other-numbers': ['messaging.outcomes.secondPhone'] },
    async run(t) {
      const story = await t.use(otpScenario)
      const { rich, second, nulls, later, lastAccepted } = story
      const ended = (prior: Step, next: Step, after: Code | undefined): void => {
        if (next.trial.accepted === undefined)
          t.markBlocked('msg.otp.prior-invalidated', 'the resend after it was refused', evidenceOf(next))
        else if (prior.code?.active === false)
          t.markBlocked('msg.otp.prior-invalidated', 'the code was not active at first', evidenceOf(prior))
        else if (after?.isExpired === true)
          t.markUnexercised('msg.otp.prior-invalidated', 'not met', 'the code was over only when its own time was up')
        else if (prior.code?.active === undefined && after?.active === false && lastAccepted !== true)
          t.markUnexercised(
            'msg.otp.prior-invalidated',
            'not met',
            'the probe otpVerify accepts no code, not even the last',
          )
        // A code that the inbox shows no longer is as good as ended.
        else
          conclude(
            t,
            'msg.otp.prior-invalidated',
            `a code that is over once the next one was sent (by ${next.channel})`,
            { step: prior, value: prior.code?.active ?? after?.active, member: 'active', after: next },
            () => (after?.active === true ? 'a code that is still active' : undefined),
          )
      }
      ended(rich, second, later.rich)
      // What another app is named in may be the code of that app: the bound key is judged apart.
      if (!story.verified && appOfNulls(story) !== 'other') ended(second, nulls, later.second)
      const before = rich.code?.code
      conclude(
        t,
        'msg.otp.new-code',
        'another code than before',
        { step: second, value: before === undefined ? undefined : second.code?.code, member: 'code' },
        (code) =>
          t.attest('msg.otp.new-code', second.trial.whole.id, () => code === before) ? 'the same code' : undefined,
      )
      concludeActive(t, story)
      concludeNumbers(t, story)
    },
  }),
]

/** Every code of the run was active once it was sent, whatever its channel. */
function concludeActive(t: CheckContext, story: OtpScenario): void {
  const { rich } = story
  const others = stepsOf(story).filter((each) => each !== rich)
  const shown = (step: Step) => {
    const isTelling = step.code?.active === true || isSurelyAlive(t, step, step.readAt)
    return { step, value: isTelling ? step.code?.active : undefined, member: 'active' }
  }
  const fault = (active: boolean) => (active ? undefined : 'one that is not')
  const expected = 'a code that is active once it was sent'
  conclude(t, 'msg.otp.new-active', expected, shown(rich), fault)
  for (const step of others) concludeToo(t, 'msg.otp.new-active', expected, shown(step), fault)
}

/** A resend to one number says nothing of the code of another. */
function concludeNumbers(t: CheckContext, { elsewhere, bare, later, secondPhone, lastAccepted }: OtpScenario): void {
  const id = 'msg.otp.other-numbers'
  const active = later.elsewhere?.active
  if (secondPhone === undefined) {
    const line = lineFor('messaging.outcomes.secondPhone')
    t.markUnexercised(id, 'not claimed', 'the target file names no second number for codes', line)
  } else if (active === undefined || (!active && (elsewhere.code?.active ?? lastAccepted) !== true))
    t.markUnexercised(id, 'not met', 'whether the code of another number was accepted is not known')
  else if (!active && lostOnes(t, RESEND, { from: elsewhere.from }).length > 0)
    t.markUnexercised(id, 'not met', 'a resend whose answer was lost may have ended the code of another number')
  else
    t.conclude(id, {
      ok: active,
      // Whoever has codes verified may end what is asked for too often.
      soft: elsewhere.code?.active === undefined,
      subject: `the code of POST /v1/otp/resend (${elsewhere.trial.accepted?.label ?? ''})`,
      expected: 'a code that is still active after a resend to another number',
      actual: 'a code that is over',
      evidence: [...evidenceOf(elsewhere), ...evidenceOf(bare)],
    })
}
