import { type OtpChannel, otpChannels } from '../../../specs/messaging/statuses.ts'
import { isUuid } from '../../payment/http/validation.ts'
import type { JsonObject, Operation, OtpRequest } from '../domain/domain.ts'
import type { Problem } from './refusal.ts'

/** What a request brings beside its headers. */
export interface Input {
  readonly id: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body: JsonObject
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const inBody = (member: string, kind: Problem['kind'], message: string): Problem[] => [
  { loc: ['body', member], kind, message },
]

function requiredText(body: JsonObject, member: string): Problem[] {
  const value = body[member]
  if (value === undefined) return inBody(member, 'missing', 'is required')
  return typeof value === 'string' && value !== '' ? [] : inBody(member, 'type', 'must be a text')
}

function optionalText(body: JsonObject, member: string): Problem[] {
  const value = body[member]
  const fits = value === undefined || value === null || typeof value === 'string'
  return fits ? [] : inBody(member, 'type', 'must be a text or null')
}

function wholeNumber(body: JsonObject, member: string, from: number, to: number): Problem[] {
  const value = body[member]
  if (value === undefined) return []
  if (typeof value !== 'number' || !Number.isInteger(value)) return inBody(member, 'type', 'must be an integer')
  return value >= from && value <= to ? [] : inBody(member, 'range', `must be from ${from} to ${to}`)
}

const PRIVATE_HOST =
  /^(localhost|.*\.localhost|0\.0\.0\.0|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*|\[(::1?|f[cde].*)\])$/i

function callbackUrl(value: unknown): Problem[] {
  if (typeof value !== 'string') return []
  if (!URL.canParse(value)) return inBody('callback_url', 'format', 'must be a URI')
  const { protocol, hostname } = new URL(value)
  if (protocol !== 'https:') return inBody('callback_url', 'https', 'must use https')
  return PRIVATE_HOST.test(hostname) ? inBody('callback_url', 'private', 'must be a public address') : []
}

function resendProblems({ body }: Input): Problem[] {
  const { phone_number: phone, delivery_method: channel = 'sms', message_template: template } = body
  const digits = typeof phone !== 'string' || phone === '' || /^[1-9][0-9]{7,14}$/.test(phone)
  const lacksCode = channel === 'sms' && typeof template === 'string' && !template.includes('{code}')
  const known = (otpChannels as readonly unknown[]).includes(channel)
  return [
    ...requiredText(body, 'phone_number'),
    ...(digits ? [] : inBody('phone_number', 'format', 'must be digits with the country code first')),
    ...['app_key', 'sender_id', 'message_template', 'callback_url', 'callback_secret'].flatMap((member) =>
      optionalText(body, member),
    ),
    ...wholeNumber(body, 'otp_length', 4, 12),
    ...wholeNumber(body, 'minutes_to_expire', 1, 1440),
    ...(known ? [] : inBody('delivery_method', 'format', `must be one of ${otpChannels.join(', ')}`)),
    ...(lacksCode ? inBody('message_template', 'code', 'must contain {code}') : []),
    ...callbackUrl(body.callback_url),
  ]
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i

/** The time of a date-time, UTC where it names no offset; undefined where it is none. */
export function timeOf(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !DATE_TIME.test(value)) return undefined
  const at = new Date(/(Z|[+-]\d{2}:?\d{2})$/i.test(value) ? value : `${value}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

function idProblems({ id }: Input): Problem[] {
  return isUuid(id) ? [] : [{ loc: ['path', 'id'], kind: 'format', message: 'must be a UUID' }]
}

function readProblems(input: Input): Problem[] {
  const { up_to: upTo } = input.body
  const fits = upTo === undefined || upTo === null || timeOf(upTo) !== undefined
  return [...idProblems(input), ...(fits ? [] : inBody('up_to', 'type', 'must be a date-time or null'))]
}

/** The boolean that a filter spells, or undefined. Given twice, the last one counts. */
export function flagOf(value: unknown): boolean | undefined {
  const text = String(Array.isArray(value) ? value.at(-1) : value).toLowerCase()
  if (['true', '1', 'yes', 'on'].includes(text)) return true
  return ['false', '0', 'no', 'off'].includes(text) ? false : undefined
}

function filterProblems({ query }: Input): Problem[] {
  return ['is_active', 'is_default']
    .filter((member) => query[member] !== undefined && flagOf(query[member]) === undefined)
    .map((member) => ({ loc: ['query', member], kind: 'type', message: 'must be true or false' }))
}

function appProblems({ body }: Input): Problem[] {
  return [
    ...requiredText(body, 'app_name'),
    ...optionalText(body, 'app_description'),
    ...optionalText(body, 'workspace_id'),
  ]
}

function sendProblems({ body }: Input): Problem[] {
  const { recipients } = body
  const missing = recipients === undefined || recipients === null
  const fits =
    Array.isArray(recipients) &&
    recipients.length > 0 &&
    recipients.every((each) => typeof each === 'string' && /^[1-9][0-9]{7,14}$/.test(each))
  return [
    ...requiredText(body, 'content'),
    ...(missing ? inBody('recipients', 'missing', 'is required') : []),
    ...(missing || fits ? [] : inBody('recipients', 'type', 'must be a list of numbers, digits with country code')),
  ]
}

const none = (): Problem[] => []

/** The defects of a request, by its operation. */
export const problemsOf: Readonly<Record<Operation, (input: Input) => Problem[]>> = {
  resend: resendProblems,
  conversation: idProblems,
  read: readProblems,
  'create-app': appProblems,
  'read-app': none,
  senders: filterProblems,
  campaign: idProblems,
  workspaces: none,
  send: sendProblems,
}

/** The request of a resend; members of a wrong type that were let pass count as left out. */
export function otpRequestOf(body: JsonObject): OtpRequest {
  const text = (member: string) => (typeof body[member] === 'string' ? body[member] : undefined)
  const number = (member: string) => (typeof body[member] === 'number' ? body[member] : undefined)
  const given = {
    channel: text('delivery_method') as OtpChannel | undefined,
    senderId: text('sender_id'),
    length: number('otp_length'),
    minutes: number('minutes_to_expire'),
    template: text('message_template'),
    callbackUrl: text('callback_url'),
    callbackSecret: text('callback_secret'),
  }
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { phone: String(body.phone_number ?? ''), namesCallback: 'callback_url' in body, ...present }
}
