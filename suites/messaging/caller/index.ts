import type { Check } from '../../../kit/check/check.ts'
import { answerChecks } from './answers.ts'
import { fieldChecks } from './fields.ts'
import { requestChecks } from './requests.ts'
import { retryChecks } from './retries.ts'
import { signatureChecks } from './signatures.ts'

/** The checks of clients of the messaging service, in reading order. */
export const messagingCallerChecks: readonly Check[] = [
  ...requestChecks,
  ...fieldChecks,
  ...retryChecks,
  ...answerChecks,
  ...signatureChecks,
]
