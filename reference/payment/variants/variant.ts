import type { PaymentRequirementId } from '../../../specs/payment/requirements.ts'
import type { Patch } from '../patch.ts'

/** A lawful choice where the document leaves one. */
export interface Variant {
  readonly title: string
  readonly patch: Patch
  /** Requirements that it meets with a warning, by a recorded reading; absent where it is beyond reproach. */
  readonly warns?: readonly PaymentRequirementId[]
}
