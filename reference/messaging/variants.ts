import { answerVariants } from './variants/answers.ts'
import { eventVariants } from './variants/events.ts'
import { layerVariants } from './variants/layers.ts'
import { readerVariants } from './variants/readers.ts'
import { spellingVariants } from './variants/spellings.ts'
import type { Variant } from './variants/variant.ts'

/** Every lawful choice, by name. */
export const messagingVariants: Readonly<Record<string, Variant>> = {
  ...answerVariants,
  ...readerVariants,
  ...layerVariants,
  ...eventVariants,
  ...spellingVariants,
}
