import type { PaymentBehaviour } from '../behaviour.ts'
import type { CreateRequest, JsonObject, Urls } from '../domain/payment.ts'
import type { Cause, Facts, Problem } from './refusal.ts'

/** Throws the refusal of a cause, unless the behaviour waives it. */
export type Raise = (cause: Cause, facts?: Partial<Facts>) => void

const CURRENCIES = ['TZS', 'KES', 'UGX', 'USD']
const NETWORKS = ['alpha', 'beta', 'gamma']
const TYPES = ['mobile', 'card', 'qr']
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}

const missing = (field: string, value: unknown): Problem => ({ field, kind: 'missing', message: 'is required', value })

function textProblem(value: unknown, field: string): Problem[] {
  if (value === undefined || value === null || value === '') return [missing(field, value)]
  return typeof value === 'string' ? [] : [{ field, kind: 'type', message: 'must be a string', value }]
}

function amountProblem(value: unknown): Problem[] {
  if (value === undefined || value === null) return [missing('amount', value)]
  if (typeof value !== 'number') return [{ field: 'amount', kind: 'type', message: 'must be a number', value }]
  return value > 0 ? [] : [{ field: 'amount', kind: 'range', message: 'must be greater than 0', value }]
}

function customerProblems(value: unknown): Problem[] {
  if (value === undefined || value === null) return [missing('customer', value)]
  if (!isObject(value)) return [{ field: 'customer', kind: 'type', message: 'must be an object' }]
  const names = ['firstname', 'lastname', 'email'] as const
  const problems = names.flatMap((name) => textProblem(value[name], `customer.${name}`))
  const { email } = value
  if (typeof email === 'string' && email !== '' && !EMAIL.test(email))
    problems.push({ field: 'customer.email', kind: 'format', message: 'must be a valid email address', value: email })
  return problems
}

/** Faults of the two URL fields. Null and the empty text count as absent. */
export function urlProblems(body: JsonObject): Problem[] {
  return ['webhook_url', 'callback_url'].flatMap((field): Problem[] => {
    const value = body[field]
    if (value === undefined || value === null || value === '') return []
    if (typeof value !== 'string') return [{ field, kind: 'type', message: 'must be a string', value }]
    return isWebUrl(value) ? [] : [{ field, kind: 'format', message: 'must be a URL', value }]
  })
}

function bindingProblems(body: JsonObject, behaviour: PaymentBehaviour): Problem[] {
  const mobile = body.type === 'mobile' || body.type === undefined
  return [
    ...amountProblem(body.amount),
    ...textProblem(body.currency, 'currency'),
    ...textProblem(body.type, 'type'),
    ...(mobile || body.phone !== undefined ? textProblem(body.phone, 'phone') : []),
    ...((mobile && behaviour.networkRequired) || body.network !== undefined
      ? textProblem(body.network, 'network')
      : []),
    ...customerProblems(body.customer),
    ...textProblem(body.reference, 'reference'),
    ...(body.metadata === undefined || body.metadata === null || isObject(body.metadata)
      ? []
      : [{ field: 'metadata', kind: 'type', message: 'must be an object' } as const]),
    ...urlProblems(body),
  ]
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const given = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

export function urlsOf(body: JsonObject): Urls {
  const webhookUrl = given(body.webhook_url)
  const callbackUrl = given(body.callback_url)
  return { ...(webhookUrl && { webhookUrl }), ...(callbackUrl && { callbackUrl }) }
}

/** Judges a creation body: binding first, then each rule that carries its reason in the message only. */
export function validateCreate(body: JsonObject, behaviour: PaymentBehaviour, raises: Raise): CreateRequest {
  const raise: Raise = (cause, facts) => raises(cause, { ...facts, type: body.type })
  const problems = bindingProblems(body, behaviour)
  if (problems.length > 0) raise('binding', { problems })
  const request: CreateRequest = {
    amount: Number(body.amount) || 0,
    currency: text(body.currency),
    type: text(body.type),
    phone: behaviour.readPhone(text(body.phone)) ?? text(body.phone),
    network: text(body.network),
    reference: text(body.reference),
    metadata: isObject(body.metadata) ? body.metadata : {},
    customer: isObject(body.customer) ? body.customer : {},
    ...urlsOf(body),
  }
  if (!TYPES.includes(request.type)) raise('type')
  if (!CURRENCIES.includes(request.currency)) raise('currency', { value: request.currency })
  if (request.network !== '' && !NETWORKS.includes(request.network)) raise('network', { value: request.network })
  if (request.phone !== '' && behaviour.readPhone(request.phone) === undefined) raise('phone', { value: request.phone })
  if (request.type === 'mobile' && request.currency === 'TZS' && request.amount < behaviour.minimumAmount)
    raise('amount-minimum', { value: request.amount })
  if (request.type === 'card') {
    if (!isWebUrl(text(body.redirect_url))) raise('card-field', { field: 'redirect_url', value: request.reference })
    if (!isWebUrl(text(body.cancel_url))) raise('card-field', { field: 'cancel_url' })
    if (!isObject(body.billing_address)) raise('card-field', { field: 'billing_address' })
  }
  return request
}

const DEEPEST = 1000

/** How deep the brackets of a JSON text are nested, those in its strings included: at least as deep as its values. */
function depthOf(raw: Buffer): number {
  let depth = 0
  let deepest = 0
  for (const byte of raw) {
    if (byte === 0x5b || byte === 0x7b) deepest = Math.max(deepest, ++depth)
    else if (byte === 0x5d || byte === 0x7d) depth -= 1
  }
  return deepest
}

/** The body as a JSON object. */
export function parseBody(
  raw: Buffer,
  { reads, unwraps }: Pick<PaymentBehaviour, 'reads' | 'unwraps'>,
  raise: Raise,
): JsonObject {
  let value: unknown
  try {
    const text = raw.toString('utf8')
    value = unwraps(reads(text), text)
  } catch {
    raise('malformed-json', { value: raw.toString('utf8') })
  }
  // Whatever walks through the body later has a stack that ends.
  if (depthOf(raw) > DEEPEST) raise('malformed-json')
  if (isObject(value)) return value
  raise('not-an-object', { value })
  return {}
}
