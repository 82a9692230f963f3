import type { PaymentRequirementId } from '../../../specs/payment/requirements.ts'

const SIGNATURE = 'evidence holds neither signatures nor the secrets that they are made with'

/**
 * Requirements whose judgement looks at what evidence does not hold, because it must appear nowhere. A bundle is taken
 * at its word on them, and the verdict on it names them. A proof keeps the list as short as it can be.
 */
export const paymentNotReplayable: Readonly<Partial<Record<PaymentRequirementId, string>>> = {
  'pay.signature.header': SIGNATURE,
  'pay.signature.verifies': SIGNATURE,
  'pay.signature.lower-case': SIGNATURE,
}
