import type { Check } from '../../../kit/check/check.ts'
import { pathSegment } from '../../../kit/check/path-segment.ts'
import type { SendRequest } from '../../../kit/http/client.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { cameBack, lenient, type Matcher } from '../../../kit/match/index.ts'
import { NO_UUID, randomUuid } from '../access/identifiers.ts'
import { liveKey } from '../client/api.ts'
import { freshKey } from '../client/bodies.ts'
import { envelope } from '../client/error-matchers.ts'
import { sampleOf } from '../creation/refusals/wrong-members.ts'
import { type CheckContext, defineCheck } from '../define.ts'

/** A request that is wrong before an endpoint has looked at it. */
interface Astray {
  readonly label: string
  readonly method: string
  readonly path: string
  readonly contentType?: string
  readonly body?: string
}

/** No JSON in whatever media type: no reader executes it. */
const CUT_OFF = '{"amount":'

const REFRESH_CUT_OFF = 'a refresh with a body cut off'

/** To listed endpoints. What they answer to another media type than JSON is open, but for its form. */
const wrongTypes: readonly Astray[] = [
  {
    label: 'text/plain and a body cut off',
    method: 'POST',
    path: '/payments',
    contentType: 'text/plain',
    body: CUT_OFF,
  },
  { label: 'no Content-Type and a body cut off', method: 'POST', path: '/payments', body: CUT_OFF },
  {
    label: 'a form of an amount alone',
    method: 'POST',
    path: '/payments',
    contentType: 'application/x-www-form-urlencoded',
    body: 'amount=1',
  },
  {
    label: 'XML of an amount alone',
    method: 'POST',
    path: '/payments',
    contentType: 'application/xml',
    body: '<amount>1</amount>',
  },
  {
    label: 'a charset that is none and a body cut off',
    method: 'POST',
    path: '/payments',
    contentType: 'application/json; charset=none',
    body: CUT_OFF,
  },
  {
    label: REFRESH_CUT_OFF,
    method: 'POST',
    path: `/payments/${NO_UUID}/refresh`,
    contentType: 'application/json',
    body: CUT_OFF,
  },
]

/** What is not listed. Nothing is there to be changed: ids are made up. */
const unlisted = (id: string): readonly Astray[] => [
  { label: 'an unknown path', method: 'GET', path: '/no-such-path' },
  { label: 'an unknown path below a payment', method: 'GET', path: `/payments/${pathSegment(id)}/no-such-path` },
  { label: 'an unknown method', method: 'DELETE', path: `/payments/${pathSegment(id)}` },
  { label: 'another unknown method', method: 'PATCH', path: `/payments/${pathSegment(id)}` },
  { label: 'an escape that is none', method: 'GET', path: '/payments/%zz' },
]

/** Given by what stands in front of a service, whoever wrote it: too long, too large, without a length, not to be read. */
const OF_GATEWAYS: readonly number[] = [405, 406, 411, 413, 414, 415, 431]

/** Operations are those of the document only, so that rules on them leave these requests alone. */
function request(t: CheckContext, { label, method, path, contentType, body }: Astray): SendRequest {
  const key = liveKey(t)
  return {
    method,
    url: `${t.service.baseUrl}/api/v1${path}`,
    operation: '',
    label,
    headers: [
      ['Authorization', `Bearer ${key.value}`],
      ['Accept', 'application/json'],
      ...(method === 'POST' ? ([['Idempotency-Key', freshKey(t)]] as const) : []),
      ...(contentType === undefined ? [] : ([['Content-Type', contentType]] as const)),
    ],
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
    key: key.name,
  }
}

const isError = ({ response }: Exchange): boolean => (response?.status ?? 0) >= 400

/** A page of a router, a server library or a gateway: the service itself answers in JSON, and was not asked. */
const isPage = ({ response }: Exchange): boolean =>
  (response?.body.length ?? 0) === 0 || typeof json(response) !== 'object'

function expectedOf({ response }: Exchange): Matcher<Exchange> {
  const isOfGateway = OF_GATEWAYS.includes(response?.status ?? 0)
  return isOfGateway ? lenient(envelope, 'a gateway may have answered in place of the service') : envelope
}

/** Judges what answers to requests for what is not listed; false where only pages came. */
async function asks(t: CheckContext, astray: readonly Astray[]): Promise<boolean> {
  const id = 'pay.error.envelope-elsewhere'
  let judged = false
  for (const each of astray) {
    const answer = await t.send(request(t, each))
    t.observe('pay.open.unknown-routes', `${each.method}, ${each.label}: ${cameBack(answer)}`, [answer])
    if (!isError(answer)) t.markUnexercised(id, 'not met', `${each.label} came to ${cameBack(answer)}`)
    else if (isPage(answer))
      t.markInapplicable(
        id,
        `${each.label} is answered with no error of the service: by its router, or by what stands before it`,
        [answer],
      )
    else {
      t.judge(id, answer, expectedOf(answer))
      judged = true
    }
  }
  return judged
}

export const errorReach: readonly Check[] = [
  // Errors: every error response uses the envelope, also that of a body which no endpoint has read.
  defineCheck({
    id: 'pay/validation/media-types',
    title: 'Bodies of other media types are refused in the error envelope',
    covers: ['pay.error.envelope'],
    needs: ['payment.keys.live'],
    tier: 'refuse',
    yields: true,
    cost: {
      requests: { live: 6 },
      spends: { payments: 6 },
      typical: { requests: { live: 1 }, spends: { payments: 0 }, isSample: true },
    },
    async run(t) {
      for (const each of sampleOf(t, wrongTypes, 1)) {
        const answer = await t.send(request(t, each))
        // Nothing here could be executed, so a refusal may be one of the body: the label says what was sent.
        if (each.label !== REFRESH_CUT_OFF)
          t.observe('pay.open.content-type', `${each.label}: ${cameBack(answer)}`, [answer])
        if (isError(answer)) t.judge('pay.error.envelope', answer, expectedOf(answer))
        else t.markUnexercised('pay.error.envelope', 'not met', `${each.label} came to ${cameBack(answer)}`)
      }
    },
  }),

  // The same of what is not listed, which a framework may answer by itself.
  defineCheck({
    id: 'pay/error-envelope/unlisted',
    title: 'Errors of unknown paths and methods use the envelope',
    covers: ['pay.error.envelope-elsewhere'],
    needs: ['payment.keys.live'],
    tier: 'refuse',
    yields: true,
    cost: { requests: { live: 5 }, typical: { requests: { live: 1 }, isSample: true } },
    async run(t) {
      const all = unlisted(randomUuid(t))
      const sample = sampleOf(t, all, 1)
      const judged = await asks(t, sample)
      // Servers in front of a service answer escapes and methods themselves, and hand every path on.
      if (!judged) await asks(t, all.filter((each) => !sample.includes(each)).slice(0, 1))
    },
  }),
]
