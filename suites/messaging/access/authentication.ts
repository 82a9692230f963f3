import type { Check } from '../../../kit/check/check.ts'
import type { Depth } from '../../../kit/check/depth.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { type Exchange, header } from '../../../kit/http/exchange.ts'
import { cameBack, status } from '../../../kit/match/index.ts'
import { invalid, isSuccess, statusOf } from '../client/answers.ts'
import {
  APP_CREATE,
  APP_READ,
  CAMPAIGN,
  type Caller,
  CONVERSATION,
  createApp,
  listSenders,
  listWorkspaces,
  MARK_READ,
  markRead,
  RESEND,
  readApp,
  readCampaign,
  readConversation,
  resend,
  SENDERS,
  WORKSPACES,
} from '../client/api.ts'
import { nearMiss } from '../client/near-miss.ts'
import { isInOtherWords } from '../client/wording.ts'
import {
  A_KEY,
  type CheckContext,
  type Claim,
  defineCheck,
  defineRule,
  type FixtureContext,
  lineFor,
  type RequirementId,
} from '../define.ts'
import { given } from '../otp/story/callers.ts'
import { codesAtStart } from '../otp/story/inbox.ts'
import { strangeId } from '../resources/own-records.ts'

const BEARER: readonly string[] = [APP_CREATE, APP_READ, CAMPAIGN]
const NEEDS_NO_TOKEN: readonly string[] = [RESEND, CONVERSATION, MARK_READ, SENDERS, WORKSPACES]

export interface Endpoint {
  readonly name: string
  readonly covers: RequirementId
  readonly bearer?: true
  /** It would change something: without a permission to write it is sent with a second defect. */
  readonly writes?: true
  send(t: FixtureContext, as: Caller, label: string): Promise<Exchange>
}

const campaignOf = (t: FixtureContext): string => t.service.fixtures?.campaign ?? strangeId()

/** A resend in which only the key is wanting; without a number that may be written to, nothing that could be sent. */
async function strangerResend(t: FixtureContext, as: Caller, label: string): Promise<Exchange> {
  const { fixtures, bodies } = t.service
  // Where a stranger is let in after all, the codes of the run stay what they are.
  const phone = given(t, 'secondPhone', 'phone_number') ?? fixtures?.phones?.otp
  if (phone === undefined || !t.has('allow.messages')) return resend(t, as, {}, { label, expects: 'impossible' })
  await t.use(codesAtStart)
  return resend(t, as, { ...bodies?.otpResend, phone_number: phone }, { label, expects: 'refused' })
}

/** The listed endpoints, each with a request in which nothing is wrong but its key. */
export const endpoints: readonly Endpoint[] = [
  { name: 'resend', covers: 'msg.auth.key-required-resend', writes: true, send: strangerResend },
  {
    name: 'conversation',
    covers: 'msg.auth.key-required-conversation',
    send: (t, as, label) => readConversation(t, as, t.service.fixtures?.conversation ?? strangeId(), label),
  },
  {
    name: 'mark-read',
    covers: 'msg.auth.key-required-read',
    // A time before every message: nothing is marked, whoever is let in.
    send: (t, as, label) => {
      const id = t.service.fixtures?.conversation ?? strangeId()
      return markRead(t, as, id, { up_to: '2000-01-01T00:00:00Z' }, label)
    },
  },
  {
    name: 'app-create',
    covers: 'msg.auth.key-required-app-create',
    bearer: true,
    writes: true,
    send: (t, as, label) => createApp(t, as, t.permits('write') ? { app_name: t.fresh('app') } : {}, label),
  },
  {
    name: 'app-read',
    covers: 'msg.auth.key-required-app-read',
    bearer: true,
    send: (t, as, label) => readApp(t, as, t.service.appKey ?? t.fresh('app'), label),
  },
  { name: 'senders', covers: 'msg.auth.key-required-senders', send: (t, as, label) => listSenders(t, as, '', label) },
  {
    name: 'campaign',
    covers: 'msg.auth.key-required-campaign',
    bearer: true,
    send: (t, as, label) => readCampaign(t, as, campaignOf(t), label),
  },
  {
    name: 'workspaces',
    covers: 'msg.auth.key-required-workspaces',
    send: (t, as, label) => listWorkspaces(t, as, label),
  },
]

/** Where an unknown key is tried: one read alone, at full depth every endpoint. */
export const isTried = (depth: Depth, { name }: Endpoint): boolean => depth === 'deep' || name === 'senders'

