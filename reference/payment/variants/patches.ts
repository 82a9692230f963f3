import type { PaymentBehaviour } from '../behaviour.ts'
import type { JsonObject } from '../domain/payment.ts'
import { answers, everyOperation, type Patch, recode, renders, together } from '../patch.ts'

// What several variants are made of, and what takes more than a line.

export const status =
  (operation: string, code: number): Patch =>
  (before) => ({ ...before, statusOf: (asked) => (asked === operation ? code : before.statusOf(asked)) })

export const bodies =
  (change: (record: JsonObject) => unknown): Patch =>
  (before) => ({
    ...before,
    body: (record, operation) => (operation === 'profile' ? before.body(record, operation) : change(record)),
  })

export const reset = (format: (resetAt: number, now: number) => string): Patch => ({
  resetHeaders: (resetAt, now) => ({ 'X-RateLimit-Reset': format(resetAt, now) }),
})

export const headers =
  (more: Record<string, string>): Patch =>
  (before) => ({ ...before, responseHeaders: () => ({ ...before.responseHeaders(), ...more }) })

export const payloads =
  (change: (payload: JsonObject) => JsonObject): Patch =>
  (before) => ({ ...before, payload: (attempt) => change(before.payload(attempt)) })

export const sentHeaders =
  (change: (headers: Record<string, string>) => Record<string, string>): Patch =>
  (before) => ({ ...before, deliveryHeaders: (sent, attempt) => change(before.deliveryHeaders(sent, attempt)) })

export const data = (payload: JsonObject) => ({ ...(payload.data as JsonObject) })
const upper = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value)
export const seconds = (resetAt: number) => Math.ceil(resetAt / 1000)

export const upperCaseIds: Patch = together(
  answers(everyOperation, (record) => ({ id: upper(record.id) })),
  payloads((payload) => ({ ...payload, transaction_id: upper(payload.transaction_id) })),
  recode(['declined', 'duplicate-reference'], ({ details }) => {
    const { transaction_id, existing_transaction_id, ...rest } = details as JsonObject
    return {
      details: {
        ...(transaction_id === undefined ? {} : { transaction_id: upper(transaction_id) }),
        ...(existing_transaction_id === undefined ? {} : { existing_transaction_id: upper(existing_transaction_id) }),
        ...rest,
      },
    }
  }),
)

export const extraMembers: Patch = together(
  answers(everyOperation, () => ({ fee: { amount: 0, currency: 'TZS' }, tags: [], note: null })),
  (before) => ({
    ...before,
    body: (record, operation) => ({ ...(before.body(record, operation) as JsonObject), meta: { api: 'v1' } }),
  }),
  renders((body) => ({ ...body, request_id: 'req_1', docs: null })),
  payloads((payload) => ({ ...payload, api: 'v1', data: { ...data(payload), fee: 0, network: null } })),
)

export const phoneNormalising: Patch = (before) => ({
  ...before,
  readPhone: (phone) => before.readPhone(phone.replace(/^\+/, '').replace(/^0(?=[67]\d{8}$)/, '255')),
  record: (payment, operation) => ({ ...before.record(payment, operation), phone: payment.request.phone }),
})

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
const scalar = (value: unknown): unknown => (['number', 'boolean'].includes(typeof value) ? String(value) : value)
const usual: JsonObject = { currency: 'TZS', type: 'mobile', network: 'alpha' }

/** A creation as a reader takes it that converts what can be converted, and fills in what it has defaults for. */
export function converted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { amount, customer, ...rest } = value as JsonObject
  const members = Object.fromEntries(
    Object.entries(rest).map(([name, each]) => [name, isGiven(each) ? scalar(each) : (usual[name] ?? each)]),
  )
  const people = { firstname: 'Asha', lastname: 'Mushi', email: 'asha@example.com' }
  const isPerson = typeof customer === 'object' && customer !== null && !Array.isArray(customer)
  const given = isPerson ? Object.entries(customer).filter(([, each]) => isGiven(each)) : []
  const person = { ...people, ...Object.fromEntries(given.map(([name, each]) => [name, scalar(each)])) }
  const isNumeric = typeof amount === 'boolean' || (typeof amount === 'string' && /^[0-9]+$/.test(amount))
  return {
    ...members,
    amount: isNumeric ? Number(amount) : isGiven(amount) ? amount : 0,
    ...(isPerson || !isGiven(customer) ? { customer: person } : { customer }),
  }
}

export const direct: PaymentBehaviour['path'] = (course) =>
  (({ rests: [], stays: [], processes: ['processing'], completes: ['completed'], fails: ['failed'] }) as const)[course]
