import { randomInt } from 'node:crypto'
import { fixedWindow } from '../limiter.ts'
import { hmac } from '../signature.ts'
import type { MessagingBehaviour, Step } from './behaviour.ts'
import type { EventKind, JsonObject, Operation } from './domain/domain.ts'
import { errorOf } from './http/bodies.ts'
import { courses } from './recipes.ts'

const DEFAULT_SENDER = 'SVC'
const BACKOFF = { baseMs: 30_000, capMs: 3_600_000, jitter: 0.15 }

const opening: readonly Step[] = ['key', 'limit', 'bearer', 'permission', 'parse', 'validate']

const bearerOperations: readonly Operation[] = ['create-app', 'read-app', 'campaign']
const slashedOperations: readonly Operation[] = ['create-app', 'campaign', 'workspaces']

const names: Readonly<Record<EventKind, string | undefined>> = {
  sent: 'sms.sent',
  submitFailed: 'sms.failed',
  delivered: 'sms.delivered',
  expired: 'sms.expired',
  reportFailed: 'sms.failed',
  pending: undefined,
}

/** A code of so many digits, unlike the one before it where that is possible. */
export function digits(length: number, unlike: string | undefined): string {
  const code = Array.from({ length }, () => randomInt(10)).join('')
  return code === unlike && length > 0 ? digits(length, unlike) : code
}

/** The wording of an SMS code, unless the resend brings its own. */
export const smsWording = 'Your code is {code}. It expires in {expiry} minutes.'

export const wording = (template: string, code: string, minutes: number): string =>
  template.replaceAll('{code}', code).replaceAll('{expiry}', String(minutes))

