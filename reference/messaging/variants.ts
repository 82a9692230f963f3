import { answerVariants } from './variants/answers.ts'
import { eventVariants } from './variants/events.ts'
import { spellingVariants } from './variants/spellings.ts'
import type { Variant } from './variants/variant.ts'

/** Every lawful choice, by name. */
export const messagingVariants: Readonly<Record<string, Variant>> = {
  ...answerVariants,
  ...eventVariants,
  ...spellingVariants,
}
