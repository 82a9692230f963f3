import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, no, ok, soft, status } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { isSuccess, records, statusOf } from '../client/answers.ts'
import { developer, listSenders, readCampaign, resend, sendInstant } from '../client/api.ts'
import { type CheckContext, defineCheck, defineFixture, type FixtureContext, lineFor } from '../define.ts'
import { codesAtStart } from '../otp/story/inbox.ts'
import { allSenders, madeApp, ownCampaign } from '../resources/own-records.ts'
import { FATES, phoneOf, quietPhone, sendBody } from '../sending/sends.ts'
import { type Endpoint, endpoints, isClean } from './authentication.ts'

/** What is asked for with a key. */
type Asked = Pick<Endpoint, 'name' | 'send' | 'bearer' | 'writes'>

/** A resend in which nothing is wrong but the app that it names. */
function resendBody(t: FixtureContext): JsonObject {
  const { fixtures, bodies } = t.service
  return { ...bodies?.otpResend, phone_number: fixtures?.phones?.otp ?? '' }
}

/** The campaign of the user, asked for with the key that lacks permissions. */
const campaignOfRestricted = defineFixture({
  name: 'campaign-of-restricted-key',
  needs: [...ownCampaign.needs, 'messaging.keys.restricted'],
  tier: 'read',
  cost: { requests: { restricted: 1 } },
  make: async (t) => {
    const as = { ...developer(t), key: t.key('restricted') }
    return readCampaign(t, as, t.service.fixtures?.campaign ?? '', 'restricted key')
  },
})

/**
 * 403. A key that is kept out of workspaces may list senders: those that it reaches. A list with senders of the whole one
 * is that of a key whose permission nobody looked at.
 */
const keptFrom = (whole: Exchange, elsewhere: Exchange | undefined): Matcher<Exchange> =>
  matcher('403', (answer) => {
    const [own, shown] = [records(whole), records(answer)]
    const ids = new Set(own?.map(({ id }) => id))
    const isRestricted = elsewhere !== undefined && statusOf(elsewhere) === 403
    // Where the lists are none, or the whole one is empty, what is told elsewhere has to do.
    const isComparable = shown !== undefined && ids.size > 0
    const narrowed = isComparable ? shown.every(({ id }) => !ids.has(id)) : isRestricted
    if (statusOf(answer) === 403) return ok
    return isSuccess(answer) && narrowed
      ? soft(`${cameBack(answer)} with a list of its own`, 'the key may be restricted in what it reaches')
      : no(cameBack(answer))
  })

/** A send to a recipient of whom nothing arrives. */
const sending: Asked = {
  name: 'send',
  send: (t, as, label) =>
    sendInstant(t, as, sendBody(t, { recipients: [quietPhone(t)] }), { label, expects: 'refused' }),
}

/** Endpoints that ask for a permission of their own, beside those that are judged apart. */
const ELSEWHERE: readonly Asked[] = [
  ...endpoints.filter(({ name }) => !['senders', 'campaign', 'workspaces'].includes(name)),
  sending,
]

const isAskable = (t: CheckContext, each: Asked): boolean =>
  each === sending
    ? t.has('allow.messages') && FATES.some((fate) => phoneOf(t, fate) !== undefined)
    : isClean(t, each) && (each.bearer !== true || t.has('messaging.bearer'))

/** 403; what is read by an id may be hidden. A key may lack other permissions than that of an endpoint. */
const denied = ({ name }: Asked): Matcher<Exchange> => {
  const isRead = ['conversation', 'mark-read', 'app-read'].includes(name)
  // Whether the key or the room for another app is looked at first is not told.
  const refused = isRead ? status(403, 404) : name === 'app-create' ? status(403, 409) : status(403)
  return matcher(refused.expected, (answer) => {
    if (isSuccess(answer)) return soft(cameBack(answer), 'the key may lack other permissions')
    // Whether a 401 stays is looked at where it costs nothing: by the list of senders.
    return statusOf(answer) === 401 ? soft(cameBack(answer), 'the key may be unknown there') : refused.test(answer)
  })
}

const UNBOUND = ['messaging.keys.unbound', 'messaging.fixtures.phones.otp'] as const

