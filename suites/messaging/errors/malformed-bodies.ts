import type { Check } from '../../../kit/check/check.ts'
import { pathSegment } from '../../../kit/check/path-segment.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, soft, status } from '../../../kit/match/index.ts'
import { invalid, isSuccess } from '../client/answers.ts'
import { APP_CREATE, developer, MARK_READ, postBytes, RESEND, SEND, user } from '../client/api.ts'
import { drawn } from '../client/drawn.ts'
import { judgeSpare, spare } from '../client/spare.ts'
import { conversationId } from '../conversations/conversation-id.ts'
import { markReadFixtures } from '../conversations/mark-read-fixture.ts'
import { type CheckContext, defineCheck } from '../define.ts'

interface Place {
  readonly operation: string
  readonly path: string
  /** JSON that ends before its end. */
  readonly cut: string
  /** Whether the body has a member that is required. */
  readonly requires: boolean
  /** What a body that is no object contradicts. */
  readonly noObject: 'msg.error.malformed-body' | 'msg.otp.not-an-object'
}

/** JSON that is whole and no object. */
const NO_OBJECTS = ['[]', '[1]', '"text"', '7', 'true', 'null']

/** Bodies of other kinds, none of which holds what is required. */
const OTHER_TYPES = [
  { type: 'text/plain', body: '{}' },
  { type: 'application/x-www-form-urlencoded', body: 'a=b' },
  { type: 'application/xml', body: '<a/>' },
] as const

const JSON_TYPE = 'application/json'

/** The endpoints that take a body, as far as the target file lets them be asked. */
function places(t: CheckContext): readonly Place[] {
  const noObject = 'msg.error.malformed-body'
  const resend = {
    operation: RESEND,
    path: '/v1/otp/resend',
    cut: '{"phone_number":"25',
    requires: true,
    noObject: 'msg.otp.not-an-object',
  } as const
  const app = {
    operation: APP_CREATE,
    path: '/v1/developer_apps',
    cut: '{"app_name":"Assay"',
    requires: true,
    noObject,
  } as const
  const send = {
    operation: SEND,
    path: '/v1/message/send-instant',
    cut: '{"content":"x","recip',
    requires: true,
    noObject,
  } as const
  const read = (id: string): Place => ({
    operation: MARK_READ,
    path: `/v1/whatsapp/conversations/${pathSegment(id)}/read`,
    cut: '{"up_to":',
    requires: false,
    noObject,
  })
  return [
    resend,
    ...(t.has('messaging.bearer') ? [app] : []),
    send,
    ...(t.has('messaging.fixtures.conversation') && t.permits('write') ? [read(conversationId(t))] : []),
  ]
}

/** Where a body may be left out, one that cannot be read may count as none. */
const refusedAt = ({ requires }: Place): Matcher<Exchange> =>
  matcher(invalid().expected, (answer) =>
    !requires && isSuccess(answer)
      ? soft(cameBack(answer), 'a body that cannot be read may count as none')
      : invalid().test(answer),
  )

export const malformedBodies: readonly Check[] = [
  // What the service does: JSON bodies. Errors: validation failed. What a framework answers by itself is an answer too.
  defineCheck({
    id: 'msg/errors/malformed-bodies',
    title: 'Bodies that are cut off, no object or of another media type are refused on every endpoint',
    covers: ['msg.error.malformed-body', 'msg.error.media-type', 'msg.otp.not-an-object'],
    needs: ['messaging'],
    uses: [markReadFixtures],
    tier: 'refuse',
    cost: {
      requests: {
        bound: 2 + NO_OBJECTS.length + OTHER_TYPES.length,
        unbound: 2 * (1 + NO_OBJECTS.length + OTHER_TYPES.length),
      },
      typical: { requests: { bound: 4, unbound: 6 }, isSample: true },
    },
    async run(t) {
      const found = places(t)
      // What is marked read by mistake was marked before.
      if (found.some(({ operation }) => operation === MARK_READ)) await t.use(markReadFixtures)
      for (const place of found) {
        const { operation, path, cut, requires } = place
        const key = operation === RESEND || operation === MARK_READ ? user(t) : spare(t)
        const as = operation === APP_CREATE ? { ...developer(t), ...key } : key
        const post = (body: string, type: string, label: string): Promise<Exchange> =>
          postBytes(t, as, { operation, path, body: Buffer.from(body), type, label })
        judgeSpare(t, 'msg.error.malformed-body', await post(cut, JSON_TYPE, 'JSON that is cut off'), refusedAt(place))
        if (!requires) continue
        for (const body of drawn(t, NO_OBJECTS, 1))
          judgeSpare(t, place.noObject, await post(body, JSON_TYPE, `the body ${body}`), invalid())
        for (const { type, body } of drawn(t, OTHER_TYPES, 1))
          judgeSpare(t, 'msg.error.media-type', await post(body, type, `a body of ${type}`), status('4xx'))
      }
    },
  }),
]
