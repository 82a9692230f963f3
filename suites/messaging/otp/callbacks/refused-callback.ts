import type { Check } from '../../../../kit/check/check.ts'
import { subjectOf } from '../../../../kit/check/verdicts/subject.ts'
import { isRefusal } from '../../client/answers.ts'
import { type Claim, defineCheck } from '../../define.ts'
import { judgedAtPlaces, since } from '../story/callback-inbox.ts'
import { otpScenario } from '../story/scenario.ts'

export const refusedCallback: readonly Check[] = [
  // Resources › OTP resend request, callback_url: the target of the new code. A resend that is refused has none.
  defineCheck({
    id: 'msg/otp/refused-callback',
    title: 'The callback_url of a resend that is refused is never called',
    covers: ['msg.otp.refused-callback-none'],
    judgedWith: judgedAtPlaces(['msg.otp.refused-callback-none']),
    needs: ['messaging.fixtures.phones.otp', 'webhooks'] as const satisfies readonly Claim[],
    uses: [otpScenario],
    tier: 'write',
    async run(t) {
      const id = 'msg.otp.refused-callback-none'
      const { between, places, nulls } = await t.use(otpScenario)
      const isRefused = between !== undefined && isRefusal(between.answer)
      if (between === undefined || places === undefined || !isRefused)
        return t.markUnexercised(id, 'not met', 'no resend with a callback_url was refused while callbacks came')
      const strays = since(between.place, 0)
      // Silence says something where the next code was told of.
      const isTold = [places.first, places.second].some((each) => since(each, nulls.from).length > 0)
      if (strays.length === 0 && !isTold)
        return t.markUnexercised(id, 'not met', 'nothing was told of the code after it')
      t.conclude(id, {
        ok: strays.length === 0,
        subject: subjectOf(between.answer),
        expected: 'no delivery to its callback_url',
        actual: `${strays.length} deliveries there`,
        awaited: false,
        evidence: [between.answer, ...strays.slice(0, 3)],
      })
    },
  }),
]