/** The token alone, so that the key is all that is wanting. */
function tokenAlone(t: FixtureContext): Caller {
  const token = t.service.bearer
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

/** Whether the key is all that is wrong with the request of an endpoint. */
export function isClean(t: CheckContext, { name, writes }: Pick<Endpoint, 'name' | 'writes'>): boolean {
  if (name === 'resend') return t.has('allow.messages') && t.has('messaging.fixtures.phones.otp')
  return writes !== true || t.permits('write')
}

/** A key that looks like that of the target and is none: all but its end is the same, so that an early stop shows. */
function unknownKey(t: FixtureContext): string {
  const { bound, unbound } = t.service.keys ?? {}
  const known = bound ?? unbound ?? ''
  return nearMiss(t, known)
}

/** What a resend without a right key may bring about all the same. */
const TAKEN = { spends: { messages: 1 }, typical: { spends: { messages: 0 } } } as const

const ofEndpoint = (endpoint: Endpoint): Check =>
  defineCheck({
    id: `msg/authentication/missing-key-${endpoint.name}`,
    title: `Without X-API-Key ${endpoint.name} answers 401`,
    covers: [endpoint.covers],
    needs: ['messaging', ...(endpoint.bearer === true ? ['messaging.bearer' satisfies Claim as Claim] : [])],
    ...(endpoint.name === 'resend' && { uses: [codesAtStart] }),
    cost: { requests: { none: 1 }, ...(endpoint.name === 'resend' && TAKEN) },
    run: async (t) => {
      const as = endpoint.bearer === true ? tokenAlone(t) : {}
      t.judge(endpoint.covers, await endpoint.send(t, as, 'no key'), isClean(t, endpoint) ? status(401) : invalid(401))
    },
  })

const KEYS: readonly string[] = ['bound', 'unbound']

/** Requests in which nothing that authentication looks at is wanting. */
function isWhole(t: CheckContext, { operation, key, request, response }: Exchange): boolean {
  if (response === undefined || !KEYS.includes(key)) return false
  if (operation === RESEND && key === 'unbound') {
    // An unbound key names its app in exactly one place.
    return (header(request.headers, 'X-App-ID') === undefined) === request.body.includes('"app_key"')
  }
  if (!BEARER.includes(operation)) return operation !== ''
  return header(request.headers, 'Authorization') === `Bearer ${t.service.bearer}`
}

/** Endpoints that take a body. */
const WRITING: readonly string[] = [RESEND, MARK_READ, APP_CREATE]

/** More than one, and most of those that came to nothing. */
const isMost = (some: readonly Exchange[], all: readonly Exchange[]): boolean =>
  some.length > 1 && some.length * 2 > all.filter((each) => !isSuccess(each)).length

const isTheSameCaller = (one: Exchange, other: Exchange): boolean =>
  one.key === other.key &&
  header(one.request.headers, 'Authorization') === header(other.request.headers, 'Authorization')

/** Whether the same endpoint let the same key in at another time without a token: then none was what it wanted. */
const isServed = ({ operation, key }: Exchange, all: readonly Exchange[]): boolean =>
  all.some(
    (each) =>
      each.operation === operation &&
      each.key === key &&
      statusOf(each) < 400 &&
      header(each.request.headers, 'Authorization') === undefined,
  )

export const authentication: readonly Check[] = [
  // Authentication: every endpoint needs X-API-Key; a missing one answers 401, also where a header is a validated field.
  ...endpoints.map(ofEndpoint),

  // Authentication: an invalid key answers 401.
  defineCheck({
    id: 'msg/authentication/unknown-key',
    title: 'An unknown X-API-Key answers 401',
    covers: ['msg.auth.key-invalid'],
    needs: ['messaging'],
    uses: [codesAtStart],
    sendsFor: ['msg.auth.refused-sends-none'],
    cost: {
      requests: { none: endpoints.length + 1 },
      ...TAKEN,
      typical: { requests: { none: 1 }, ...TAKEN.typical },
    },
    run: async (t) => {
      const key = unknownKey(t)
      for (const endpoint of endpoints.filter((each) => isTried(t.depth, each))) {
        if (endpoint.bearer === true && !t.has('messaging.bearer')) continue
        const as = { ...(endpoint.bearer === true ? tokenAlone(t) : {}), key }
        const answer = await endpoint.send(t, as, 'unknown key')
        t.judge('msg.auth.key-invalid', answer, isClean(t, endpoint) ? status(401) : invalid(401))
      }
      if (t.depth === 'deep')
        t.judge('msg.auth.key-invalid', await listSenders(t, { key: '' }, '', 'empty key'), status(401))
    },
  }),

  // Authentication: a key that is valid is let in. A token that is asked for beside it is the next rule's matter.
  defineRule({
    id: 'msg/authentication/key-accepted',
    title: 'A live X-API-Key is let in',
    covers: ['msg.auth.key-accepted'],
    judgedWith: { 'msg.auth.key-accepted': A_KEY },
    run: async (t) => {
      if (!t.has('messaging.keys.bound') && !t.has('messaging.keys.unbound')) {
        t.markUnexercised(
          'msg.auth.key-accepted',
          'not claimed',
          'no key of a user is named',
          lineFor('messaging.keys.bound'),
        )
        return
      }
      const tally = new Tally(t, 'msg.auth.key-accepted', 'any answer but 401')
      for (const name of KEYS) {
        const asked = t.exchanges().filter((each) => each.key === name && isWhole(t, each))
        const [first] = asked
        const letIn = asked.filter((each) => statusOf(each) !== 401)
        if (letIn.length > 0) tally.agree(letIn)
        else if (first !== undefined)
          tally.contradict({ subject: `the key ${name}`, actual: cameBack(first), evidence: asked.slice(0, 3) })
      }
      tally.close('no request with a live key was answered in this run')
    },
  }),

  // Errors: 401 is a missing or invalid key. A live one is none, whatever else is wrong with its request.
  defineRule({
    id: 'msg/authentication/key-beside-defects',
    title: 'A live X-API-Key is let in beside other defects',
    covers: ['msg.auth.key-accepted'],
    judgedWith: { 'msg.auth.key-accepted': A_KEY },
    run: async (t) => {
      const tally = new Tally(t, 'msg.auth.key-accepted', 'any answer but 401, as the same key and token had')
      const conversation = t.service.fixtures?.conversation
      const isOwn = ({ operation, request }: Exchange): boolean =>
        operation !== MARK_READ || (conversation !== undefined && request.url.includes(conversation))
      const sent = t.exchanges().filter((each) => {
        const namesApp = each.operation === RESEND && each.key !== 'bound'
        return WRITING.includes(each.operation) && isWhole(t, each) && isOwn(each) && !namesApp
      })
      for (const each of sent) {
        const alike = sent.filter(({ operation, key }) => operation === each.operation && key === each.key)
        const letIn = alike.filter((other) => isSuccess(other))
        // How a request is written is judged apart.
        const turnedAway = alike.filter((other) => statusOf(other) === 401 && !isInOtherWords(other))
        // A token may run out, and a look at the keys may fail once: the key was let in before, and is so again.
        const [before] = letIn.filter(({ endedAt }) => endedAt <= each.sentAt)
        const again = t
          .exchanges()
          .find((other) => isTheSameCaller(each, other) && isSuccess(other) && other.sentAt >= each.endedAt)
        if (statusOf(each) !== 401) tally.agree([each])
        // A bad moment meets few of them; who takes defects for a bad key does so with most.
        else if (turnedAway.includes(each) && isMost(turnedAway, alike) && before !== undefined && again !== undefined)
          tally.contradict({ subject: subjectOf(each), actual: cameBack(each), evidence: [each, before, again] })
      }
      tally.close('no request with a body was answered in this run')
    },
  }),

  // Endpoints: only three are marked Bearer; the others are reached by the key alone.
  defineRule({
    id: 'msg/authentication/token-not-needed',
    title: 'Endpoints that are not marked Bearer answer without an access token',
    covers: ['msg.auth.bearer-not-needed'],
    run: async (t) => {
      const tally = new Tally(t, 'msg.auth.bearer-not-needed', 'any answer but 401')
      const whole = t.exchanges().filter((each) => isWhole(t, each))
      const known = new Set(whole.filter((each) => statusOf(each) !== 401).map(({ key }) => key))
      for (const each of whole) {
        if (!NEEDS_NO_TOKEN.includes(each.operation) || !known.has(each.key)) continue
        if (header(each.request.headers, 'Authorization') !== undefined) continue
        if (statusOf(each) === 401 && !isServed(each, whole))
          tally.contradict({ subject: subjectOf(each), actual: cameBack(each), evidence: [each] })
        else if (statusOf(each) < 400) tally.agree([each])
      }
      tally.close('none of these endpoints was answered with a live key alone in this run')
    },
  }),
]
