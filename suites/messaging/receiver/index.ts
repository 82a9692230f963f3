import type { Check } from '../../../kit/check/check.ts'
import { answers } from './answers.ts'
import { messages } from './messages.ts'
import { otherEvents } from './other-events.ts'
import { repeats } from './repeats.ts'
import { signatures } from './signatures.ts'

/** The checks of a receiver of SMS webhooks in reading order. */
export const messagingReceiverChecks: readonly Check[] = [
  ...answers,
  ...signatures,
  ...repeats,
  ...messages,
  ...otherEvents,
]
