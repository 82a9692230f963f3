import { randomUUID } from 'node:crypto'
import type { Key } from '../../../kit/check/context.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack } from '../../../kit/match/index.ts'
import { PROFILE, READ, REFRESH } from '../client/api.ts'
import type { FixtureContext } from '../define.ts'
import { troubleIn } from '../service/trouble.ts'

/** Limits: 60 requests per minute per API key. */
export const PER_MINUTE = 60

type Probe = (t: FixtureContext, key: Key, label: string, id?: string) => Promise<Exchange>

const probing =
  (method: 'GET' | 'POST', operation: string, path: string): Probe =>
  (t, key, label, id = randomUUID()) =>
    t.send({
      method,
      url: `${t.service.baseUrl}/api/v1/payments/${id}${path}`,
      operation,
      label,
      headers: [
        ['Authorization', `Bearer ${key.value}`],
        ['Accept', 'application/json'],
      ],
      key: key.name,
      expects429: true,
    })

/** A read of a payment that does not exist, unless one is named: it costs nobody anything but the request. */
export const probe = probing('GET', READ, '')

/** Probes of a burst that are under way together. */
export const AT_ONCE = 6

/** Together, and all answered before anything follows: so their evidence tells which of them were sent before which. */
export const round = (t: FixtureContext, key: Key, label: string, atOnce = AT_ONCE): Promise<Exchange[]> =>
  Promise.all(Array.from({ length: atOnce }, () => probe(t, key, label)))

/** Why a 429 within the first minute of a run says nothing of how many requests a key is given. */
export const USED_BEFORE =
  'a 429 came within the first minute of the run, in which the requests of a minute before it count as well'

/** Whether a run had sent its first request by a moment, ms since the epoch: what a key was used for before is not known. */
export const hadBegun = (t: FixtureContext, moment: number): boolean =>
  t.exchanges().some(({ service, sentAt }) => service === 'payment' && sentAt <= moment)

/** Enough to go over the limit. */
export const OVER = PER_MINUTE + AT_ONCE

/** Of a window, how much a burst may take. */
const PART = 0.5
/** Reads that tell how long an answer takes. */
const RECENT = 15

/** How long an answer to a read took of late, ms. */
export function latencyMs(exchanges: readonly Exchange[]): number {
  const recent = exchanges.filter(({ operation, response }) => operation === READ && response !== undefined)
  const took = recent.slice(-RECENT).map(({ sentAt, endedAt }) => endedAt - sentAt)
  return took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0
}

/** How many probes are under way together, so that enough of them come within a part of one window however long answers take. */
export function widthOf(latency: number, windowMs: number): number {
  const rounds = Math.floor((PART * windowMs) / Math.max(1, latency))
  return Math.min(OVER, Math.max(AT_ONCE, Math.ceil(OVER / Math.max(1, rounds))))
}

/**
 * From the first of these being sent until the last was answered, ms. What is sent next depends on recorded times alone:
 * a clock that is read later shows more, and whoever judges the evidence again could not read it.
 */
export const spanMs = (exchanges: readonly Pick<Exchange, 'sentAt' | 'endedAt'>[]): number =>
  exchanges.length === 0 ? 0 : Math.max(...exchanges.map(({ endedAt }) => endedAt)) - beginOf(exchanges)

/** When the first of these was sent. */
export const beginOf = (exchanges: readonly Pick<Exchange, 'sentAt'>[]): number =>
  Math.min(...exchanges.map(({ sentAt }) => sentAt))

/** A refresh of a payment that does not exist. */
export const refreshProbe = probing('POST', REFRESH, '/refresh')

/**
 * The body of the last update of the profile that was taken: sent once more it changes nothing, and nobody has a reason to
 * refuse it but the rate. Undefined where the run has updated none.
 */
export const profileInForce = (t: FixtureContext): Buffer | undefined =>
  t
    .exchanges()
    .filter((each) => each.operation === PROFILE && each.key.startsWith('live[') && isTaken(each))
    .toSorted((a, b) => b.endedAt - a.endedAt)[0]?.request.body

const isTaken = ({ response }: Exchange): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300

/** An update of the profile to what it is. */
export const profileProbe = (t: FixtureContext, key: Key, body: Buffer, label: string): Promise<Exchange> =>
  t.send({
    method: 'PUT',
    url: `${t.service.baseUrl}/api/v1/merchants/me`,
    operation: PROFILE,
    label,
    headers: [
      ['Authorization', `Bearer ${key.value}`],
      ['Content-Type', 'application/json'],
      ['Accept', 'application/json'],
    ],
    body,
    key: key.name,
    expects429: true,
  })

/** A read without a key: no limit of a key counts it. */
export const anonymousProbe = (t: FixtureContext, label: string): Promise<Exchange> =>
  t.send({
    method: 'GET',
    url: `${t.service.baseUrl}/api/v1/payments/${randomUUID()}`,
    operation: READ,
    label,
    headers: [['Accept', 'application/json']],
    key: '',
    expects429: true,
  })

export const isLimited = ({ response }: Exchange): boolean => response?.status === 429

/** Answered, neither by the limiter nor by somebody before it who counts nothing. */
export const isServed = (exchange: Exchange): boolean =>
  exchange.response !== undefined && !isLimited(exchange) && troubleIn(exchange, 'pay.rate.limited') === undefined

/** What came back how often: `58 times 200, 2 times 503 RATE_LIMIT_EXCEEDED`. */
export function answersTo(exchanges: readonly Exchange[]): string {
  const counts = new Map<string, number>()
  for (const each of exchanges) counts.set(cameBack(each), (counts.get(cameBack(each)) ?? 0) + 1)
  return [...counts].map(([answer, many]) => `${many} time${many === 1 ? '' : 's'} ${answer}`).join(', ')
}
