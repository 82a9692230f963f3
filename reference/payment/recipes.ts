import type { Course, CreateRequest } from './domain/payment.ts'
import type { Cause } from './http/refusal.ts'

/** Mobile numbers begin with this; their last two digits choose what becomes of the payment. */
const PREFIX = '2557000001'

/** Amounts above this exceed the per-transaction limit, in every currency. */
export const TRANSACTION_LIMIT = 10_000_000

interface Fate {
  readonly phone: string
  readonly refusal?: Cause
  readonly course?: Course
}

/**
 * The table of numbers. Any other number behaves as `ordinary`: pending, soon processing, and so until something
 * settles it. The others are refused at once, or run to the named status by themselves.
 */
export const fates = {
  ordinary: { phone: `${PREFIX}00`, course: 'stays' },
  processing: { phone: `${PREFIX}01`, course: 'processes' },
  completed: { phone: `${PREFIX}02`, course: 'completes' },
  failed: { phone: `${PREFIX}03`, course: 'fails' },
  declined: { phone: `${PREFIX}04`, refusal: 'declined' },
  insufficientFunds: { phone: `${PREFIX}05`, refusal: 'insufficient-funds' },
  invalidDetails: { phone: `${PREFIX}06`, refusal: 'invalid-details' },
  unclassified: { phone: `${PREFIX}07`, refusal: 'unclassified' },
  riskBlocked: { phone: `${PREFIX}08`, refusal: 'risk' },
  screeningBlocked: { phone: `${PREFIX}09`, refusal: 'screening' },
  internalError: { phone: `${PREFIX}10`, refusal: 'internal' },
  feeError: { phone: `${PREFIX}11`, refusal: 'fee' },
  /** The first attempt with an Idempotency-Key meets the outage, the next one succeeds. */
  providerUnavailable: { phone: `${PREFIX}12`, refusal: 'provider-unavailable' },
  providerError: { phone: `${PREFIX}13`, refusal: 'provider-error' },
} as const satisfies Record<string, Fate>

const byPhone = new Map<string, Fate>(Object.values(fates).map((fate) => [fate.phone, fate]))

export function fateOf(request: CreateRequest): { readonly refusal?: Cause; readonly course: Course } {
  if (request.amount > TRANSACTION_LIMIT) return { refusal: 'limit-exceeded', course: 'stays' }
  const fate = byPhone.get(request.phone)
  return { course: fate?.course ?? 'stays', ...(fate?.refusal === undefined ? {} : { refusal: fate.refusal }) }
}
