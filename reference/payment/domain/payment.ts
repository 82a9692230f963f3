import { liveStatuses, type PaymentStatus, terminalStatuses } from '../../../specs/payment/statuses.ts'

export type JsonObject = { [name: string]: unknown }

/** The operations of the service, named by what the caller does. */
export type Operation = 'create' | 'replay' | 'read' | 'refresh' | 'profile'

/** How the simulated provider treats a payment that it took on. */
export type Course = 'rests' | 'stays' | 'processes' | 'completes' | 'fails'

export interface Urls {
  readonly webhookUrl?: string
  readonly callbackUrl?: string
}

/** What a creation asks for, after validation. */
export interface CreateRequest extends Urls {
  readonly amount: number
  readonly currency: string
  readonly type: string
  readonly phone: string
  readonly network: string
  readonly reference: string
  readonly metadata: JsonObject
  readonly customer: JsonObject
}

export interface Payment {
  readonly id: string
  readonly merchantId: string
  readonly request: CreateRequest
  readonly idempotencyKey: string
  /** The API key that made it. */
  readonly apiKey: string
  readonly providerReference: string
  /** URLs called for this payment, settled when it was created. */
  urls: { readonly webhook: readonly string[]; readonly callback: readonly string[] }
  readonly createdAt: Date
  updatedAt: Date
  status: PaymentStatus
  /** Every status so far, the present one last. */
  readonly history: PaymentStatus[]
  /** What the provider knows and the service learns by a refresh only. */
  readonly upstream: { status?: PaymentStatus; failing: boolean }
}

export function isTerminal(status: PaymentStatus): boolean {
  return (terminalStatuses as readonly PaymentStatus[]).includes(status)
}

export function isLive(status: PaymentStatus): boolean {
  return (liveStatuses as readonly PaymentStatus[]).includes(status)
}

/** One change of status, as its webhooks tell it. */
export interface StatusEvent {
  readonly id: string
  readonly payment: Payment
  readonly previous: PaymentStatus
  readonly status: PaymentStatus
  readonly at: Date
}

export type Role = 'webhook' | 'callback'