export const permissions: readonly Check[] = [
  // Authentication: insufficient permissions answer 403.
  defineCheck({
    id: 'msg/permissions/forbidden',
    title: 'A key without the permission to list senders answers 403',
    covers: ['msg.auth.forbidden'],
    needs: ['messaging', 'messaging.keys.restricted'],
    uses: [allSenders, campaignOfRestricted],
    cost: { requests: { restricted: 1 } },
    run: async (t) => {
      const whole = await t.use(allSenders)
      t.control(whole, status('2xx'))
      const answer = await listSenders(t, { key: t.key('restricted') }, '', 'restricted key')
      const isTold = campaignOfRestricted.needs.every((claim) => t.has(claim))
      t.judge('msg.auth.forbidden', answer, keptFrom(whole, isTold ? await t.use(campaignOfRestricted) : undefined))
    },
  }),

  // The same where nothing but the permission is wanting. Which endpoints a key is kept out of, its owner alone knows.
  defineCheck({
    id: 'msg/permissions/elsewhere',
    title: 'A key without permissions is refused on the other endpoints too',
    covers: ['msg.auth.forbidden'],
    needs: ['messaging', 'messaging.keys.restricted'],
    uses: [codesAtStart],
    tier: 'write',
    cost: {
      requests: { restricted: ELSEWHERE.length + 1 },
      spends: { messages: 3 },
      typical: { requests: { restricted: ELSEWHERE.length }, spends: { messages: 0 } },
    },
    run: async (t) => {
      const key = t.key('restricted')
      const asked = ELSEWHERE.filter((each) => isAskable(t, each))
      for (const endpoint of asked) {
        const as = { ...(endpoint.bearer === true ? developer(t) : {}), key }
        const answer = await endpoint.send(t, as, 'restricted key')
        const { appId } = t.service
        // Whether the key is bound to an app is not told: one that is not may be asked for its app first.
        const asksForApp = endpoint.name === 'resend' && status(400, 422).test(answer).ok
        if (!asksForApp) t.judge('msg.auth.forbidden', answer, denied(endpoint))
        else if (appId !== undefined)
          t.judge(
            'msg.auth.forbidden',
            await endpoint.send(t, { ...as, appId }, 'restricted key, an app'),
            denied(endpoint),
          )
      }
      if (asked.length === 0) t.markUnexercised('msg.auth.forbidden', 'not met', 'nothing else could be asked for')
    },
  }),

  // Authentication: workspace restrictions answer 403; a key that is not valid there may be answered 401.
  defineCheck({
    id: 'msg/permissions/workspace',
    title: 'A key that is kept out of a workspace does not see its campaign',
    covers: ['msg.auth.workspace-restricted'],
    needs: [...ownCampaign.needs, 'messaging.keys.restricted'],
    uses: [ownCampaign, campaignOfRestricted],
    run: async (t) => {
      t.control(await t.use(ownCampaign), status('2xx'))
      t.judge('msg.auth.workspace-restricted', await t.use(campaignOfRestricted), status(403, 401))
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
    cost: { requests: { unbound: 1 }, spends: { messages: 1 }, typical: { spends: { messages: 0 } } },
    run: async (t) => {
      const as = { key: t.key('unbound') }
      const answer = await resend(t, as, resendBody(t), { label: 'unbound key, no app', expects: 'refused' })
      t.judge('msg.auth.unbound-without-app', answer, status('4xx'))
    },
  }),

  // Authentication: the body or the header names the app. What two different ones answer is not told.
  defineCheck({
    id: 'msg/permissions/two-apps',
    title: 'A resend with an unbound key whose body and header name two apps is refused',
    covers: ['msg.auth.app-conflict'],
    judgedWith: { 'msg.auth.app-conflict': [['messaging.bearer', 'messaging.outcomes.secondApp']] },
    needs: [...UNBOUND, 'messaging.appKey'],
    uses: [madeApp],
    tier: 'write',
    depth: 'deep',
    cost: { requests: { unbound: 1 }, spends: { messages: 1 }, typical: { spends: { messages: 0 } } },
    run: async (t) => {
      const second = t.service.outcomes?.secondApp?.with?.app_id
      const appId: string =
        typeof second === 'string'
          ? second
          : ((await t.use(madeApp)).id ??
            t.abortUnexercised(
              'not claimed',
              'no second app is named, and the one created shows no app_id',
              lineFor('messaging.outcomes.secondApp'),
            ))
      const as = { key: t.key('unbound'), appId }
      const body = { ...resendBody(t), app_key: t.service.appKey ?? '' }
      const answer = await resend(t, as, body, { label: 'unbound key, two apps', expects: 'refused' })
      t.judge('msg.auth.app-conflict', answer, status('4xx'))
    },
  }),
]
