import { randomUUID } from 'node:crypto'
import type { PaymentStatus } from '../../specs/payment/statuses.ts'
import { fixedWindow } from '../limiter.ts'
import { paySignature } from '../signature.ts'
import type { PaymentBehaviour } from './behaviour.ts'
import { type Course, isLive, isTerminal, type Operation } from './domain/payment.ts'

/** JSON with sorted members: two spellings of one body are one text. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

const statuses: Record<Operation, number> = { create: 201, replay: 200, read: 200, refresh: 200, profile: 200 }

const paths: Record<Course, readonly PaymentStatus[]> = {
  rests: [],
  stays: ['processing'],
  processes: ['processing'],
  completes: ['processing', 'completed'],
  fails: ['processing', 'failed'],
}

const listed = (url: string | undefined): readonly string[] => (url === undefined ? [] : [url])

/** The service as the document describes it, with the usual choice wherever it leaves one. */
export const lawfulBehaviour: PaymentBehaviour = {
  steps: {
    create: ['authenticate', 'limit', 'test-mode', 'key-header', 'parse', 'replay', 'validate'],
    read: ['authenticate', 'limit', 'id'],
    refresh: ['authenticate', 'limit', 'id'],
    profile: ['authenticate', 'limit', 'parse'],
  },
  prefix: () => '/api/v1',
  authorization: (headers) => headers.authorization,
  readToken: (authorization) => /^bearer +(\S+)$/i.exec(authorization)?.[1],
  keyBlocked: ({ test }, testMode) => test && !testMode,
  refuse: (refusal) => refusal,
  objects: () => undefined,
  interrupts: () => undefined,
  loses: () => undefined,
  executes: () => undefined,

  limiter: fixedWindow,
  limit: 60,
  limiterName: (key) => key.token,
  resetHeaders: (resetAt) => ({ 'X-RateLimit-Reset': String(Math.ceil(resetAt / 1000)) }),

  takesMediaType: (value) => /^application\/json\b/i.test(value),
  keyAbsent: (header) => header === undefined || header.trim() === '',
  keyLimit: 255,
  keyScope: (merchantId, key) => `${merchantId} ${key}`,
  fingerprint: (body) => canonical(body),
  sameKey: 'wait',
  remembers: () => true,
  beginsAnew: () => undefined,
  finds: () => true,
  declinedReplay: 'refusal',

  locksReference: true,
  referenceScope: (merchantId, reference) => `${merchantId} ${reference}`,
  referenceTaken: (existing) => isLive(existing.status),

  reads: (text) => JSON.parse(text),
  unwraps: (value) => value,
  minimumAmount: 500,
  networkRequired: true,
  readPhone: (phone) => (/^[0-9]{8,15}$/.test(phone) ? phone : undefined),
  initialStatus: 'pending',
  recipes: 'by phone',
  looksAtPhone: () => true,
  immediate: false,
  immediateEnds: ['completed'],
  reportsDeclined: false,
  declinedCourse: undefined,
  outageStored: false,
  orphanOnOutage: 'none',
  urlsAfterDuplicate: (called) => called,
  afterDuplicate: (payment) => payment.status,
  executedTakesReference: false,

  path: (course) => paths[course],
  settlesAs: (status) => status,
  movable: (payment) => !isTerminal(payment.status),
  reported: (payment) => payment.upstream.status ?? payment.status,
  afterFailedRefresh: (payment) => payment.status,

  statusOf: (operation) => statuses[operation],
  record: (payment) => ({
    id: payment.id,
    reference: payment.request.reference,
    amount: payment.request.amount,
    currency: payment.request.currency,
    status: payment.status,
    type: payment.request.type,
    provider_reference: payment.providerReference,
    metadata: payment.request.metadata,
    created_at: payment.createdAt.toISOString(),
    updated_at: payment.updatedAt.toISOString(),
  }),
  body: (record) => ({ status: 'success', data: record }),
  errorBody: ({ status, code, message, details }) => ({
    status: 'error',
    code: status,
    error_code: code,
    message,
    ...(details === undefined ? {} : { details }),
  }),
  errorType: () => 'application/json; charset=utf-8',
  errorHeaders: () => ({}),
  responseHeaders: () => ({}),
  serialise: (body) => JSON.stringify(body),
  answerPauseMs: 0,
  authoriseMs: 200,
  framing: 'sized',
  clearsProfile: true,
  keepsProfile: () => true,
  takesDefault: () => true,
  afterRejectedUpdate: (defaults) => defaults,
  afterUpdateTurnedAway: (defaults) => defaults,

  urls: ({ own, defaults }) => ({
    webhook: listed(own.webhookUrl ?? defaults.webhookUrl),
    callback: listed(own.callbackUrl ?? defaults.callbackUrl),
  }),
  urlsSettled: 'at-creation',
  calls: (role, event) => role === 'webhook' || isTerminal(event.status),
  tells: (event) => [event],
  payload: ({ event }) => ({
    version: '1.0',
    event: `payment.${event.status}`,
    event_id: event.id,
    transaction_id: event.payment.id,
    merchant_reference: event.payment.request.reference,
    data: {
      amount: event.payment.request.amount,
      currency: event.payment.request.currency,
      status: event.status,
      previous_status: event.previous,
      payment_type: event.payment.request.type,
      provider_reference: event.payment.providerReference,
    },
    metadata: event.payment.request.metadata,
    timestamp: event.at.toISOString(),
  }),
  serialiseEvent: (payload) => JSON.stringify(payload),
  inOrder: true,
  heldBackMs: () => 0,

  deliveryMethod: 'POST',
  timestamp: ({ now }) => String(Math.floor(now.getTime() / 1000)),
  signature: ({ key, timestamp, body }) => paySignature(key, timestamp, body),
  sentBody: (body) => body,
  deliveryId: () => randomUUID(),
  deliveryHeaders: (headers) => headers,
  succeeded: ({ kind, status }) => kind === 'answered' && status >= 200 && status < 300,
  retries: () => true,
  maxAttempts: 5,
  retryBaseMs: 30_000,
  copiesAfterSuccess: 0,
}
