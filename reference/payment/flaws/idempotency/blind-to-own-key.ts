import type { PaymentBehaviour } from '../../behaviour.ts'
import { isLive } from '../../domain/payment.ts'

/** Lets a second payment of one key carry the same reference. */
export const blindToOwnKey: Partial<PaymentBehaviour> = {
  referenceTaken: (existing, key) => isLive(existing.status) && existing.idempotencyKey !== key,
}