/** The service as the document describes it, with the usual choice wherever it leaves one. */
export const lawfulBehaviour: MessagingBehaviour = {
  steps: {
    resend: [...opening, 'app'],
    conversation: opening,
    read: opening,
    'create-app': opening,
    'read-app': opening,
    senders: opening,
    campaign: opening,
    workspaces: opening,
    send: [...opening, 'app'],
  },
  detour: () => undefined,
  loses: () => undefined,
  prefix: () => '/v1',
  slashes: (operation) => ({ plain: 'served', slashed: slashedOperations.includes(operation) ? 'served' : 'absent' }),
  refusesKey: () => false,
  apiKey: ({ 'x-api-key': key }) => (Array.isArray(key) ? key[0] : key),
  takesMediaType: () => true,
  unwraps: (value) => value,
  keyOf: (keys, text) => keys.get(text),
  tokenFits: (text, token) => text === token,
  readToken: (authorization) => /^bearer +(\S+)$/i.exec(authorization)?.[1],
  bearerNeeded: (operation) => bearerOperations.includes(operation),
  problems: (found) => found,
  registeredSender: undefined,
  // A send answers missing fields as the example of the document does.
  refuse: (refusal) => (refusal.operation === 'send' && refusal.status === 422 ? { ...refusal, status: 400 } : refusal),
  objects: () => undefined,
  boundKeyTakes: (appKey) => typeof appKey !== 'string',
  boundApp: (own) => own,
  conversationBoundToApp: false,
  readBodyNeeded: false,

  limiter: fixedWindow,
  limit: Number.POSITIVE_INFINITY,
  limitHeaders: (resetAt, now) => ({ 'Retry-After': String(Math.max(1, Math.ceil((resetAt - now) / 1000))) }),

  priorCodeNeeded: 'no',
  otpChannel: ({ channel }) => channel ?? 'sms',
  otpCarrier: (channel) => channel,
  otpLength: ({ length }) => length ?? 6,
  otpMinutes: ({ minutes }) => minutes ?? 10,
  otpCode: (length, prior) => digits(length, prior?.code),
  otpExpiresAt: ({ now }, scaledMs) => now + scaledMs,
  otpSender: ({ channel, request }, senders) => {
    if (channel === 'sms') return request.senderId ?? DEFAULT_SENDER
    if (channel === 'call') return null
    return senders.find(({ isActive, isDefault }) => isActive && isDefault)?.displayNumber ?? null
  },
  otpText: ({ channel, request, code, minutes }) => {
    if (channel === 'sms') return wording(request.template ?? smsWording, code, minutes)
    return channel === 'call' ? `Your code is ${[...code].join(' ')}.` : `${code} is your verification code.`
  },
  otpTemplate: ({ channel }) => (channel === 'whatsapp' ? 'svc_otp' : null),
  otpEnds: (earlier, fresh) => earlier.phone === fresh.phone && earlier.appId === fresh.appId,
  otpValid: (otp, now) => !otp.invalidated && now < otp.expiresAt.getTime(),
  refusedResend: () => 'nothing',
  callbackScope: (appId, phone) => `${appId} ${phone}`,
  callbackNext: (before, given) => given ?? before,
  callbackLives: (target, now) => now < target.until,
  otpSteps: ['sent', 'verified'],
  callbackAddress: (url) => url,
  otpReports: (target) => (target === undefined ? [] : [target]),

  conversationShape: () => 'enveloped',
  unread: ({ messages }) => messages.filter(({ direction, read }) => direction === 'inbound' && !read).length,
  marks: ({ messages }, upTo = new Date()) =>
    messages.filter(({ direction, read, at }) => direction === 'inbound' && !read && at <= upTo),
  counted: (newly) => newly,

  appNamed: (name) => name,
  keepsApp: true,
  appOfKey: (apps, key) => apps.find((app) => app.key === key),
  listedSenders: (senders, userId, { is_active, is_default }) =>
    senders.filter(
      (sender) =>
        sender.userId === userId &&
        (is_active === undefined || sender.isActive === is_active) &&
        (is_default === undefined || sender.isDefault === is_default),
    ),
  listedWorkspaces: (workspaces, userId) => workspaces.filter((workspace) => workspace.userId === userId),

  statusOf: () => 200,
  record: (_kind, record) => record,
  body: (_operation, content) => content,
  envelope: (data) => ({ success: true, data, errors: null, request_id: `req_${randomInt(1e12).toString(36)}` }),
  errorBody: errorOf,
  errorType: () => 'application/json; charset=utf-8',
  errorHeaders: () => ({}),
  successType: 'application/json; charset=utf-8',
  responseHeaders: () => ({}),
  serialise: (body) => JSON.stringify(body),
  answerPauseMs: 0,
  lagMs: 0,
  inboxLagMs: 0,
  webhookNext: (_, given) => given,
  framing: 'sized',
  announces: false,
  shownJobId: (jobId) => jobId,

  course: (fate) => courses[fate],
  refusedSend: () => 'nothing',
  linkedApp: (appId) => appId,
  webhooksOf: (store, appId, channel) => [store.webhook(appId, channel) ?? []].flat(),
  reportedAtSubmit: (batch) => batch,
  eventName: (kind) => names[kind],
  eventData: (kind, { messageId, jobId, recipient }, at): JsonObject => {
    const time = at.toISOString()
    const submit = { job_id: jobId, message_id: messageId, recipient }
    switch (kind) {
      case 'sent':
        return { ...submit, status: 'SENT', submitted_to_provider: time }
      case 'submitFailed':
        return { ...submit, status: 'FAILED' }
      case 'delivered':
        return { message_id: messageId, status: 'SENT', delivered_at: time }
      case 'expired':
        return { message_id: messageId, status: 'FAILED', expired_at: time }
      case 'reportFailed':
        return { message_id: messageId, status: 'FAILED', failed_at: time }
      case 'pending':
        return { message_id: messageId, status: 'PENDING' }
    }
  },
  tells: (event) => [event],
  besides: () => [],
  heldBackMs: () => 0,

  signs: true,
  payload: ({ event }) => ({
    id: event.id,
    event: event.name,
    channel: event.channel,
    app_id: event.appId,
    created_at: event.at.toISOString(),
    data: event.data,
  }),
  serialiseEvent: (payload) => JSON.stringify(payload),
  signature: ({ secret, body }) => `sha256=${hmac(secret, body)}`,
  sentBody: (body) => body,
  deliveryMethod: 'POST',
  deliveryHeaders: (headers) => headers,
  succeeded: ({ kind, status }) => kind === 'answered' && status >= 200 && status < 300,
  retries: () => true,
  followsRedirects: false,
  maxAttempts: 5,
  retryPauseMs: (attempts) => {
    const pause = Math.min(BACKOFF.capMs, BACKOFF.baseMs * 2 ** (attempts - 1))
    return pause * (1 + BACKOFF.jitter * (2 * Math.random() - 1))
  },
  timeoutMs: 10_000,
  copiesAfterSuccess: 0,
  lane: ({ subject }, { url }) => `${subject} ${url}`,
  holdsLane: false,
}
