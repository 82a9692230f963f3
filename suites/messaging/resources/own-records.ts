import { randomUUID } from 'node:crypto'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { isText, status } from '../../../kit/match/index.ts'
import { isSuccess, record, statusOf } from '../client/answers.ts'
import {
  createApp,
  developer,
  inOtherWords,
  listSenders,
  listWorkspaces,
  readApp,
  readCampaign,
  user,
} from '../client/api.ts'
import { LATER_MS, untilShown } from '../client/later.ts'
import { defineFixture, type FixtureContext } from '../define.ts'

/** An id of the right form that nothing has. */
export const strangeId = (): string => randomUUID()

/** Letters and signs that are changed where text is written down carelessly. */
const DESCRIPTION = 'Made by a "conformance" test: naïve & “plain”, C:\\'

/** Letters of more than one alphabet, of which no encoding of one byte has all. */
const LETTERS = '“ñ” дом'
/** Signs that have to be escaped in JSON. */
const SIGNS = '“ñ” "a\\b"'

/** The one app that the run makes, from app_name alone; unjudged. The document shows no way to take it away again. */
export const newApp = defineFixture({
  name: 'new-app',
  needs: ['messaging', 'messaging.bearer'],
  cost: { requests: { bound: 1 } },
  make: async (t): Promise<{ name: string; answer: Exchange }> => {
    // Capitals, so that a name which is changed shows.
    const name = `Assay-${t.fresh('app')}`
    return { name, answer: await createApp(t, inOtherWords(developer(t)), { app_name: name }, 'app_name alone') }
  },
})

/** What is known of the app that the run made. Blocks where it was not made or does not show its key. */
export const madeApp = defineFixture({
  name: 'made-app',
  needs: newApp.needs,
  uses: [newApp],
  make: async (t) => {
    const { name, answer } = await t.use(newApp)
    t.control(answer, status('2xx'))
    const { app_key: key, app_id: id } = record(answer) ?? {}
    if (!isText.test(key).ok) t.abortBlocked('the app created shows no app_key', [answer])
    return { name, answer, key: String(key), ...(isText.test(id).ok ? { id: String(id) } : {}) }
  },
})

/** Whether a name is what a creation may have been refused for. */
export const refusesName = (answer: Exchange): boolean => [400, 409, 422].includes(statusOf(answer))

/**
 * Whether the creation with nulls has the name of another app. Otherwise it has an unusual one, which the described app
 * has where it does not, and at full depth always: which characters a name may have is not told.
 */
export const isTwinAsked = ({ depth, seed }: Pick<FixtureContext, 'depth' | 'seed'>): boolean =>
  depth !== 'deep' && seed % 2 !== 0

interface Described {
  readonly sent: Readonly<Record<string, string>>
  readonly answer: Exchange
  /** Its name, where that is an unusual one. */
  readonly unusual?: string
}

/** An app with a description and, where the target file names one, a workspace, at the path of the example; unjudged. */
export const describedApp = defineFixture({
  name: 'described-app',
  needs: newApp.needs,
  uses: [newApp],
  cost: { requests: { bound: 2 }, typical: { requests: { bound: 1 } } },
  make: async (t): Promise<Described> => {
    t.control((await t.use(newApp)).answer, status('2xx'))
    const workspace = t.service.fixtures?.workspace
    const sent = { app_description: DESCRIPTION, ...(workspace === undefined ? {} : { workspace_id: workspace }) }
    const create = (app_name: string, label: string): Promise<Exchange> =>
      createApp(t, inOtherWords(developer(t)), { app_name, ...sent }, label, 'slashed')
    const plain = `Assay-${t.fresh('app')}`
    const isWhole = t.depth === 'deep'
    const odd = isWhole ? `${LETTERS} ${SIGNS}` : t.seed % 3 === 1 ? SIGNS : LETTERS
    const unusual = `${plain} ${odd}`
    const first = isWhole || isTwinAsked(t) ? await create(unusual, 'described, a name in other letters') : undefined
    if (first !== undefined && !refusesName(first)) return { sent, answer: first, unusual }
    return { sent, answer: await create(plain, 'described') }
  },
})

/** The app that is read back: the described one, which has more to lose, or in turn the one that has a name alone. */
export const keptApp = defineFixture({
  name: 'kept-app',
  needs: newApp.needs,
  uses: [madeApp, describedApp],
  make: async (t): Promise<{ key: string; id?: string; answer: Exchange }> => {
    const { answer } = await t.use(describedApp)
    const { app_key: key, app_id: id } = record(answer) ?? {}
    if ((t.depth !== 'deep' && t.seed % 3 === 0) || !isSuccess(answer) || !isText.test(key).ok) return t.use(madeApp)
    return { answer, key: String(key), ...(isText.test(id).ok ? { id: String(id) } : {}) }
  },
})

