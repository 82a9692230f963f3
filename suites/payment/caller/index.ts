import type { Check } from '../../../kit/check/check.ts'
import { errorChecks } from './errors.ts'
import { inputChecks } from './input.ts'
import { keyChecks } from './keys.ts'
import { refusalChecks } from './refusals.ts'
import { requestChecks } from './requests.ts'
import { retryChecks } from './retries.ts'
import { signatureChecks } from './signatures.ts'
import { successChecks } from './success.ts'

/** The checks of clients of the payment service, in reading order. */
export const paymentCallerChecks: readonly Check[] = [
  ...requestChecks,
  ...keyChecks,
  ...retryChecks,
  ...refusalChecks,
  ...errorChecks,
  ...successChecks,
  ...inputChecks,
  ...signatureChecks,
]
