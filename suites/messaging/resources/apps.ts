import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import {
  all,
  cameBack,
  equals,
  isText,
  type Matcher,
  matcher,
  member,
  no,
  ok,
  show,
  soft,
  status,
} from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { bodyOf, invalid, isSuccess, isZoned, momentOf, record, statusOf } from '../client/answers.ts'
import { createApp, developer, readApp } from '../client/api.ts'
import { type Fault, judgeTogether, mostSent } from '../client/blame.ts'
import { nearMiss } from '../client/near-miss.ts'
import { type CheckContext, defineCheck, type FixtureContext, lineFor } from '../define.ts'
import {
  describedApp,
  isTwinAsked,
  keptApp,
  madeApp,
  newApp,
  readableApp,
  readBack,
  refusesName,
} from './own-records.ts'
import { appFields, isOf } from './records.ts'

const NEEDS = newApp.needs
/** An answer that is a developer app; its fields have rules of their own. */
const isApp: Matcher<Exchange> = matcher('a developer app', (exchange) =>
  // Member names alone: the body may hold the key of the app.
  isOf(appFields, record(exchange)) ? ok : no(`a body with ${show(Object.keys(Object(bodyOf(exchange))))}`),
)

/** Ids tell apps apart. */
const isOther = ({ service }: CheckContext): Matcher<Exchange> =>
  matcher('an app_id of its own', (exchange) => {
    const id = record(exchange)?.app_id
    return id === undefined || String(id).toLowerCase() !== service.appId?.toLowerCase()
      ? ok
      : no('the app_id of another app')
  })

/** Names the same app as was asked for, wherever it tells. */
export const tells = (name: 'app_key' | 'app_id', wanted: string | undefined): Matcher<Exchange> =>
  matcher(`${name} of the app asked for`, (exchange) => {
    const value = record(exchange)?.[name]
    const isSame = name === 'app_id' ? String(value).toLowerCase() === wanted?.toLowerCase() : value === wanted
    return wanted === undefined || value === undefined || isSame ? ok : no(`another ${name}`)
  })

/** Ids differ in the case of their letters alone. */
const sameText = (wanted: string): Matcher<unknown> =>
  matcher(show(wanted), (value) =>
    typeof value === 'string' && value.toLowerCase() === wanted.toLowerCase() ? ok : no(show(value)),
  )

/** A member that need not be shown. */
const orLeftOut = (inner: Matcher<unknown>): Matcher<unknown> =>
  matcher(inner.expected, (value) => (value === undefined ? soft('nothing', 'it is left out') : inner.test(value)))

const isTextOrNone = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string'

/** How many apps a user may have is not told, and none can be taken away: a creation may meet the end of them. */
const isFull = (answer: Exchange): boolean => [402, 403, 409].includes(statusOf(answer))

/** Judges that a valid creation was taken, unless there is no room for another app. */
function judgeCreated(
  t: CheckContext,
  id: 'msg.apps.create' | 'msg.apps.null-fields',
  answer: Exchange,
  expected: Matcher<Exchange>,
): void {
  if (isFull(answer)) t.markBlocked(id, `no further app is made for this user: ${cameBack(answer)}`, [answer])
  else t.judge(id, answer, expected)
}

interface Defect extends Fault {
  /** Undefined leaves the member out. */
  readonly value: unknown
}

/** Defects that are sent together. */
const batches: readonly { readonly name: string; readonly title: string; readonly defects: readonly Defect[] }[] = [
  {
    name: 'refused-fields',
    title: 'A creation without app_name, and fields of a wrong type, are refused',
    defects: [
      { covers: 'msg.apps.name-required', member: 'app_name', value: undefined },
      { covers: 'msg.apps.description-type', member: 'app_description', value: {} },
      { covers: 'msg.apps.workspace-type', member: 'workspace_id', value: [] },
    ],
  },
  {
    name: 'refused-name-type',
    title: 'An app_name that is a list is refused',
    defects: [{ covers: 'msg.apps.name-type', member: 'app_name', value: [] }],
  },
]

const ofBatch = ({ name, title, defects }: (typeof batches)[number]): Check =>
  defineCheck({
    id: `msg/apps/${name}`,
    title,
    covers: defects.map(({ covers }) => covers),
    needs: NEEDS,
    uses: [newApp],
    tier: 'write',
    cost: { requests: { bound: mostSent(defects) }, typical: { requests: { bound: 1 } } },
    run: async (t) => {
      t.control((await t.use(newApp)).answer, status('2xx'))
      const send = (wrong: readonly Defect[], label: string): Promise<Exchange> => {
        const members = Object.fromEntries(wrong.map(({ member: name, value }) => [name, value]))
        return createApp(t, developer(t), { app_name: t.fresh('app'), ...members } as JsonObject, label)
      }
      await judgeTogether(t, defects, invalid(), send, () => true)
    },
  })

