import type { Check } from '../../../kit/check/check.ts'
import { status } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { type Caller, resend } from '../client/api.ts'
import { nearMiss } from '../client/near-miss.ts'
import { defineCheck, lineFor } from '../define.ts'
import { otpPhone, ownMembers } from '../otp/story/callers.ts'
import { otpScenario } from '../otp/story/scenario.ts'
import { isTaken, takenChannels } from '../otp/story/story-steps.ts'
import { strangeId } from '../resources/own-records.ts'

export const unknownApps: readonly Check[] = [
  // Authentication: unbound keys identify the app in the body or the header. One that does not exist identifies none.
  defineCheck({
    id: 'msg/permissions/unknown-app',
    title: 'A resend with an unbound key that names an app which does not exist is refused',
    covers: ['msg.auth.app-unknown'],
    judgedWith: { 'msg.auth.app-unknown': [['messaging.appKey', 'messaging.appId']] },
    needs: ['messaging.keys.unbound', 'messaging.fixtures.phones.otp'],
    uses: [otpScenario],
    tier: 'write',
    cost: { requests: { unbound: 2 }, spends: { messages: 2 }, typical: { spends: { messages: 0 } } },
    run: async (t) => {
      const story = await t.use(otpScenario)
      const { speakers } = story
      const key = t.key('unbound')
      const as: Caller = key === undefined ? {} : { key }
      const body: JsonObject = { ...ownMembers(t), phone_number: otpPhone(t) }
      // Each by another channel, which goes round with the seed.
      const channels = takenChannels(story)
      const send = (turn: number, more: Caller, members: JsonObject, label: string) => {
        const channel = channels[(t.seed + turn) % channels.length] ?? 'sms'
        const by = channel === 'sms' ? {} : { delivery_method: channel }
        return resend(t, { ...as, ...more }, { ...body, ...by, ...members }, { label, expects: 'refused' })
      }
      const known = t.service.appKey
      // Where the same key was taken with a right name in that place, the name is all that is wrong.
      const byKey = isTaken(story, 'app_key') && known !== undefined
      const byId = speakers.byAppId !== undefined && isTaken(story, 'X-App-ID')
      if (known === undefined && speakers.byAppId === undefined)
        t.abortUnexercised(
          'not claimed',
          'the target file names no app for the unbound key',
          lineFor('messaging.appKey'),
        )
      if (!byKey && !byId)
        t.abortBlocked('no resend of an unbound key that names its app is taken', [story.otherApp.trial.whole])
      if (byKey) {
        const appKey = nearMiss(t, known)
        const answer = await send(0, {}, { app_key: appKey }, 'unbound key, unknown app_key')
        t.judge('msg.auth.app-unknown', answer, status('4xx'))
      }
      if (byId) {
        const answer = await send(1, { appId: strangeId() }, {}, 'unbound key, unknown X-App-ID')
        t.judge('msg.auth.app-unknown', answer, status('4xx'))
      }
    },
  }),
]
