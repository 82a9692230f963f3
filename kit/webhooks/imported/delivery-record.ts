import { steadyNow } from '../../clock/steady.ts'
import { bodyDigest } from '../../http/body-digest.ts'
import { json, type RawHeaders } from '../../http/exchange.ts'
import { nearest } from '../../target/file/nearest.ts'
import type { Answer, Delivery } from '../delivery.ts'

/** One delivery as another listener writes it down. */
export interface DeliveryRecord {
  /** POST when absent. */
  readonly method?: string
  /** What was called: the whole URL, or its path with the query. One of the two. */
  readonly url?: string
  readonly path?: string
  /** Lines in the order and the case of the wire. */
  readonly headers: RawHeaders
  /** The body as text, or its bytes in base64. One of the two; text is taken as UTF-8. */
  readonly body?: string
  readonly bodyBase64?: string
  /** When the request arrived: ISO 8601 with a zone, or milliseconds since 1970. */
  readonly arrivedAt: string | number
  /** Status that it was answered with, where that is known. */
  readonly status?: number
}

const MEMBERS = ['method', 'url', 'path', 'headers', 'body', 'bodyBase64', 'arrivedAt', 'status'] as const
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/
const MOST_SHOWN = 60
/** Milliseconds have so many digits since 1973; fewer are seconds, or no time. */
const LEAST_MS = 1e11

/** What is wrong with a value that should be a record, by its first problem; undefined where nothing is. */
export function recordProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `expected an object, got ${kindOf(value)}`
  const unknown = Object.keys(value).find((name) => !(MEMBERS as readonly string[]).includes(name))
  if (unknown !== undefined) {
    const meant = nearest(unknown, MEMBERS)
    return `${unknown.slice(0, MOST_SHOWN)}: unknown member${meant === undefined ? '' : `; did you mean ${meant}?`} (known: ${MEMBERS.join(', ')})`
  }
  const { method, url, path, headers, body, bodyBase64, arrivedAt, status } = value as Record<string, unknown>
  if ((url === undefined) === (path === undefined)) return 'url, path: expected one of the two'
  if ((body === undefined) === (bodyBase64 === undefined)) return 'body, bodyBase64: expected one of the two'
  for (const [name, text] of Object.entries({ method, url, path, body, bodyBase64 })) {
    if (text !== undefined && typeof text !== 'string') return `${name}: expected a text, got ${kindOf(text)}`
  }
  if (typeof bodyBase64 === 'string' && !BASE64.test(bodyBase64)) return 'bodyBase64: is not base64'
  if (typeof url === 'string' && !URL.canParse(url)) return 'url: expected an absolute URL; path takes the rest of one'
  if (typeof path === 'string' && !path.startsWith('/')) return 'path: expected a path that begins with /'
  if (arrivedAt === undefined) return 'arrivedAt: missing'
  if (momentOf(arrivedAt) === undefined)
    return `arrivedAt: expected ISO 8601 with a zone, or milliseconds since 1970, got ${shown(arrivedAt)}`
  if (status !== undefined && !(Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 599))
    return `status: expected a whole number from 100 to 599, got ${shown(status)}`
  return headersProblem(headers)
}

function headersProblem(headers: unknown): string | undefined {
  const shape = 'expected pairs of name and value as they came, such as [["X-Signature", "sha256=…"]]'
  if (headers === undefined) return 'headers: missing'
  if (!Array.isArray(headers)) return `headers: ${shape}, got ${kindOf(headers)}`
  const odd = headers.findIndex(
    (pair) => !Array.isArray(pair) || pair.length !== 2 || pair.some((each) => typeof each !== 'string'),
  )
  return odd < 0 ? undefined : `headers[${odd}]: ${shape}`
}

/** A delivery to no inbox yet, from a record without a problem. */
export function deliveryOf(record: DeliveryRecord, id: string): Delivery {
  const { method = 'POST', url, path, headers, status } = record
  const body = record.body === undefined ? Buffer.from(record.bodyBase64 ?? '', 'base64') : Buffer.from(record.body)
  const arrivedAt = momentOf(record.arrivedAt) ?? 0
  const called = url === undefined ? undefined : new URL(url)
  // What the other listener answered is known to it alone: without a word of it nobody can say that it was a 2xx.
  const answer: Answer = status === undefined ? { kind: 'none' } : { kind: 'status', status }
  return Object.freeze({
    id,
    inbox: '',
    method,
    path: called === undefined ? (path ?? '/') : `${called.pathname}${called.search}`,
    headers,
    body,
    truncated: false,
    digest: bodyDigest(body),
    aborted: false,
    httpVersion: '',
    tls: called?.protocol === 'https:',
    peer: '',
    arrivedAt,
    completedAt: arrivedAt,
    // Intervals are taken from this clock, whose zero is another one.
    arrivedMono: steadyNow() - (Date.now() - arrivedAt),
    answer,
    json: json({ body }),
    imported: true,
  })
}

/** The record of a delivery, byte for byte: it holds whatever the sender sent. */
export function recordOf({ method, path, headers, body, arrivedAt, answer }: Delivery): DeliveryRecord {
  const text = body.toString('utf8')
  return {
    method,
    path,
    headers,
    ...(Buffer.from(text).equals(body) ? { body: text } : { bodyBase64: body.toString('base64') }),
    arrivedAt: new Date(arrivedAt).toISOString(),
    ...(answer.kind === 'status' ? { status: answer.status } : {}),
  }
}

function momentOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= LEAST_MS ? value : undefined
  if (typeof value !== 'string' || !ZONED.test(value)) return undefined
  const at = Date.parse(value)
  return Number.isFinite(at) ? at : undefined
}

/** The beginning of a value that is one, what it is of another. */
const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null ? kindOf(value) : String(JSON.stringify(value)).slice(0, MOST_SHOWN)

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
