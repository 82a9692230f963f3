import type { Check } from '../../../kit/check/check.ts'
import { eventsTaken } from './events-taken.ts'
import { repeats } from './repeats.ts'
import { signatures } from './signatures.ts'

/** The checks of a receiver of payment webhooks in reading order. */
export const paymentReceiverChecks: readonly Check[] = [...eventsTaken, ...signatures, ...repeats]
