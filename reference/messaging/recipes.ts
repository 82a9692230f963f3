import type { EventKind, SmsFate } from './domain/domain.ts'

/** Recipients whose last two digits choose what becomes of a message. Any other number behaves as `delivered`. */
export const recipients = {
  delivered: '255700000201',
  expired: '255700000202',
  failed: '255700000203',
  rejected: '255700000204',
  pending: '255700000205',
} as const satisfies Record<SmsFate, string>

/** A number for one-time passwords; any other number works as well. */
export const otpPhone = '255700000299'

/** A second one, whose codes and callbacks are told apart from those of the first. */
export const secondOtpPhone = '255700000298'

const byRecipient = new Map<string, SmsFate>(
  Object.entries(recipients).map(([fate, phone]) => [phone, fate as SmsFate]),
)

export function fateOf(recipient: string): SmsFate {
  return byRecipient.get(recipient) ?? 'delivered'
}

/** States that a message passes, in order. */
export const courses: Readonly<Record<SmsFate, readonly EventKind[]>> = {
  delivered: ['sent', 'delivered'],
  expired: ['sent', 'expired'],
  failed: ['sent', 'reportFailed'],
  rejected: ['submitFailed'],
  pending: ['sent', 'pending'],
}
