import type { PaymentBehaviour } from '../../behaviour.ts'
import { isLive } from '../../domain/payment.ts'
import type { Patch } from '../../patch.ts'
import { type RareFlaw, rareFlaws } from './rare-flaw.ts'

const history = rareFlaws('pay/generated/histories')

/** A patch that remembers something of the service that it is applied to. */
const remembering =
  <Memory>(
    start: () => Memory,
    patch: (before: PaymentBehaviour, memory: Memory) => Partial<PaymentBehaviour>,
  ): Patch =>
  (before) => ({ ...before, ...patch(before, start()) })

/** Notes every payment that a refresh has shown. */
const notesRefreshed =
  (before: PaymentBehaviour, seen: Set<string>): PaymentBehaviour['record'] =>
  (payment, operation) => {
    if (operation === 'refresh') seen.add(payment.id)
    return before.record(payment, operation)
  }

/** Faults that need several steps in one order, or requests that meet. */
export const rareHistories: Record<string, RareFlaw> = {
  'refresh-frees-reference': history(
    'The reference of a payment is free for another of its type once it was refreshed',
    'pay.reference.duplicate-live',
    remembering(
      () => new Set<string>(),
      (before, refreshed) => ({
        record: notesRefreshed(before, refreshed),
        referenceTaken: (existing, _key, asked) =>
          isLive(existing.status) && !(refreshed.has(existing.id) && existing.request.type === asked.type),
      }),
    ),
  ),
  'busy-key-stays-busy': {
    title: 'A key that was in use by two requests at once answers 409 from then on',
    breaks: ['pay.idempotency.concurrent-answers'],
    foundBy: 'pay/generated/races',
    patch: remembering(
      () => new Map<string, number>(),
      (before, busy) => ({
        sameKey: 'conflict',
        refuse: (refusal, facts) => {
          const key = String(facts.value)
          if (refusal.cause === 'key-busy') busy.set(key, (busy.get(key) ?? 0) + 1)
          return before.refuse(refusal, facts)
        },
        objects: (operation, to) =>
          operation === 'replay' && busy.get(to.payment?.idempotencyKey ?? '') === 1
            ? 'state-conflict'
            : before.objects(operation, to),
      }),
    ),
  },
}
