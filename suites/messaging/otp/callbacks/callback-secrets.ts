import type { Check } from '../../../../kit/check/check.ts'
import { isSuccess } from '../../client/answers.ts'
import { resend } from '../../client/api.ts'
import { type Claim, defineCheck } from '../../define.ts'
import { callbackUrlFor, judgedAtPlaces, placeLine, since, told, withoutPlaces } from '../story/callback-inbox.ts'
import { otpPhone, ownMembers } from '../story/callers.ts'
import { otpScenario } from '../story/scenario.ts'
import { SECRETS } from '../story/secrets.ts'
import { reportMs } from '../story/waits.ts'
import { type Asked, taken } from './callback-judgement.ts'
import { concludeSecret, concludeSigned, telling, UNSIGNED } from './callback-signatures.ts'
import { markUntold } from './untold.ts'

/** The ways in which a callback_url has no secret. */
const WITHOUT = [{}, { callback_secret: null }] as const

export const otpCallbackSecrets: readonly Check[] = [
  // Resources › OTP resend request, callback_secret: signs what is sent to the callback_url that it came with.
  defineCheck({
    id: 'msg/otp/callback-without-secret',
    title: 'Callbacks of a callback_url without a secret are not signed with that of the one before',
    covers: ['msg.otp.callback-secret', 'msg.otp.callback-signed'],
    judgedWith: judgedAtPlaces(['msg.otp.callback-secret', 'msg.otp.callback-signed']),
    needs: ['messaging.fixtures.phones.otp', 'webhooks'] as const satisfies readonly Claim[],
    uses: [otpScenario],
    tier: 'write',
    phase: 'exclusive',
    depth: 'deep',
    cost: { requests: { bound: 2 * WITHOUT.length }, spends: { messages: 2 * WITHOUT.length } },
    async run(t) {
      const story = await t.use(otpScenario)
      const { places, speakers } = story
      if (places === undefined) return t.abortUnexercised('not claimed', withoutPlaces(story), placeLine(t))
      const whole = { ...ownMembers(t), ...speakers.main.members, phone_number: otpPhone(t) }
      const seen: (readonly [Asked, ReturnType<typeof telling>[number]])[] = []
      let isSeen = false
      for (const [index, without] of WITHOUT.entries()) {
        const fresh = await callbackUrlFor(t, `without-secret-${index + 1}`)
        if (fresh === undefined) continue
        const ask = (members: object, label: string) =>
          resend(t, speakers.main.as, { ...whole, ...members }, { label, expects: 'sent' })
        const first = { callback_url: places.first.url, callback_secret: SECRETS.first }
        const from = t.clock.now()
        const before = await ask(first, 'callback_url with a secret')
        if (!isSuccess(before)) continue
        await told([places.first], from, reportMs(t))
        const trial = await ask({ callback_url: fresh.url, ...without }, 'callback_url without a secret')
        if (!isSuccess(trial)) continue
        await told([fresh], 0, reportMs(t))
        const step = taken(trial)
        for (const each of telling(t, since(places.first, from, trial.sentAt), SECRETS.first))
          concludeSigned(t, taken(before), each)
        seen.push(...telling(t, since(fresh, 0), undefined).map((each) => [step, each] as const))
        isSeen ||= since(fresh, 0).length > 0 && since(places.first, from, trial.sentAt).length > 0
      }
      if (!concludeSecret(t, seen)) markUntold(t, 'msg.otp.callback-secret', story, UNSIGNED)
      if (!isSeen) markUntold(t, 'msg.otp.callback-signed', story, 'nothing was told of a code once it was sent')
    },
  }),
]
