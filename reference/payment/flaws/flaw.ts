import type { PaymentRequirementId } from '../../../specs/payment/requirements.ts'
import type { Patch } from '../patch.ts'

/** One seeded violation with the requirements that it contradicts. */
export interface Flaw {
  readonly title: string
  readonly breaks: readonly PaymentRequirementId[]
  /** Requirements that it contradicts in some runs only: where the timing lets it. */
  readonly mayBreak?: readonly PaymentRequirementId[]
  readonly patch: Patch
}

/** Refusals that a validation falls into by mistake. */
export const crash = { status: 500, code: 'INTERNAL_ERROR', message: 'Unexpected failure', details: undefined }
export const unprocessable = { status: 422, code: 'INVALID_PAYMENT_DETAILS', details: undefined }

export const flaw = (
  title: string,
  breaks: readonly PaymentRequirementId[],
  patch: Patch,
  mayBreak: readonly PaymentRequirementId[] = [],
): Flaw => ({ title, breaks, mayBreak, patch })
