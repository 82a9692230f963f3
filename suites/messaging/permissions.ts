import { type Arrangement, type Check, defineCheck } from '../../kit/check.ts'
import { status } from '../../kit/match/index.ts'
import { lineFor } from '../../kit/target/claims.ts'
import type { JsonObject } from '../../kit/target/file.ts'
import { developer, listSenders, readCampaign, resend } from './api.ts'
import { allSenders, madeApp, ownCampaign } from './own-records.ts'

/** A resend in which nothing is wrong but the app that it names. */
function resendBody(t: Arrangement): JsonObject {
  const { fixtures, bodies } = t.target.messaging ?? {}
  return { ...bodies?.otpResend, phone_number: fixtures?.phones?.otp ?? '' }
}

const UNBOUND = ['messaging.keys.unbound', 'messaging.fixtures.phones.otp'] as const

export const permissions: readonly Check[] = [
  // Authentication: insufficient permissions answer 403.
  defineCheck({
    id: 'msg/permissions/forbidden',
    title: 'A key without the permission to list senders answers 403',
    covers: ['msg.auth.forbidden'],
    needs: ['messaging', 'messaging.keys.restricted'],
    uses: [allSenders],
    cost: { requests: { restricted: 1 } },
    run: async (t) => {
      t.control(await t.use(allSenders), status('2xx'))
      const key = t.key('restricted')
      const answer = await listSenders(t, key === undefined ? {} : { key }, '', 'restricted key')
      t.judge('msg.auth.forbidden', answer, status(403))
    },
  }),

  // Authentication: workspace restrictions answer 403; a key that is not valid there may be answered 401.
  defineCheck({
    id: 'msg/permissions/workspace',
    title: 'A key that is kept out of a workspace does not see its campaign',
    covers: ['msg.auth.workspace-restricted'],
    needs: [...ownCampaign.needs, 'messaging.keys.restricted'],
    uses: [ownCampaign],
    cost: { requests: { restricted: 1 } },
    run: async (t) => {
      t.control(await t.use(ownCampaign), status('2xx'))
      const key = t.key('restricted')
      const as = { ...developer(t), ...(key === undefined ? {} : { key }) }
      const answer = await readCampaign(t, as, t.target.messaging?.fixtures?.campaign ?? '', 'restricted key')
      t.judge('msg.auth.workspace-restricted', answer, status(403, 401))
    },
  }),

  // Authentication: unbound keys identify the app in the body or the header. What neither answers is not told.
  defineCheck({
    id: 'msg/permissions/no-app',
    title: 'A resend with an unbound key that names no app is refused',
    covers: ['msg.auth.unbound-without-app'],
    needs: UNBOUND,
    tier: 'write',
    depth: 'deep',
    cost: { requests: { unbound: 1 }, messages: 1 },
    run: async (t) => {
      const key = t.key('unbound')
      const as = key === undefined ? {} : { key }
      const answer = await resend(t, as, resendBody(t), { label: 'unbound key, no app', expects: 'refused' })
      t.judge('msg.auth.unbound-without-app', answer, status('4xx'))
    },
  }),

  // Authentication: the body or the header names the app. What two different ones answer is not told.
  defineCheck({
    id: 'msg/permissions/two-apps',
    title: 'A resend with an unbound key whose body and header name two apps is refused',
    covers: ['msg.auth.app-conflict'],
    needs: [...UNBOUND, 'messaging.appKey'],
    uses: [madeApp],
    tier: 'write',
    depth: 'deep',
    cost: { requests: { unbound: 1 }, messages: 1 },
    run: async (t) => {
      const second = t.target.messaging?.outcomes?.secondApp?.with?.app_id
      const appId = typeof second === 'string' ? second : (await t.use(madeApp)).id
      if (appId === undefined) {
        t.cannot('not claimed', 'no second app is named, and the one created shows no app_id', secondApp)
      }
      const key = t.key('unbound')
      const as = { ...(key === undefined ? {} : { key }), appId }
      const body = { ...resendBody(t), app_key: t.target.messaging?.appKey ?? '' }
      const answer = await resend(t, as, body, { label: 'unbound key, two apps', expects: 'refused' })
      t.judge('msg.auth.app-conflict', answer, status('4xx'))
    },
  }),
]

const secondApp = `${lineFor('messaging.outcomes.secondApp').split(':')[0]}: { with: { app_id: "…" } }`
