import type { Reading } from '../../contract.ts'
import type { PaymentHeading } from '../headings.ts'
import type { PaymentRequirementId } from '../requirements.ts'

/** A reading of the payment document. */
export interface PaymentReading extends Reading {
  readonly at: PaymentHeading
  readonly touches: readonly PaymentRequirementId[]
}
