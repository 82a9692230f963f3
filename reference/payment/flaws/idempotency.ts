import { randomUUID } from 'node:crypto'
import type { PaymentBehaviour } from '../behaviour.ts'
import { isLive, isTerminal } from '../domain/payment.ts'
import { answers, objectsTo, recode, together, waive } from '../patch.ts'
import { fates } from '../recipes.ts'
import { type Flaw, flaw } from './flaw.ts'

/** Lets a second payment of one key carry the same reference. */
const blindToOwnKey: Partial<PaymentBehaviour> = {
  referenceTaken: (existing, key) => isLive(existing.status) && existing.idempotencyKey !== key,
}

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

export const idempotencyFlaws: Record<string, Flaw> = {
  'creates-without-key': flaw('The key is optional', ['pay.idempotency.key-required'], {
    keyAbsent: (header) => header?.trim() === '',
  }),
  'missing-key-validation-error': flaw(
    'A missing key answers VALIDATION_ERROR',
    ['pay.idempotency.key-required'],
    recode(['key-missing'], { code: 'VALIDATION_ERROR' }),
  ),
  'accepts-empty-key': flaw('An empty key is a key', ['pay.idempotency.key-empty'], {
    keyAbsent: (header) => header === undefined,
  }),
  'refuses-255-characters': flaw('Keys may have 254 characters', ['pay.idempotency.key-max-accepted'], {
    keyLimit: 254,
  }),
  'accepts-256-characters': flaw('Keys may have 256 characters', ['pay.idempotency.key-too-long'], { keyLimit: 256 }),
  'long-key-payment-failed': flaw(
    'An over-long key answers PAYMENT_FAILED',
    ['pay.idempotency.key-too-long'],
    recode(['key-too-long'], { code: 'PAYMENT_FAILED' }),
  ),
  'outage-burns-key': flaw(
    'A key that met an outage answers CONFLICT from then on',
    ['pay.idempotency.retry-after-outage'],
    (before) => {
      const met = new Set<string>()
      return {
        ...before,
        objects: (operation, to) => {
          const { request } = to
          if (operation !== 'create' || request?.phone !== fates.providerUnavailable.phone)
            return before.objects(operation, to)
          const burnt = met.has(request.reference)
          met.add(request.reference)
          return burnt ? 'state-conflict' : before.objects(operation, to)
        },
      }
    },
  ),
  'outage-stored': flaw(
    'An outage is stored with its key, and answered to every retry',
    ['pay.idempotency.retry-after-outage'],
    { outageStored: true },
  ),
  'outage-payment-in-the-way': flaw(
    'An outage leaves a payment that stands in the way of the retry',
    ['pay.idempotency.after-provider-unavailable'],
    { orphanOnOutage: 'in-the-way' },
  ),
  'long-key-details-list': flaw(
    'An over-long key is listed in details',
    ['pay.idempotency.key-too-long-reason'],
    recode(['key-too-long'], { details: [{ field: 'Idempotency-Key', message: 'is too long' }] }),
  ),
  'long-key-details-object': flaw(
    'The refusal of an over-long key has an object for details',
    ['pay.idempotency.key-too-long-reason', 'pay.error.details-binding'],
    recode(['key-too-long'], { details: { max_length: 255 } }),
  ),
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
      'pay.idempotency.concurrent-one-payment',
      'pay.idempotency.no-second-payment',
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
    ['pay.idempotency.no-second-payment'],
    together({ finds: (record, fingerprint) => record.fingerprint === fingerprint }, blindToOwnKey),
  ),
  'key-cut-at-254': flaw('Keys are compared by 254 characters', ['pay.idempotency.long-key-distinct'], {
    keyScope: (merchantId, key) => `${merchantId} ${key.slice(0, 254)}`,
  }),
  'key-cut-at-64': flaw('Keys are compared by 64 characters', ['pay.idempotency.long-key-distinct'], {
    keyScope: (merchantId, key) => `${merchantId} ${key.slice(0, 64)}`,
  }),
  'key-in-any-case': flaw('Keys are compared without regard to case', ['pay.idempotency.long-key-distinct'], {
    keyScope: (merchantId, key) => `${merchantId} ${key.toLowerCase()}`,
  }),
  'other-body-charged-unseen': flaw(
    'A used key with another body answers the original and charges the other one all the same',
    ['pay.idempotency.no-second-payment'],
    together(waive(['key-collision']), { executes: (cause) => (cause === 'key-collision' ? 'completes' : undefined) }),
  ),
  'race-loser-charges': flaw(
    'Of simultaneous requests with one key those that are refused as a conflict are executed too',
    ['pay.idempotency.concurrent-one-payment', 'pay.error.no-effect'],
    { sameKey: 'conflict', executes: (cause) => (cause === 'key-busy' ? 'completes' : undefined) },
    ['pay.idempotency.after-lost-answer'],
  ),
  'refuses-signs-in-keys': flaw('Keys hold letters, digits and hyphens only', ['pay.idempotency.key-signs'], {
    keyAbsent: (header) => header === undefined || header === '' || /[^\w-]/.test(header),
  }),
  'key-without-signs': flaw('Keys are compared by their letters and digits', ['pay.idempotency.keys-distinct'], {
    keyScope: (merchantId, key) => `${merchantId} ${key.replaceAll(/[^a-zA-Z0-9]/g, '')}`,
  }),
  'failure-leaves-payment': flaw(
    'A creation that failed unexpectedly leaves a payment, which stands in the way of its retry',
    ['pay.idempotency.after-server-error'],
    { executes: (cause) => (cause === 'internal' ? 'stays' : undefined), executedTakesReference: true },
  ),
  'failure-burns-key': flaw(
    'A key that met a failure of the fee answers CONFLICT from then on',
    ['pay.idempotency.after-server-error'],
    (before) => {
      const met = new Set<string>()
      return {
        ...before,
        objects: (operation, to) => {
          const { request } = to
          if (operation !== 'create' || request?.phone !== fates.feeError.phone) return before.objects(operation, to)
          const burnt = met.has(request.reference)
          met.add(request.reference)
          return burnt ? 'state-conflict' : before.objects(operation, to)
        },
      }
    },
  ),
  'key-race': flaw(
    'The key is looked up, and written after a pause',
    ['pay.idempotency.concurrent-one-payment'],
    together({ sameKey: 'race', authoriseMs: 6000 }, blindToOwnKey),
    ['pay.idempotency.after-lost-answer'],
  ),
  'concurrent-500': flaw(
    'A key in use answers 500',
    ['pay.idempotency.concurrent-answers'],
    together({ sameKey: 'conflict', authoriseMs: 6000 }, recode(['key-busy'], { status: 500, code: 'INTERNAL_ERROR' })),
  ),
  'concurrent-validation-error': flaw(
    'A key in use answers VALIDATION_ERROR',
    ['pay.idempotency.concurrent-answers'],
    together(
      { sameKey: 'conflict', authoriseMs: 6000 },
      recode(['key-busy'], { status: 400, code: 'VALIDATION_ERROR' }),
    ),
  ),
  'forgets-key-of-lost-answer': flaw(
    'The key is not kept where the caller went away',
    ['pay.idempotency.after-lost-answer'],
    together({ remembers: ({ aborted }) => !aborted, authoriseMs: 6000 }, blindToOwnKey),
  ),
  'outage-leaves-payment': flaw(
    'An outage leaves a payment behind, and the retry makes another',
    ['pay.idempotency.after-provider-unavailable'],
    { orphanOnOutage: 'aside' },
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
    ['pay.idempotency.replay-after-terminal'],
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
  'cards-without-key': flaw(
    'A card payment needs no key',
    ['pay.idempotency.key-required'],
    waive(['key-missing'], ({ raw }) => raw?.includes('"card"') === true),
  ),
  'cards-ignore-key': flaw(
    'The key of a card payment makes another',
    ['pay.idempotency.replay-status', 'pay.idempotency.replay-same-payment', 'pay.idempotency.no-second-payment'],
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
  'key-shared-between-merchants': flaw("A key finds another merchant's payment", ['pay.idempotency.merchant-scope'], {
    keyScope: (_merchantId, key) => key,
  }),
}
