import { isLive } from '../../domain/payment.ts'
import { recode } from '../../patch.ts'
import { fates } from '../../recipes.ts'
import { type Flaw, flaw } from '../flaw.ts'

/** What goes wrong for payments of one kind alone. */
export const kindFlaws: Record<string, Flaw> = {
  'screening-tells-reason-of-cards': flaw(
    'Screening tells why a card payment was blocked',
    ['pay.access.blocked-reason-hidden', 'pay.error.details-only-where-stated'],
    recode(['screening'], { details: { rule: 'sanctions-list' } }, ({ type }) => type === 'card'),
  ),
  'test-mode-shuts-live-cards-out': flaw(
    'Card payments of live keys are refused while test mode is on',
    ['pay.access.live-key-test-mode'],
    (before) => {
      let isOn = false
      return {
        ...before,
        keyBlocked: (key, testMode) => {
          isOn = testMode
          return before.keyBlocked(key, testMode)
        },
        objects: (operation, to) =>
          operation === 'create' && isOn && to.key?.test === false && to.request?.type === 'card'
            ? 'test-mode'
            : before.objects(operation, to),
      }
    },
  ),
  'qr-takes-reference-of-qr': flaw(
    'A QR payment may have the live reference of another QR payment',
    ['pay.reference.duplicate-live', 'pay.reference.duplicate-completed'],
    {
      referenceTaken: ({ status, request }, _key, asked) =>
        isLive(status) && !(request.type === 'qr' && asked.type === 'qr'),
    },
  ),
  'outage-kept-with-key-of-cards': flaw(
    'An outage that a card payment met is the answer to each retry with its key',
    ['pay.idempotency.retry-after-outage'],
    (before) => {
      const met = new Map<string, string>()
      return {
        ...before,
        objects: (operation, to) => {
          const { request, idempotencyKey = '' } = to
          const isMeant = request?.type === 'card' && request.phone === fates.providerUnavailable.phone
          if (operation !== 'create' || !isMeant) return before.objects(operation, to)
          const first = met.get(request.reference)
          met.set(request.reference, first ?? idempotencyKey)
          return first === idempotencyKey ? 'provider-unavailable' : before.objects(operation, to)
        },
      }
    },
  ),
}
