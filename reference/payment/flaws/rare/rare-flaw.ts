import type { PaymentRequirementId } from '../../../../specs/payment/requirements.ts'
import type { Patch } from '../../patch.ts'

/** A violation that shows for some values, texts or histories only: no example meets it. */
export interface RareFlaw {
  readonly title: string
  /** What it contradicts: any of these, as the order of a history has it. */
  readonly breaks: readonly PaymentRequirementId[]
  /** The check with generated values that meets it. */
  readonly foundBy: string
  readonly patch: Patch
}

/** Makes the rare flaws that one check meets. */
export const rareFlaws =
  (foundBy: string) =>
  (title: string, breaks: PaymentRequirementId | readonly PaymentRequirementId[], patch: Patch): RareFlaw => ({
    title,
    breaks: [breaks].flat(),
    foundBy,
    patch,
  })
