import type { PaymentBehaviour } from '../../behaviour.ts'
import { objectsTo, recode, together, waive } from '../../patch.ts'
import { fates } from '../../recipes.ts'
import { type Flaw, flaw } from '../flaw.ts'
import { blindToOwnKey } from './blind-to-own-key.ts'

/** The key of a creation with this phone answers CONFLICT from the second time on; of one type alone, where one is given. */
const burnsKeyAfter =
  (phone: string, type?: string) =>
  (before: PaymentBehaviour): PaymentBehaviour => {
    const met = new Set<string>()
    return {
      ...before,
      objects: (operation, to) => {
        const { request } = to
        const isMeant = request?.phone === phone && (type === undefined || request.type === type)
        if (operation !== 'create' || !isMeant) return before.objects(operation, to)
        const burnt = met.has(request.reference)
        met.add(request.reference)
        return burnt ? 'state-conflict' : before.objects(operation, to)
      },
    }
  }

export const keyFlaws: Record<string, Flaw> = {
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
  'qr-refuses-255-characters': flaw(
    'Keys of QR payments may have 254 characters',
    ['pay.idempotency.key-max-accepted'],
    objectsTo(
      'create',
      'key-too-long',
      ({ request, idempotencyKey = '' }) => request?.type === 'qr' && idempotencyKey.length >= 255,
    ),
  ),
  'accepts-256-characters': flaw('Keys may have 256 characters', ['pay.idempotency.key-too-long'], { keyLimit: 256 }),
  'cards-accept-256-characters': flaw(
    'Keys of card payments may have 256 characters',
    ['pay.idempotency.key-too-long'],
    waive(['key-too-long'], ({ raw }) => raw?.includes('"card"') === true),
  ),
  'long-key-payment-failed': flaw(
    'An over-long key answers PAYMENT_FAILED',
    ['pay.idempotency.key-too-long'],
    recode(['key-too-long'], { code: 'PAYMENT_FAILED' }),
  ),
  'outage-burns-key': flaw(
    'A key that met an outage answers CONFLICT from then on',
    ['pay.idempotency.retry-after-outage'],
    burnsKeyAfter(fates.providerUnavailable.phone),
  ),
  'outage-burns-key-of-qr': flaw(
    'The key of a QR payment that met an outage answers CONFLICT from then on',
    ['pay.idempotency.retry-after-outage'],
    burnsKeyAfter(fates.providerUnavailable.phone, 'qr'),
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
  'key-cut-at-254': flaw('Keys are compared by 254 characters', ['pay.idempotency.long-key-distinct'], {
    keyScope: (merchantId, key) => `${merchantId} ${key.slice(0, 254)}`,
  }),
  'key-cut-at-64': flaw('Keys are compared by 64 characters', ['pay.idempotency.long-key-distinct'], {
    keyScope: (merchantId, key) => `${merchantId} ${key.slice(0, 64)}`,
  }),
  'key-in-any-case': flaw('Keys are compared without regard to case', ['pay.idempotency.long-key-distinct'], {
    keyScope: (merchantId, key) => `${merchantId} ${key.toLowerCase()}`,
  }),
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
    burnsKeyAfter(fates.feeError.phone),
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
  'cards-without-key': flaw(
    'A card payment needs no key',
    ['pay.idempotency.key-required'],
    waive(['key-missing'], ({ raw }) => raw?.includes('"card"') === true),
  ),
  'key-shared-between-merchants': flaw("A key finds another merchant's payment", ['pay.idempotency.merchant-scope'], {
    keyScope: (_merchantId, key) => key,
  }),
}
