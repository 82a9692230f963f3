import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Failure } from '../../caller/driver.ts'
import { isAnswer, type Met } from '../../caller/exchange.ts'

export type Input = Readonly<Record<string, unknown>>

/** A request before its credentials: where it goes, and what it holds. */
export interface Draft {
  readonly method: string
  readonly path: string
  readonly body?: Input
  /** An access token goes with it. */
  readonly isBearer?: true
}

/** A callback as a helper is given it. */
export interface Signed {
  readonly body: string
  readonly signature: string
  readonly secret: string
}

/** What a client is given beside an operation. */
export interface Credentials {
  readonly apiKey: string
  readonly bearer: string
  readonly binding: 'bound' | 'unbound'
  readonly appKey?: string
}

type Lines = readonly (readonly [name: string, value: string])[]

/** Every decision of a client of the messaging service. A lawful choice or a seeded fault is a patch over these. */
export interface MessagingCallerBehaviour {
  keepAlive: boolean
  /** Seconds that an answer is waited for. */
  timeout: number
  attempts: number
  /** The request of an operation; undefined for one that the client has not. Throws CallerError for input that it refuses. */
  draft(operation: string, input: Input, given: Credentials): Draft | undefined
  phone(given: unknown): unknown
  /** What is refused before it is sent; undefined where nothing is. */
  objection(input: Input): Failure | undefined
  /** Members that name the app. */
  appMembers(given: Credentials): Input
  appHeaders(given: Credentials): Lines
  slashes(path: string): string
  query(input: Input): string
  text(body: Input): string
  credentials(given: Credentials, draft: Draft): Lines
  headers(lines: Lines, attempt: number): Lines
  isSuccess(status: number): boolean
  isRetried(met: Met, draft: Draft): boolean
  pause(attempt: number): number
  /** Seconds that an answer asks to wait; undefined where it is not understood. */
  retryAfter(value: string | undefined, now: number): number | undefined
  redirects: 'followed' | 'told'
  /** Method and body after a redirect. */
  redirected(draft: Draft): Draft
  /** Whether credentials go to an origin that a redirect names. */
  carriesKeys(from: string, to: string): boolean
  failure(met: Met): Failure
  /** What is told of an answer. */
  result(operation: string, json: unknown): unknown
  verify(signed: Signed): boolean
}

/** Operations whose repetition changes nothing. */
export const isIdempotent = ({ method, path }: Draft): boolean => method === 'GET' || path.endsWith('/read')

/** How long an answer asks to wait, s. */
function secondsOf(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value.trim())) return Number(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : (date - now) / 1000
}

export const digestOf = (secret: string, text: string): string =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`

export function sameText(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** What an error says, in any of the three shapes. */
function messageOf(json: unknown): string {
  const { error, detail, errors } = Object(json) as { error?: { message?: string }; detail?: unknown; errors?: unknown }
  if (error?.message !== undefined) return error.message
  const [first] = (Array.isArray(detail) ? detail : Array.isArray(errors) ? errors : []) as Record<string, unknown>[]
  return String(first?.msg ?? first?.message ?? 'it did not go well')
}

function draftOf(
  operation: string,
  input: Input,
  own: Pick<MessagingCallerBehaviour, 'phone' | 'appMembers' | 'query'>,
  given: Credentials,
): Draft | undefined {
  const id = String(input.conversation_id)
  switch (operation) {
    case 'resendOtp':
      return {
        method: 'POST',
        path: '/v1/otp/resend',
        body: { ...input, phone_number: own.phone(input.phone_number), ...own.appMembers(given) },
      }
    case 'readConversation':
      return { method: 'GET', path: `/v1/whatsapp/conversations/${id}` }
    case 'markRead':
      return { method: 'POST', path: `/v1/whatsapp/conversations/${id}/read`, body: { up_to: input.up_to ?? null } }
    case 'createApp':
      return { method: 'POST', path: '/v1/developer_apps', body: input, isBearer: true }
    case 'readApp':
      return { method: 'GET', path: `/v1/developer_apps/get-by-key/${String(input.app_key)}`, isBearer: true }
    case 'listSenders':
      return { method: 'GET', path: `/v1/whatsapp/senders${own.query(input)}` }
    case 'readCampaign':
      return { method: 'GET', path: `/v1/campaign/${String(input.campaign_id)}`, isBearer: true }
    case 'listWorkspaces':
      return { method: 'GET', path: '/v1/workspace/all/' }
    case 'send':
      return { method: 'POST', path: '/v1/message/send-instant', body: input }
    default:
      return undefined
  }
}

export const lawful: MessagingCallerBehaviour = {
  keepAlive: true,
  timeout: 2,
  attempts: 4,
  draft(operation, input, given) {
    return draftOf(operation, input, this, given)
  },
  phone: (given) => String(given).replace(/\D/g, ''),
  objection: ({ delivery_method: channel = 'sms', message_template: template, callback_url: callback }) => {
    if (!['sms', 'call', 'whatsapp'].includes(String(channel))) return { message: 'there is no such channel' }
    if (template !== undefined && !String(template).includes('{code}')) return { message: 'the template lacks {code}' }
    if (callback !== undefined && !String(callback).startsWith('https:'))
      return { message: 'a callback takes an HTTPS URL' }
    return undefined
  },
  appMembers: ({ binding, appKey }) => (binding === 'unbound' ? { app_key: appKey } : {}),
  appHeaders: () => [],
  slashes: (path) => path,
  query: (input) => {
    const given = Object.entries(input).map(([name, value]): [string, string] => [name, String(value)])
    return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
  },
  text: (body) => JSON.stringify(body),
  credentials: ({ apiKey, bearer }, { isBearer }) => [
    ['X-API-Key', apiKey],
    ...(isBearer ? [['Authorization', `Bearer ${bearer}`] as const] : []),
  ],
  headers: (lines) => lines,
  isSuccess: (status) => status >= 200 && status < 300,
  isRetried: (met, draft) => met.status === 429 || (isIdempotent(draft) && (!isAnswer(met) || met.status >= 500)),
  pause: (attempt) => 2 ** (attempt - 1) * (0.75 + Math.random() * 0.5),
  retryAfter: secondsOf,
  redirects: 'followed',
  redirected: (draft) => draft,
  carriesKeys: (from, to) => new URL(from).origin === new URL(to).origin,
  failure: (met) => (isAnswer(met) ? { status: met.status, message: messageOf(met.json) } : { message: met.reason }),
  result: (operation, json) => {
    if (operation === 'readConversation') {
      const { data } = Object(json) as { data?: unknown }
      return data ?? json
    }
    return json
  },
  verify: ({ body, signature, secret }) => sameText(signature, digestOf(secret, body)),
}
