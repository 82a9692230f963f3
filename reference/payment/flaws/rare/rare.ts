import type { RareFlaw } from './rare-flaw.ts'
import { rareHistories } from './rare-histories.ts'
import { rareTexts } from './rare-texts.ts'
import { rareValues } from './rare-values.ts'

/** Every rare violation, by its sin. */
export const rarePaymentFlaws: Readonly<Record<string, RareFlaw>> = { ...rareValues, ...rareTexts, ...rareHistories }
