import type { Check } from '../../../kit/check/check.ts'
import type { Cell } from '../../../kit/check/verdicts/judgement.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, matcher, no, ok, status } from '../../../kit/match/index.ts'
import {
  askedElsewhere,
  type Endpoint,
  judgeElsewhere,
  missingOf,
  type Prefixes,
  tallyEndpoints,
} from '../../shared/elsewhere.ts'
import { isSuccess, statusOf } from '../client/answers.ts'
import {
  APP_CREATE,
  APP_READ,
  CAMPAIGN,
  CONVERSATION,
  developer,
  MARK_READ,
  otherForm,
  RESEND,
  SEND,
  SENDERS,
  WORKSPACES,
} from '../client/api.ts'
import { OBSERVED } from '../client/observed.ts'
import { purposeOf } from '../client/wording.ts'
import { type CheckContext, defineCheck, defineRule } from '../define.ts'
import { ownCampaign } from '../resources/own-records.ts'
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
  const { pathname } = new URL(request.url)
  // The tag that evidence has in its place is not percent-encoded.
  return known !== undefined && [encodeURIComponent(known), known].some((each) => pathname.includes(each))
}

const answers = matcher<Exchange>('2xx, or a redirect to the other form', (exchange) =>
  isSuccess(exchange) || [301, 302, 307, 308].includes(statusOf(exchange)) ? ok : no(cameBack(exchange)),
)

/** The endpoints whose row has no slash, while their example has one. */
const EITHER: readonly string[] = [APP_CREATE, CAMPAIGN]
const isSlashed = ({ request }: Exchange): boolean => new URL(request.url).pathname.endsWith('/')
const formOf = (exchange: Exchange): Cell => ({ form: `${exchange.operation}${isSlashed(exchange) ? '/' : ''}` })
/** What a request asks for, in whichever form and words. */
const purpose = ({ operation, key, label }: Exchange): string => [operation, key, purposeOf(label)].join(' ')
const PREFIXES: Prefixes = { promised: '/v1', others: ['/v2', '/api/v1', '/api', ''] }

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

export const paths: readonly Check[] = [
  // Endpoints: a trailing slash appears in the usage examples of three endpoints, and in the row of the workspace list
  // alone. What is asked of the other two anyway shows both forms of their paths.
  defineRule({
    id: 'msg/paths/either-form',
    title: 'App creation and campaign answer at the path of the table and at that of the example',
    covers: ['msg.endpoints.trailing-slash'],
    observes: OBSERVED.app,
    run: async (t) => {
      const tally = new Tally(t, 'msg.endpoints.trailing-slash', answers.expected)
      const asked = t.exchanges().filter(({ operation }) => EITHER.includes(operation))
      for (const each of asked) {
        // The same request in the other form is answered: it is the form that is not there.
        const served = asked.find(
          (other) => purpose(other) === purpose(each) && isSlashed(other) !== isSlashed(each) && isSuccess(other),
        )
        if (answers.test(each).ok) tally.agree([each], undefined, formOf(each))
        else if (served !== undefined && [404, 405].includes(statusOf(each)))
          tally.contradict({
            subject: subjectOf(each),
            actual: `${cameBack(each)} at ${new URL(each.request.url).pathname.replace(/[^/]{20,}/, '…')}`,
            evidence: [each, served],
            at: formOf(each),
          })
      }
      tally.close('neither of the two endpoints was answered in this run')
    },
  }),

  // The same of the campaign, whose other form the seed left out.
  defineCheck({
    id: 'msg/paths/trailing-slash',
    title: 'A campaign is read with a trailing slash as well as without',
    covers: ['msg.endpoints.trailing-slash'],
    needs: ownCampaign.needs,
    uses: [ownCampaign],
    depth: 'deep',
    cost: { requests: { bound: 1 } },
    run: async (t) => {
      const answer = await t.use(ownCampaign)
      t.control(answer, status('2xx'))
      const other = await otherForm(t, developer(t), answer, 'the other form of the path')
      const form = isSlashed(answer) ? 'with' : 'without'
      const seen = `${answer.operation} ${form} a slash; the other form: ${cameBack(other)}`
      t.observe('msg.open.trailing-slash', seen, [answer, other])
      t.judge('msg.endpoints.trailing-slash', other, answers, formOf(other))
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
      await judgeElsewhere(t, 'msg.version.prefix', t.service.baseUrl ?? '', missingOf(endpoints(t)), PREFIXES)
    },
  }),

  // An endpoint stands there once anything but a missing path was answered.
  defineRule({
    id: 'msg/paths/prefix',
    title: 'The endpoints stand under /v1',
    covers: ['msg.version.prefix'],
    run: async (t) => {
      const tally = new Tally(t, 'msg.version.prefix', 'an endpoint')
      tallyEndpoints(tally, endpoints(t))
      tally.close('no endpoint was answered in this run')
    },
  }),
]
