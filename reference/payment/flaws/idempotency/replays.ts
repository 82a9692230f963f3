import { randomUUID } from 'node:crypto'
import type { PaymentBehaviour } from '../../behaviour.ts'
import { isLive, isTerminal } from '../../domain/payment.ts'
import { answers, objectsTo, together, waive } from '../../patch.ts'
import { type Flaw, flaw } from '../flaw.ts'
import { blindToOwnKey } from './blind-to-own-key.ts'

/** The card payment may have ended before its creation is sent again. */
const ofCards = [
  'pay.idempotency.replay-status',
  'pay.idempotency.replay-same-payment',
  'pay.idempotency.no-second-payment',
] as const

const replayStatus =
  (code: number) =>
  (before: PaymentBehaviour): PaymentBehaviour => ({
    ...before,
    statusOf: (operation) => (operation === 'replay' ? code : before.statusOf(operation)),
  })

export const replayFlaws: Record<string, Flaw> = {
  'replay-201': flaw(
    'A replay answers 201',
    ['pay.idempotency.replay-status', 'pay.idempotency.replay-after-terminal'],
    replayStatus(201),
  ),
  'replay-202': flaw(
    'A replay answers 202',
    ['pay.idempotency.replay-status', 'pay.idempotency.replay-after-terminal'],
    replayStatus(202),
  ),
  'replay-500': flaw(
    'Every replay answers 500',
    [
      'pay.idempotency.replay-status',
      'pay.idempotency.replay-same-payment',
      'pay.idempotency.replay-after-terminal',
      'pay.idempotency.concurrent-answers',
    ],
    objectsTo('replay', 'internal'),
    ['pay.idempotency.after-lost-answer'],
  ),
  'second-replay-201': flaw(
    'Every replay but the first one answers 201',
    ['pay.idempotency.replay-status'],
    (before) => {
      const replayed = new Set<unknown>()
      let again = false
      return {
        ...before,
        objects: (operation, to) => {
          again = operation === 'replay' && replayed.has(to.payment?.id)
          if (operation === 'replay') replayed.add(to.payment?.id)
          return before.objects(operation, to)
        },
        statusOf: (operation) => (operation === 'replay' && again ? 201 : before.statusOf(operation)),
      }
    },
    ['pay.idempotency.replay-after-terminal'],
  ),
  'third-replay-forgotten': flaw(
    'The third retry with a key does not find its payment',
    ['pay.idempotency.replay-status'],
    (before) => {
      const found = new Map<unknown, number>()
      return {
        ...before,
        finds: (record, fingerprint) => {
          const times = (found.get(record.payment.id) ?? 0) + 1
          found.set(record.payment.id, times)
          return times < 3 && before.finds(record, fingerprint)
        },
      }
    },
    ['pay.idempotency.concurrent-answers', 'pay.idempotency.replay-after-terminal'],
  ),
  'replay-new-id': flaw(
    'A replay shows the payment under a new id',
    [
      'pay.idempotency.replay-same-payment',
      'pay.idempotency.replay-after-terminal',
      'pay.idempotency.after-lost-answer',
      'pay.idempotency.after-rate-limit',
      'pay.idempotency.after-provider-unavailable',
      'pay.idempotency.concurrent-answers',
    ],
    answers(['replay'], () => ({ id: randomUUID() })),
  ),
  'ignores-key': flaw(
    'The key is required and ignored',
    [
      'pay.idempotency.replay-status',
      'pay.idempotency.replay-same-payment',
      'pay.idempotency.no-second-payment',
      'pay.idempotency.concurrent-one-payment',
      'pay.idempotency.after-lost-answer',
      'pay.idempotency.replay-after-terminal',
      'pay.idempotency.after-rate-limit',
      'pay.idempotency.after-provider-unavailable',
      'pay.reference.existing-transaction-id',
    ],
    {
      remembers: () => false,
      referenceTaken: (existing, key) => isLive(existing.status) && existing.idempotencyKey !== key,
    },
  ),
  'key-lost-to-reference-check': flaw(
    'A replay runs into the reference of its own payment',
    [
      'pay.idempotency.replay-status',
      'pay.idempotency.replay-same-payment',
      'pay.idempotency.concurrent-answers',
      'pay.idempotency.replay-after-terminal',
      'pay.idempotency.after-lost-answer',
      'pay.idempotency.no-second-payment',
    ],
    { remembers: () => false },
  ),
  'second-payment-for-other-body': flaw(
    'A used key with another body makes a second payment',
    ['pay.idempotency.no-second-payment', 'pay.idempotency.replay-status'],
    together({ finds: (record, fingerprint) => record.fingerprint === fingerprint }, blindToOwnKey),
  ),
  'collision-forgets-key': flaw(
    'A key that met another body is forgotten, and makes a second payment',
    ['pay.idempotency.no-second-payment', 'pay.idempotency.replay-status'],
    (before) => {
      const collided = new Set<string>()
      return {
        ...before,
        ...blindToOwnKey,
        refuse: (refusal, facts) => {
          if (refusal.cause === 'key-collision' && facts.payment !== undefined) collided.add(facts.payment.id)
          return before.refuse(refusal, facts)
        },
        finds: (record) => !collided.has(record.payment.id),
      }
    },
  ),
  'other-body-charged-unseen': flaw(
    'A used key with another body answers the original and charges the other one all the same',
    ['pay.idempotency.no-second-payment'],
    together(waive(['key-collision']), { executes: (cause) => (cause === 'key-collision' ? 'completes' : undefined) }),
  ),
  'processing-replay-restarts': flaw(
    'A retry hands a payment that is processing to its provider again',
    ['pay.idempotency.no-second-payment', 'pay.event.chain'],
    { beginsAnew: ({ status }) => (status === 'processing' ? 'processes' : undefined) },
    // Its first event was not taken: another one may be a further attempt.
    ['pay.event.id-stable'],
  ),
  'processing-replay-stays-pending': flaw(
    'A retry puts a payment that is processing back to pending',
    ['pay.idempotency.no-second-payment'],
    { beginsAnew: ({ status }) => (status === 'processing' ? 'rests' : undefined) },
  ),
  'failed-replay-restarts': flaw(
    'A retry hands a payment that has failed to its provider again',
    ['pay.status.terminal-is-final'],
    { beginsAnew: ({ status }) => (status === 'failed' ? 'rests' : undefined) },
  ),
  'finished-replay-conflict': flaw(
    'The key of a finished payment answers 409',
    ['pay.idempotency.replay-after-terminal'],
    objectsTo('replay', 'state-conflict', ({ payment }) => payment !== undefined && isTerminal(payment.status)),
    ofCards,
  ),
  'forgets-key-when-finished': flaw(
    'The key of a finished payment makes another',
    ['pay.idempotency.replay-after-terminal'],
    together({ finds: (record) => !isTerminal(record.payment.status) }, blindToOwnKey),
    ['pay.idempotency.after-lost-answer', ...ofCards],
  ),
  'cancellation-frees-key': flaw(
    'The key of a cancelled payment makes another',
    ['pay.idempotency.replay-after-terminal'],
    together({ finds: (record) => record.payment.status !== 'cancelled' }, blindToOwnKey),
    ofCards,
  ),
  'failure-frees-key': flaw(
    'The key of a payment that failed makes another',
    ['pay.idempotency.replay-after-terminal'],
    { finds: (record) => record.declined || record.payment.status !== 'failed' },
  ),
  'expired-replay-conflict': flaw(
    'The key of an expired payment answers 409',
    ['pay.idempotency.replay-after-terminal'],
    objectsTo('replay', 'state-conflict', ({ payment }) => payment?.status === 'expired'),
  ),
  'replay-shows-latest-of-reference': flaw(
    'A replay shows the latest payment with the reference',
    ['pay.idempotency.replay-after-terminal', 'pay.idempotency.no-second-payment'],
    (before) => {
      const latest = new Map<string, string>()
      return {
        ...before,
        record: (payment, operation) => {
          const { reference } = payment.request
          if (operation === 'create') latest.set(reference, payment.id)
          const shown = before.record(payment, operation)
          return operation === 'replay' ? { ...shown, id: latest.get(reference) ?? payment.id } : shown
        },
      }
    },
  ),
  'cards-ignore-key': flaw(
    'The key of a card payment makes another',
    [
      'pay.idempotency.replay-status',
      'pay.idempotency.replay-same-payment',
      'pay.idempotency.no-second-payment',
      'pay.idempotency.after-provider-unavailable',
    ],
    together({ finds: (record) => record.payment.request.type !== 'card' }, blindToOwnKey),
    // Where the seed has a card payment end.
    ['pay.idempotency.replay-after-terminal'],
  ),
  'qr-replay-201': flaw('A replay of a QR payment answers 201', ['pay.idempotency.replay-status'], (before) => {
    let isQr = false
    return {
      ...before,
      objects: (operation, to) => {
        isQr = operation === 'replay' && to.payment?.request.type === 'qr'
        return before.objects(operation, to)
      },
      statusOf: (operation) => (operation === 'replay' && isQr ? 201 : before.statusOf(operation)),
    }
  }),
}
