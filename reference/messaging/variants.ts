import { answerVariants } from './variants/answers.ts'
import { eventVariants } from './variants/events.ts'
import { layerVariants } from './variants/layers.ts'
import { readerVariants } from './variants/readers.ts'
import { spellingVariants } from './variants/spellings.ts'
import type { Variant } from './variants/variant.ts'

const all: readonly (readonly [name: string, variant: Variant])[] = Object.entries({
  ...answerVariants,
  ...readerVariants,
  ...layerVariants,
  ...eventVariants,
  ...spellingVariants,
})

/** Every lawful choice, by name. */
export const messagingVariants: Readonly<Record<string, Variant>> = Object.fromEntries(
  all.filter(([, { isTroubled }]) => isTroubled !== true),
)

/** What befalls a lawful deployment: gateways that fail, limits, accounts that may not do a part of it. */
export const messagingTroubles: Readonly<Record<string, Variant>> = Object.fromEntries(
  all.filter(([, { isTroubled }]) => isTroubled === true),
)
