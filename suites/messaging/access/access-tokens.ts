import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, soft, status } from '../../../kit/match/index.ts'
import { isSuccess, notLetIn } from '../client/answers.ts'
import { type Caller, createApp, readApp, readCampaign, user } from '../client/api.ts'
import { nearMiss } from '../client/near-miss.ts'
import { spare } from '../client/spare.ts'
import { type CheckContext, defineCheck, type FixtureContext, lineFor } from '../define.ts'
import { madeApp, ownCampaign, reachable, readableApp } from '../resources/own-records.ts'

/** A token that is missing or wrong is one of the caller, or of a required header: both have statuses of their own. */
const REFUSED = status(400, 401, 403, 422)

/** What is no access token is refused; by which status is not told. */
const refused: Matcher<Exchange> = matcher(REFUSED.expected, (answer) => {
  if (isSuccess(answer) || REFUSED.test(answer).ok) return REFUSED.test(answer)
  return soft(cameBack(answer), 'the status of the refusal is not told')
})

/** A missing token is refused, and by the status of an authentication where the deployment is clear. */
function judgeMissing(
  t: CheckContext,
  covers: 'msg.auth.bearer-app-create' | 'msg.auth.bearer-app-read' | 'msg.auth.bearer-campaign',
  answer: Exchange,
): void {
  // A token that is not asked for at all is told once, not twice.
  if (t.judge(covers, answer, status('4xx'))) t.judge('msg.auth.bearer-status', answer, REFUSED)
  else t.markUnexercised('msg.auth.bearer-status', 'not met', 'the missing token was not refused')
}

/** Reads what can surely be read, with another Authorization. */
async function readWith(t: CheckContext, authorization: string, label: string): Promise<Exchange> {
  const { kind, id, answer } = await t.use(reachable)
  t.control(answer, status('2xx'))
  const as: Caller = { ...spare(t), authorization }
  return kind === 'campaign' ? readCampaign(t, as, id, label) : readApp(t, as, id, label)
}

function tokenOf(t: FixtureContext): string {
  return t.service.bearer ?? t.abortUnexercised('not claimed', 'no access token', lineFor('messaging.bearer'))
}

export const accessTokens: readonly Check[] = [
  // Authentication: three endpoints need an access token beside the key; the answer to its absence is not told.
  defineCheck({
    id: 'msg/access-tokens/missing-app-create',
    title: 'An app creation without an access token is refused',
    covers: ['msg.auth.bearer-app-create', 'msg.auth.bearer-status'],
    needs: ['messaging', 'messaging.bearer'],
    uses: [madeApp],
    tier: 'write',
    cost: { requests: { bound: 1 } },
    run: async (t) => {
      t.control((await t.use(madeApp)).answer, status('2xx'))
      const answer = await createApp(t, spare(t), { app_name: t.fresh('app') }, 'no access token')
      judgeMissing(t, 'msg.auth.bearer-app-create', answer)
    },
  }),
  defineCheck({
    id: 'msg/access-tokens/missing-app-read',
    title: 'Reading an app without an access token is refused',
    covers: ['msg.auth.bearer-app-read', 'msg.auth.bearer-status'],
    needs: ['messaging', 'messaging.bearer'],
    uses: [readableApp],
    cost: { requests: { bound: 1 } },
    run: async (t) => {
      const { key, answer } = await t.use(readableApp)
      t.control(answer, status('2xx'))
      judgeMissing(t, 'msg.auth.bearer-app-read', await readApp(t, spare(t), key, 'no access token'))
    },
  }),
  defineCheck({
    id: 'msg/access-tokens/missing-campaign',
    title: 'Reading a campaign without an access token is refused',
    covers: ['msg.auth.bearer-campaign', 'msg.auth.bearer-status'],
    needs: ownCampaign.needs,
    uses: [ownCampaign],
    cost: { requests: { bound: 1 } },
    run: async (t) => {
      t.control(await t.use(ownCampaign), status('2xx'))
      const id = t.service.fixtures?.campaign ?? ''
      judgeMissing(t, 'msg.auth.bearer-campaign', await readCampaign(t, spare(t), id, 'no access token'))
    },
  }),

  // Authentication: the token is an access token, and it comes as Bearer.
  defineCheck({
    id: 'msg/access-tokens/unknown',
    title: 'An unknown access token is refused',
    covers: ['msg.auth.bearer-token', 'msg.auth.bearer-invalid'],
    needs: ['messaging', 'messaging.bearer'],
    uses: [reachable, readableApp],
    cost: { requests: { bound: 3 }, typical: { requests: { bound: 1 } } },
    run: async (t) => {
      const token = tokenOf(t)
      // As long as the real one and made of the same kinds of characters: what differs is the end, which a signature has.
      const authorization = `Bearer ${nearMiss(t, token)}`
      const label = 'unknown access token'
      const answer = await readWith(t, authorization, label)
      t.judge('msg.auth.bearer-token', answer, notLetIn)
      t.judge('msg.auth.bearer-invalid', answer, refused)
      if (t.depth !== 'deep') return
      const { kind } = await t.use(reachable)
      const as: Caller = { ...user(t), authorization }
      const { key, answer: own } = await t.use(readableApp)
      if (kind !== 'app' && isSuccess(own))
        t.judge('msg.auth.bearer-invalid', await readApp(t, as, key, label), refused)
      if (t.permits('write'))
        t.judge('msg.auth.bearer-invalid', await createApp(t, as, { app_name: t.fresh('app') }, label), refused)
    },
  }),
  defineCheck({
    id: 'msg/access-tokens/scheme',
    title: 'An access token under another scheme is refused',
    covers: ['msg.auth.bearer-scheme'],
    needs: ['messaging', 'messaging.bearer'],
    uses: [reachable],
    depth: 'deep',
    cost: { requests: { bound: 1 } },
    run: async (t) => {
      const answer = await readWith(t, `Basic ${tokenOf(t)}`, 'scheme Basic')
      t.judge('msg.auth.bearer-scheme', answer, refused)
    },
  }),
]
