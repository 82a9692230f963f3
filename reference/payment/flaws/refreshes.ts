import { isTerminal, type Payment } from '../domain/payment.ts'
import { objectsTo } from '../patch.ts'
import { type Flaw, flaw } from './flaw.ts'

/** Ended without success. */
const isDead = (payment: Payment | undefined): boolean =>
  payment !== undefined && isTerminal(payment.status) && payment.status !== 'completed'

/** What a refresh answers once a payment has ended. */
export const refreshFlaws: Record<string, Flaw> = {
  'refresh-of-dead-crashes': flaw(
    'A refresh of a payment that has failed, expired or been cancelled meets an unexpected failure',
    ['pay.refresh.payment'],
    objectsTo('refresh', 'internal', ({ payment }) => isDead(payment)),
  ),
  'refresh-of-cancelled-404': flaw(
    'A payment that was cancelled is not found by a refresh',
    ['pay.refresh.payment'],
    objectsTo('refresh', 'not-found', ({ payment }) => payment?.status === 'cancelled'),
  ),
}