/** The app of the target file, read by its key; unjudged. */
export const ownApp = defineFixture({
  name: 'own-app',
  needs: ['messaging', 'messaging.bearer', 'messaging.appKey'],
  tier: 'read',
  cost: { requests: { bound: 1 } },
  make: async (t) => readApp(t, inOtherWords(developer(t)), t.service.appKey ?? '', 'own app'),
})

/** How old an app is when it is read back, ms: what stays with the worker that made it, or in its cache, is gone by then. */
const KEPT_MS = 3000

/** The app of the run read back by its key, a moment after it was made; unjudged. */
export const readBack = defineFixture({
  name: 'app-read-back',
  needs: newApp.needs,
  uses: [keptApp],
  cost: { requests: { bound: 1 + LATER_MS.length }, typical: { requests: { bound: 1 } } },
  make: async (t) => {
    const { key, answer } = await t.use(keptApp)
    if (t.depth !== 'quick') await t.pause(Math.max(0, answer.endedAt + KEPT_MS - t.clock.now()))
    const read = (label: string): Promise<Exchange> => readApp(t, developer(t), key, label)
    return untilShown(t, read, 'app of this run', ({ response }) => response?.status !== 404)
  },
})

/** An app read by its key; unjudged. That of the run where it could be made: it is read back anyway. */
export const readableApp = defineFixture({
  name: 'readable-app',
  needs: newApp.needs,
  uses: [ownApp, keptApp, readBack],
  tier: 'read',
  make: async (t): Promise<{ key: string; id?: string; answer: Exchange; creation?: Exchange }> => {
    const { appKey, appId } = t.service
    const made = t.permits('write') ? await t.use(keptApp).catch(() => undefined) : undefined
    if (appKey !== undefined && (made === undefined || t.depth === 'deep')) {
      return { key: appKey, ...(appId === undefined ? {} : { id: appId }), answer: await t.use(ownApp) }
    }
    const { answer: creation, ...app } = await t.use(keptApp)
    return { ...app, creation, answer: await t.use(readBack) }
  },
})

/** The campaign of the target file; unjudged. */
export const ownCampaign = defineFixture({
  name: 'own-campaign',
  needs: ['messaging', 'messaging.bearer', 'messaging.fixtures.campaign'],
  tier: 'read',
  cost: { requests: { bound: 1 } },
  // Its row has no slash, its example has one: the seed decides which of them is asked.
  make: async (t) => {
    const form = t.random() < 0.5 ? 'slashed' : undefined
    return readCampaign(t, inOtherWords(developer(t)), t.service.fixtures?.campaign ?? '', 'own campaign', form)
  },
})

/** The senders of the caller without a filter; unjudged. */
export const allSenders = defineFixture({
  name: 'all-senders',
  needs: ['messaging'],
  tier: 'read',
  cost: { requests: { bound: 1 } },
  make: async (t) => listSenders(t, inOtherWords(user(t)), '', 'without filters'),
})

/** The workspaces of the caller; unjudged. */
export const allWorkspaces = defineFixture({
  name: 'all-workspaces',
  needs: ['messaging'],
  tier: 'read',
  cost: { requests: { bound: 1 } },
  make: async (t) => listWorkspaces(t, inOtherWords(user(t)), 'all'),
})

/** The workspaces of another user, as that user's key lists them; unjudged. */
export const othersWorkspaces = defineFixture({
  name: 'others-workspaces',
  needs: ['messaging', 'messaging.keys.otherUser'],
  tier: 'read',
  cost: { requests: { otherUser: 1 } },
  make: async (t) => {
    const key = t.key('otherUser')
    return listWorkspaces(t, key === undefined ? {} : { key }, "another user's list")
  },
})

/** Something that the caller surely reaches with key and token: the control of refusals that speak of either. */
export const reachable = defineFixture({
  name: 'reachable-record',
  needs: ['messaging', 'messaging.bearer'],
  uses: [ownCampaign, ownApp, madeApp],
  tier: 'read',
  make: async (t): Promise<{ kind: 'campaign' | 'app'; id: string; answer: Exchange }> => {
    const { fixtures, appKey } = t.service
    const campaign = fixtures?.campaign === undefined ? undefined : await t.use(ownCampaign)
    if (campaign !== undefined && isSuccess(campaign)) {
      return { kind: 'campaign', id: fixtures?.campaign ?? '', answer: campaign }
    }
    const app = appKey === undefined ? undefined : await t.use(ownApp)
    if (app !== undefined && isSuccess(app)) return { kind: 'app', id: appKey ?? '', answer: app }
    const { key, answer } = await t.use(madeApp)
    return { kind: 'app', id: key, answer }
  },
})
