import type { PaymentErrorCode } from './errors.ts'

/** Every status that a transaction can have, spelled as on the wire. */
export const paymentStatuses = ['pending', 'processing', 'completed', 'failed', 'expired', 'cancelled'] as const

export type PaymentStatus = (typeof paymentStatuses)[number]

/** Statuses that a payment keeps. */
export const terminalStatuses = [
  'completed',
  'failed',
  'expired',
  'cancelled',
] as const satisfies readonly PaymentStatus[]

export type TerminalStatus = (typeof terminalStatuses)[number]

/** Statuses in which a payment occupies its reference. `completed` is both terminal and live. */
export const liveStatuses = ['pending', 'processing', 'completed'] as const satisfies readonly PaymentStatus[]

export type LiveStatus = (typeof liveStatuses)[number]

/** One row of the transition table. */
export interface PaymentTransition {
  /** `new` stands for a payment that does not exist yet. */
  readonly from: PaymentStatus | 'new'
  readonly trigger: 'create payment' | 'provider update'
  readonly condition: string
  readonly to: PaymentStatus
  /** The error that answers the request which triggers the transition. */
  readonly answer?: PaymentErrorCode
  /** The event that tells of the transition, where the table names one. */
  readonly event?: { readonly name: string; readonly previousStatus: PaymentStatus }
}

/** The transitions that the document shows. Others are left open, except out of a terminal status. */
export const paymentTransitions = [
  {
    from: 'new',
    trigger: 'create payment',
    condition: 'The provider declines at once.',
    to: 'failed',
    answer: 'PAYMENT_DECLINED',
  },
  {
    from: 'processing',
    trigger: 'provider update',
    condition: 'The payment succeeds.',
    to: 'completed',
    event: { name: 'payment.completed', previousStatus: 'processing' },
  },
] as const satisfies readonly PaymentTransition[]
