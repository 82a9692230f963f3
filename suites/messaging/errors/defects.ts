import { type Exchange, header, json } from '../../../kit/http/exchange.ts'
import { isUuidText } from '../../../kit/match/index.ts'
import { otpChannels } from '../../../specs/messaging/statuses.ts'
import { isRecord } from '../client/answers.ts'
import { APP_CREATE, CAMPAIGN, CONVERSATION, MARK_READ, RESEND, SEND, SENDERS } from '../client/api.ts'

type Test = (value: unknown) => boolean

const isText: Test = (value) => typeof value === 'string'
const isLeftOut: Test = (value) => value === undefined || value === null
const orNone =
  (test: Test): Test =>
  (value) =>
    isLeftOut(value) || test(value)
/** "6", 6.0 and true may be converted: only text that is no number is surely wrong. */
const mayBeInteger: Test = (value) => value === undefined || Number.isInteger(Number(value))

const bodies: Readonly<Record<string, Readonly<Record<string, Test>>>> = {
  [RESEND]: {
    phone_number: isText,
    app_key: orNone(isText),
    sender_id: orNone(isText),
    otp_length: mayBeInteger,
    minutes_to_expire: mayBeInteger,
    delivery_method: (value) => value === undefined || (otpChannels as readonly unknown[]).includes(value),
    message_template: orNone(isText),
    callback_url: orNone(isText),
    callback_secret: orNone(isText),
  },
  [MARK_READ]: { up_to: orNone((value) => Number.isFinite(Date.parse(String(value)))) },
  [APP_CREATE]: { app_name: isText, app_description: orNone(isText), workspace_id: orNone(isText) },
  [SEND]: { content: (value) => !isLeftOut(value), recipients: (value) => !isLeftOut(value) },
}

const UUID_PATHS: readonly string[] = [CONVERSATION, MARK_READ, CAMPAIGN]
const BOOLEANS: readonly string[] = ['true', 'false', '1', '0', 'yes', 'no', 'on', 'off']

function hasBadId({ operation, request }: Exchange): boolean {
  if (!UUID_PATHS.includes(operation)) return false
  return !new URL(request.url).pathname.split('/').some((part) => isUuidText(decodeURIComponent(part)))
}

function hasBadFilter({ operation, request }: Exchange): boolean {
  if (operation !== SENDERS) return false
  const { searchParams } = new URL(request.url)
  return ['is_active', 'is_default'].some((name) =>
    searchParams.getAll(name).some((value) => !BOOLEANS.includes(value.toLowerCase())),
  )
}

function hasBadBody({ operation, request }: Exchange): boolean {
  const table = bodies[operation]
  // Whether a body may be absent is not told of marking read; elsewhere a member is required.
  if (table === undefined || (request.body.length === 0 && operation === MARK_READ)) return false
  const body = json(request)
  return !isRecord(body) || Object.entries(table).some(([name, fits]) => !fits(body[name]))
}

/** Rules 1 and 3 of the keys: a bound one is its app, another one names it once. */
function hasBadApp({ operation, key, request }: Exchange): boolean {
  const body = json(request)
  if (operation !== RESEND || !isRecord(body)) return false
  const inBody = typeof body.app_key === 'string'
  const inHeader = header(request.headers, 'X-App-ID') !== undefined
  return (key === 'bound' && inBody) || (key === 'unbound' && inBody === inHeader)
}

/** Whether a request breaks a rule of the document for its fields or its app: something that a 4xx answers, and never a 5xx. */
export function isDefective(exchange: Exchange): boolean {
  return hasBadId(exchange) || hasBadFilter(exchange) || hasBadBody(exchange) || hasBadApp(exchange)
}
