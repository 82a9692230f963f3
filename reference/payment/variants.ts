import { answerVariants } from './variants/answers.ts'
import { creationVariants } from './variants/creations.ts'
import { eventVariants } from './variants/events.ts'
import { rateVariants } from './variants/rate.ts'
import { readVariants } from './variants/reads.ts'
import { refusalVariants } from './variants/refusals.ts'
import type { Variant } from './variants/variant.ts'

/** Every lawful choice, by name. */
export const paymentVariants: Readonly<Record<string, Variant>> = {
  ...answerVariants,
  ...creationVariants,
  ...rateVariants,
  ...eventVariants,
  ...refusalVariants,
  ...readVariants,
}