/** Another user's key beside our token: whom of the two the deployment takes for the caller is not told. */
export function kept(answer: Exchange): Matcher<Exchange> {
  return matcher('403 or 404', () =>
    isSuccess(answer)
      ? soft('it is shown', 'the access token is the owner’s: the deployment may go by it alone')
      : status(403, 404, 401).test(answer),
  )
}

export function otherUser(t: FixtureContext) {
  const key = t.key('otherUser')
  return { ...developer(t), ...(key === undefined ? {} : { key }) }
}

function judgeRead(
  t: CheckContext,
  covers: 'msg.apps.read' | 'msg.apps.read-created',
  answer: Exchange,
  { key, id, creation }: { readonly key: string; readonly id?: string; readonly creation?: Exchange },
) {
  const isIt = all(status('2xx'), isApp, tells('app_key', key), tells('app_id', id))
  t.judge(covers, answer, isIt, undefined, creation === undefined ? [] : [creation])
}

/** Members that stay as they were created. */
const LASTING = ['app_name', 'app_description', 'workspace_id', 'user_id', 'created_at'] as const
/** Times are sometimes rounded when they are written down, ms. */
const ROUNDING_MS = 1500

function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'string' || typeof other !== 'string') return false
  const [former, latter] = [momentOf(one), momentOf(other)]
  if (Number.isNaN(former) || Number.isNaN(latter)) return one.toLowerCase() === other.toLowerCase()
  return isZoned(one) !== isZoned(other) || Math.abs(former - latter) <= ROUNDING_MS
}

/** Holds an app that was read against the answer to its creation. What one of them leaves out is not judged. */
function judgeAlike(t: CheckContext, creation: Exchange, read: Exchange): void {
  const id = 'msg.apps.read-alike'
  const [made, found] = [creation, read].map((each) => (isOf(appFields, record(each)) ? record(each) : undefined))
  const both = LASTING.filter((name) => made?.[name] !== undefined && found?.[name] !== undefined)
  const changed = both
    .filter((name) => isTextOrNone(made?.[name]) && isTextOrNone(found?.[name]))
    .find((name) => (name === 'app_name' ? made?.[name] !== found?.[name] : !isAlike(made?.[name], found?.[name])))
  if (!isSuccess(read) || both.length === 0)
    t.markUnexercised(id, 'not met', 'no app was read that shows what its creation showed')
  else
    t.conclude(id, {
      ok: changed === undefined,
      subject: subjectOf(read),
      expected: 'what the creation answered',
      actual: changed === undefined ? '' : `${changed} ${show(found?.[changed])} instead of ${show(made?.[changed])}`,
      evidence: [creation, read],
    })
}

