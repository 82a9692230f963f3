import type { PaymentRequirementId } from '../../../specs/payment/requirements.ts'
import type { Patch } from '../patch.ts'
import { rareHistories } from './rare-histories.ts'
import { rareTexts } from './rare-texts.ts'
import { rareValues } from './rare-values.ts'

/** A violation that shows for some values, texts or histories only: no example meets it. */
export interface RareFlaw {
  readonly title: string
  /** What it contradicts: any of these, as the order of a history has it. */
  readonly breaks: readonly PaymentRequirementId[]
  /** The check with generated values that meets it. */
  readonly foundBy: string
  readonly patch: Patch
}

/** Every rare violation, by its sin. */
export const rarePaymentFlaws: Readonly<Record<string, RareFlaw>> = { ...rareValues, ...rareTexts, ...rareHistories }
