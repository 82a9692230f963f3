/** Outcomes that a target file may say how to bring about, and what each of them is. */
export const outcomes = {
  processing: 'A payment that becomes processing.',
  completed: 'A payment that is completed.',
  failed: 'A payment that fails after it was created.',
  expired: 'A payment that expires.',
  cancelled: 'A payment that is cancelled.',
  declined: 'A creation that the provider declines at once: 402 PAYMENT_DECLINED.',
  insufficientFunds: 'A creation answered with 402 INSUFFICIENT_FUNDS.',
  invalidDetails: 'A creation answered with 422 INVALID_PAYMENT_DETAILS.',
  limitExceeded: 'A creation answered with 422 TRANSACTION_LIMIT_EXCEEDED.',
  unclassified: 'A creation answered with 400 PAYMENT_FAILED for an unclassified reason.',
  riskBlocked: 'A creation answered with 403 RISK_CHECK_FAILED.',
  screeningBlocked: 'A creation answered with 403 TRANSACTION_BLOCKED.',
  internalError: 'A creation answered with 500 INTERNAL_ERROR.',
  feeError: 'A creation answered with 500 FEE_CALCULATION_ERROR.',
  providerUnavailable: 'A creation answered with 502 PROVIDER_UNAVAILABLE, and no longer when it is retried.',
  providerError: 'A creation answered with 502 PROVIDER_ERROR.',
  refreshProviderError: 'A payment whose refresh is answered with 502 PROVIDER_ERROR.',
  refreshCompletes: 'A payment whose refresh finds it completed.',
  updateRejected: 'A profile update answered with 400 UPDATE_FAILED.',
  testModeOn: 'Switches test mode of the platform on.',
  testModeOff: 'Switches test mode of the platform off.',
} as const

export type PaymentOutcome = keyof typeof outcomes
