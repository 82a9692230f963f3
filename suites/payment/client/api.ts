import type { Key } from '../../../kit/check/context.ts'
import { pathSegment } from '../../../kit/check/path-segment.ts'
import type { SendRequest } from '../../../kit/http/client.ts'
import { type Exchange, header, json, type RawHeaders } from '../../../kit/http/exchange.ts'
import { valueAt } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { type Spelling, spelledHeaders, spelledJson } from '../../shared/spelling.ts'
import { type FixtureContext, lineFor } from '../define.ts'

export const CREATE = 'POST /api/v1/payments'
export const READ = 'GET /api/v1/payments/{id}'
export const REFRESH = 'POST /api/v1/payments/{id}/refresh'
export const PROFILE = 'PUT /api/v1/merchants/me'

/** How a request presents itself: with a key of the target file, with a header of its own, or without any. */
export type Credentials = Key | { readonly authorization: string } | { readonly apiKey: string } | undefined

export interface Creation {
  readonly label: string
  readonly as: Credentials
  /** JSON, or the very bytes to send. */
  readonly body: JsonObject | Buffer
  /** Absent: the header is not sent. */
  readonly idempotencyKey?: string
  /** `new`: a lawful target makes a payment of it. `refused`: it does not. `replayed`: it answers with an earlier one. */
  readonly expects: 'new' | 'refused' | 'replayed'
  readonly abandonAfterMs?: number
}

const written = new WeakMap<JsonObject, Spelling>()

/** Has a body written in a spelling of its own wherever it is sent: a retry is the same to the byte. */
export function writeAs(body: JsonObject, spelling: Spelling): void {
  written.set(body, spelling)
}

/** The request that creates a payment. */
export function creation(
  t: FixtureContext,
  { label, as, body, idempotencyKey, expects, abandonAfterMs }: Creation,
): SendRequest {
  const spelling = Buffer.isBuffer(body) ? undefined : written.get(body)
  return {
    ...common(t, CREATE, label, as, '/api/v1/payments'),
    headers: spelledHeaders(
      [
        ...authorization(as),
        ['Content-Type', 'application/json'],
        ['Accept', 'application/json'],
        ...(idempotencyKey === undefined ? [] : ([['Idempotency-Key', idempotencyKey]] as const)),
      ],
      spelling,
    ),
    body: Buffer.isBuffer(body) ? body : Buffer.from(spelledJson(body, spelling)),
    // Without a live key nothing can be executed; a test key never moves money, yet it makes records.
    ...(keyName(as) === '' ? {} : { spends: { payments: 1 }, ...(expects === 'new' ? {} : { refund: expects }) }),
    ...(abandonAfterMs === undefined ? {} : { abandonAfterMs }),
  }
}

/** Statuses of a gateway whose service is out for a moment. */
const GATEWAY: readonly number[] = [502, 503, 504]
/** Seconds on the clock of the documents before a request that met one is sent once more. */
const PAUSE = 1

/** A page of a gateway in place of an answer of the service, which names its errors by a code. */
export const isGatewayPage = ({ response }: Exchange): boolean =>
  GATEWAY.includes(response?.status ?? 0) && valueAt(json(response), '/error_code') === undefined

/** Sends what changes nothing by being sent twice: where a gateway answers in place of the service, once more. */
export async function settled(t: FixtureContext, request: SendRequest): Promise<Exchange> {
  const answer = await t.send(request)
  if (!isGatewayPage(answer) || t.signal.aborted) return answer
  await t.pause(t.clock.scaled(PAUSE))
  return t.send(request)
}

export function create(t: FixtureContext, what: Creation): Promise<Exchange> {
  const request = creation(t, what)
  // An answer to a retry is none to a creation.
  return what.expects === 'new' || what.abandonAfterMs !== undefined ? t.send(request) : settled(t, request)
}

export function read(t: FixtureContext, as: Credentials, id: string, label = ''): Promise<Exchange> {
  return settled(t, reading(t, as, id, label))
}

/** Reads once more what read otherwise than it should: a limiter that is met now is waited out. */
export function readAgain(t: FixtureContext, as: Credentials, id: string, label: string): Promise<Exchange> {
  return t.send({ ...reading(t, as, id, label), insists: true })
}

function reading(t: FixtureContext, as: Credentials, id: string, label: string): SendRequest {
  return { ...common(t, READ, label, as, `/api/v1/payments/${pathSegment(id)}`), headers: plain(as) }
}

export function refresh(t: FixtureContext, as: Credentials, id: string, label = ''): Promise<Exchange> {
  return settled(t, {
    ...common(t, REFRESH, label, as, `/api/v1/payments/${pathSegment(id)}/refresh`),
    headers: plain(as),
  })
}

export function updateProfile(
  t: FixtureContext,
  as: Credentials,
  body: JsonObject | Buffer,
  label = '',
  contentType = 'application/json',
): Promise<Exchange> {
  return settled(t, {
    ...common(t, PROFILE, label, as, '/api/v1/merchants/me'),
    headers: [...authorization(as), ['Content-Type', contentType], ['Accept', 'application/json']],
    body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
  })
}

/** The least used live key. Checks that call it name `payment.keys.live` among their needs. */
export function liveKey(t: FixtureContext): Key {
  return (
    t.key('live') ??
    t.abortUnexercised('not claimed', 'the target file names no live key', lineFor('payment.keys.live'))
  )
}

/** Another key of the same merchant: what is the merchant's does not depend on the key. */
export function otherLiveKey(t: FixtureContext, { name }: Key): Key | undefined {
  const names = (t.service.keys?.live ?? []).map((_, at) => `live[${at}]` as const)
  const other = names.find((each) => each !== name)
  return other === undefined ? undefined : t.key(other)
}

function common(t: FixtureContext, operation: string, label: string, as: Credentials, path: string) {
  const base = t.service.baseUrl ?? t.abortUnexercised('not claimed', 'the target file names no payment service')
  const method = operation.slice(0, operation.indexOf(' '))
  return { service: 'payment' as const, method, url: `${base}${path}`, operation, label, key: keyName(as) }
}

function keyName(as: Credentials): string {
  return as !== undefined && 'name' in as ? as.name : ''
}

function authorization(as: Credentials): RawHeaders {
  if (as === undefined) return []
  if ('apiKey' in as) return [['X-API-Key', as.apiKey]]
  return [['Authorization', 'name' in as ? `Bearer ${as.value}` : as.authorization]]
}

function plain(as: Credentials): RawHeaders {
  return [...authorization(as), ['Accept', 'application/json']]
}

/** The Idempotency-Key of a request; empty where it has none. */
export const keyOf = ({ request }: Pick<Exchange, 'request'>): string =>
  header(request.headers, 'Idempotency-Key') ?? ''

/** One merchant's: its live keys share what they made. */
export const merchantOf = ({ key }: Pick<Exchange, 'key'>): string => key.replace(/\[\d+\]$/, '')
