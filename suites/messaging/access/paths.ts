import type { Check } from '../../../kit/check/check.ts'
import { Tally } from '../../../kit/check/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, matcher, no, ok, status } from '../../../kit/match/index.ts'
import { askedElsewhere, judgeElsewhere, type Prefixes } from '../../shared/elsewhere.ts'
import { isSuccess, statusOf } from '../client/answers.ts'
import {
  APP_CREATE,
  APP_READ,
  CAMPAIGN,
  CONVERSATION,
  MARK_READ,
  otherForm,
  RESEND,
  SEND,
  SENDERS,
  user,
  WORKSPACES,
} from '../client/api.ts'
import { type CheckContext, defineCheck, defineRule } from '../define.ts'
import { allWorkspaces } from '../resources/own-records.ts'
import type { MessagingSection } from '../service/section.ts'

const OPERATIONS = [RESEND, CONVERSATION, MARK_READ, APP_CREATE, APP_READ, SENDERS, CAMPAIGN, WORKSPACES, SEND] as const

/** Answers that some layer before the endpoint may give as well, and redirects to it. */
const BEFORE_THE_ENDPOINT: readonly number[] = [301, 302, 307, 308, 401, 403, 404, 405, 429]

/** What the path of each endpoint names that surely exists; the others have nothing in their path that might not. */
const NAMED: Readonly<Record<string, (target: MessagingSection) => string | undefined>> = {
  [CONVERSATION]: ({ fixtures }) => fixtures?.conversation,
  [MARK_READ]: ({ fixtures }) => fixtures?.conversation,
  [APP_READ]: ({ appKey }) => appKey,
  [CAMPAIGN]: ({ fixtures }) => fixtures?.campaign,
}

/** A 404 or 405 that cannot be the answer to what the path names. */
function saysNoSuchPath({ operation, request, response }: Exchange, target: MessagingSection): boolean {
  if (response?.status === 405) return true
  if (response?.status !== 404) return false
  const named = NAMED[operation]
  if (named === undefined) return true
  const known = named(target)
  return known !== undefined && new URL(request.url).pathname.includes(encodeURIComponent(known))
}

const answers = matcher<Exchange>('2xx, or a redirect to the other form', (exchange) =>
  isSuccess(exchange) || [301, 302, 307, 308].includes(statusOf(exchange)) ? ok : no(cameBack(exchange)),
)

const PREFIXES: Prefixes = { promised: '/v1', others: ['/v2', '/api/v1', '/api', ''] }

interface Endpoint {
  /** An answer that only the endpoint gives, and one that says there is none. */
  readonly stands: Exchange | undefined
  readonly absent: Exchange | undefined
}

function endpoints(t: Pick<CheckContext, 'exchanges' | 'service'>): Endpoint[] {
  const answered = t.exchanges().filter((each) => each.service === 'messaging' && each.response !== undefined)
  return OPERATIONS.map((operation) => {
    const own = answered.filter((each) => each.operation === operation)
    return {
      stands: own.find((each) => !BEFORE_THE_ENDPOINT.includes(statusOf(each))),
      // Without a key the endpoint would have said 401: a layer that knows the path has not spoken.
      absent: own.find((each) => saysNoSuchPath(each, t.service)),
    }
  })
}

const isMissing = ({ stands, absent }: Endpoint): boolean => stands === undefined && absent !== undefined

export const paths: readonly Check[] = [
  // Endpoints: a trailing slash appears in the usage examples of three endpoints. The one that costs a deployment least
  // is asked in its other form; what the other two answered is told where the run met it.
  defineCheck({
    id: 'msg/paths/trailing-slash',
    title: 'The workspace list answers with a trailing slash as well as without',
    covers: ['msg.endpoints.trailing-slash'],
    needs: allWorkspaces.needs,
    uses: [allWorkspaces],
    depth: 'deep',
    cost: { requests: { bound: 1 } },
    run: async (t) => {
      const answer = await t.use(allWorkspaces)
      t.control(answer, status('2xx'))
      const other = await otherForm(t, user(t), answer, 'the other form of the path')
      const form = new URL(answer.request.url).pathname.endsWith('/') ? 'with' : 'without'
      const seen = `${answer.operation} ${form} a slash; the other form: ${cameBack(other)}`
      t.observe('msg.open.trailing-slash', seen, [answer, other])
      t.judge('msg.endpoints.trailing-slash', other, answers)
    },
  }),

  // Versioning: all paths are prefixed /v1. One endpoint that is missing there may stand elsewhere, or nowhere.
  defineCheck({
    id: 'msg/paths/elsewhere',
    title: 'Endpoints that are missing are under no other version',
    covers: ['msg.version.prefix'],
    phase: 'settled',
    cost: { requests: { none: askedElsewhere(OPERATIONS.length, PREFIXES) }, typical: { requests: { none: 0 } } },
    async run(t) {
      const missing = endpoints(t).flatMap((each) =>
        isMissing(each) && each.absent !== undefined ? [each.absent] : [],
      )
      await judgeElsewhere(t, 'msg.version.prefix', t.service.baseUrl ?? '', missing, PREFIXES)
    },
  }),

  // An endpoint stands there once anything but a missing path was answered.
  defineRule({
    id: 'msg/paths/prefix',
    title: 'The endpoints stand under /v1',
    covers: ['msg.version.prefix'],
    run: async (t) => {
      const tally = new Tally(t, 'msg.version.prefix', 'an endpoint')
      const all = endpoints(t)
      // One that is missing beside others that stand is not there, which its own statements tell.
      const isNone = all.every(({ stands }) => stands === undefined)
      for (const { stands, absent } of all) {
        if (stands !== undefined) tally.agree([stands])
        else if (absent !== undefined && isNone)
          tally.contradict({ subject: absent.operation, actual: cameBack(absent), evidence: [absent] })
      }
      tally.close('no endpoint was answered in this run')
    },
  }),
]
