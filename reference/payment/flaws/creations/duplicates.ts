import type { JsonObject } from '../../domain/payment.ts'
import { recode } from '../../patch.ts'
import { type Flaw, flaw } from '../flaw.ts'

/** An id that no payment has. */
export const NOBODY = '5f0c1d2e-7a3b-4c4d-9e5f-60718293a4b5'

/** What DUPLICATE_REFERENCE tells of payments that have ended. */
export const duplicateFlaws: Record<string, Flaw> = {
  'completed-duplicate-names-nobody': flaw(
    'DUPLICATE_REFERENCE names no payment where a completed one has the reference',
    ['pay.reference.existing-transaction-id'],
    recode(
      ['duplicate-reference'],
      ({ details }) => ({ details: { ...(details as JsonObject), existing_transaction_id: NOBODY } }),
      ({ payment }) => payment?.status === 'completed',
    ),
  ),
}
