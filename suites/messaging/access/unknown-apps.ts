import type { Check } from '../../../kit/check/check.ts'
import { status } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { type Caller, resend } from '../client/api.ts'
import { nearMiss } from '../client/near-miss.ts'
import { defineCheck } from '../define.ts'
import { otpPhone, ownMembers } from '../otp/callers.ts'
import { otpScenario } from '../otp/scenario.ts'
import { strangeId } from '../resources/own-records.ts'

export const unknownApps: readonly Check[] = [
  // Authentication: unbound keys identify the app in the body or the header. One that does not exist identifies none.
  defineCheck({
    id: 'msg/permissions/unknown-app',
    title: 'A resend with an unbound key that names an app which does not exist is refused',
    covers: ['msg.auth.app-unknown'],
    needs: ['messaging.keys.unbound', 'messaging.fixtures.phones.otp'],
    uses: [otpScenario],
    tier: 'write',
    cost: { requests: { unbound: 2 } },
    run: async (t) => {
      const { speakers, whatsapp, otherApp } = await t.use(otpScenario)
      const key = t.key('unbound')
      const as: Caller = key === undefined ? {} : { key }
      const body: JsonObject = { ...ownMembers(t), phone_number: otpPhone(t) }
      const send = (more: Caller, members: JsonObject, label: string) =>
        resend(t, { ...as, ...more }, { ...body, ...members }, { label, expects: 'refused' })
      const known = t.service.appKey
      // Where the same key was taken with a right name in that place, the name is all that is wrong.
      const byKey = speakers.byAppKey !== undefined && otherApp.trial.accepted?.key === 'unbound' && known !== undefined
      const byId = speakers.byAppId !== undefined && whatsapp.trial.accepted?.key === 'unbound'
      if (!byKey && !byId)
        t.abortBlocked('no resend of an unbound key that names its app is taken', [whatsapp.trial.whole])
      if (byKey) {
        const appKey = nearMiss(t, known, Math.ceil(known.length / 2))
        const answer = await send({}, { app_key: appKey }, 'unbound key, unknown app_key')
        t.judge('msg.auth.app-unknown', answer, status('4xx'))
      }
      if (byId) {
        const answer = await send({ appId: strangeId() }, {}, 'unbound key, unknown X-App-ID')
        t.judge('msg.auth.app-unknown', answer, status('4xx'))
      }
    },
  }),
]