export const apps: readonly Check[] = [
  // Endpoints: a creation takes app_name, and answers with a developer app.
  defineCheck({
    id: 'msg/apps/create',
    title: 'A creation with app_name alone answers with the app of that name',
    covers: ['msg.apps.create', 'msg.apps.name-echo'],
    needs: NEEDS,
    uses: [newApp],
    tier: 'write',
    run: async (t) => {
      const { name, answer } = await t.use(newApp)
      judgeCreated(t, 'msg.apps.create', answer, all(status('2xx'), isApp, isOther(t)))
      if (isSuccess(answer) && isOf(appFields, record(answer)))
        t.judge('msg.apps.name-echo', answer, member('/app_name', equals(name)))
      else t.markBlocked('msg.apps.name-echo', 'the creation answered with no app', [answer])
    },
  }),

  // Endpoints: app_description and workspace_id are strings or null.
  defineCheck({
    id: 'msg/apps/nulls',
    title: 'A creation with null for description and workspace is accepted',
    covers: ['msg.apps.null-fields', 'msg.apps.name-echo'],
    needs: NEEDS,
    uses: [newApp],
    tier: 'write',
    cost: { requests: { bound: 3 }, typical: { requests: { bound: 1 } } },
    run: async (t) => {
      const { name, answer } = await t.use(newApp)
      t.control(answer, status('2xx'))
      const create = (app_name: string, label: string): Promise<Exchange> =>
        createApp(t, developer(t), { app_name, app_description: null, workspace_id: null }, label)
      // Whether two apps may have one name is not told, nor which characters a name may have.
      const isTwin = isTwinAsked(t)
      if (t.depth === 'deep') await create(name, 'null fields, the name of another app')
      const unusual = isTwin ? name : `${t.fresh('app')} naïve “ñ” of a shop that sends codes & more`
      const label = isTwin ? 'the name of another app' : 'a long name with accents'
      const first = await create(unusual, `null fields, ${label}`)
      const isSettled = isSuccess(first) || !refusesName(first)
      const last = isSettled ? first : await create(t.fresh('app'), 'null fields')
      judgeCreated(t, 'msg.apps.null-fields', last, status('2xx'))
      if (isSuccess(first) && isOf(appFields, record(first)) && isText.test(record(first)?.app_name).ok)
        t.judge('msg.apps.name-echo', first, member('/app_name', equals(unusual)))
      else t.markUnexercised('msg.apps.name-echo', 'not met', 'no app of an unusual name was made')
    },
  }),

  // Endpoints: a creation takes a description and a workspace. Resources › Developer app: both are shown.
  defineCheck({
    id: 'msg/apps/described',
    title: 'An app shows the description, the workspace and the name that it was created with',
    covers: ['msg.apps.description-echo', 'msg.apps.workspace-echo', 'msg.apps.name-echo'],
    judgedWith: { 'msg.apps.workspace-echo': ['messaging.fixtures.workspace'] },
    needs: NEEDS,
    uses: [describedApp],
    tier: 'write',
    run: async (t) => {
      const { sent, answer, unusual } = await t.use(describedApp)
      const isShown = isSuccess(answer) && isText.test(record(answer)?.app_name).ok && isOf(appFields, record(answer))
      if (unusual !== undefined && isShown) t.judge('msg.apps.name-echo', answer, member('/app_name', equals(unusual)))
      else t.markUnexercised('msg.apps.name-echo', 'not met', 'the described app has no unusual name')
      const { app_description: text, workspace_id: workspace } = sent
      const rows = [
        ['msg.apps.description-echo', 'app_description', text, orLeftOut(equals(text ?? ''))],
        ['msg.apps.workspace-echo', 'workspace_id', workspace, orLeftOut(sameText(workspace ?? ''))],
      ] as const
      for (const [id, name, value, expected] of rows) {
        if (value === undefined)
          t.markUnexercised(
            id,
            'not claimed',
            'no workspace of the user is named',
            lineFor('messaging.fixtures.workspace'),
          )
        // Whether an app may be made in that workspace is not told.
        else if (!isSuccess(answer)) t.markUnexercised(id, 'not met', `the creation was answered ${cameBack(answer)}`)
        else if (!isTextOrNone(record(answer)?.[name]) || !isOf(appFields, record(answer)))
          t.markUnexercised(id, 'not met', `the answer shows no app with a right ${name}`)
        else t.judge(id, answer, member(`/${name}`, expected))
      }
    },
  }),

  // Endpoints: app_name is required; Errors: missing and invalid fields answer 400 or 422.
  ...batches.map(ofBatch),

  // Endpoints: an app is read by its app_key.
  defineCheck({
    id: 'msg/apps/read',
    title: 'Reading an app by its key answers with that app',
    covers: ['msg.apps.read'],
    needs: NEEDS,
    uses: [readableApp],
    run: async (t) => {
      const { answer, ...app } = await t.use(readableApp)
      judgeRead(t, 'msg.apps.read', answer, app)
    },
  }),
  defineCheck({
    id: 'msg/apps/read-created',
    title: 'An app created is read back by its key',
    covers: ['msg.apps.read-created', 'msg.apps.read-alike'],
    needs: NEEDS,
    uses: [keptApp, readBack],
    tier: 'write',
    run: async (t) => {
      const { answer: creation, ...app } = await t.use(keptApp)
      const read = await t.use(readBack)
      judgeRead(t, 'msg.apps.read-created', read, { ...app, creation })
      judgeAlike(t, creation, read)
    },
  }),

  // Errors: 404 for what does not exist, 403 where a deployment hides that.
  defineCheck({
    id: 'msg/apps/missing',
    title: 'Reading an app_key that does not exist answers 404',
    covers: ['msg.apps.missing'],
    needs: NEEDS,
    uses: [madeApp],
    cost: { requests: { bound: 1 } },
    run: async (t) => {
      const made = t.permits('write') ? await t.use(madeApp).catch(() => undefined) : undefined
      const known = made?.key ?? t.service.appKey
      // All but its end is the same, so that an early stop shows.
      const key = known === undefined ? t.fresh('app') : nearMiss(t, known)
      const answer = await readApp(t, developer(t), key, 'unknown app_key')
      // Without a key to go by, its form may be what is wrong.
      t.judge('msg.apps.missing', answer, known === undefined ? invalid(404, 403) : status(404, 403))
    },
  }),

  // Errors: what belongs to another user is out of reach.
  defineCheck({
    id: 'msg/apps/foreign',
    title: 'An app is not shown to another user',
    covers: ['msg.apps.foreign'],
    needs: [...NEEDS, 'messaging.keys.otherUser'],
    uses: [keptApp, readBack],
    tier: 'write',
    cost: { requests: { otherUser: 1 } },
    run: async (t) => {
      t.control(await t.use(readBack), status('2xx'))
      const { key } = await t.use(keptApp)
      const answer = await readApp(t, otherUser(t), key, "another user's app")
      t.judge('msg.apps.foreign', answer, kept(answer))
    },
  }),
]
