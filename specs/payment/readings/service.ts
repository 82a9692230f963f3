import type { PaymentReading } from './reading.ts'

/** Readings of who is let in, of endpoints, statuses, events and limits. */
export const serviceReadings = {
  'pay.reading.authentication-first': {
    at: 'Payment › Authentication',
    conflict: 'Authentication precedes the endpoint, but its order against rate limit and routing is not told.',
    policy:
      'A 401 wins over defects of id, body and idempotency key; anything else fails. Against the rate limit and on unknown routes both orders are noted.',
    touches: ['pay.auth.before-endpoint', 'pay.auth.missing-header', 'pay.auth.invalid-key', 'pay.rate.limited'],
  },
  'pay.reading.refresh-conflict': {
    at: 'Payment › Endpoints',
    conflict: 'A refresh succeeds or fails with PROVIDER_ERROR, yet CONFLICT stands for the state of any resource.',
    policy:
      'CONFLICT passes: the payment may be finished, or not yet upstream. It fails where the upstream has news of a payment that stays unfinished.',
    touches: ['pay.refresh.payment', 'pay.refresh.updates-status', 'pay.status.terminal-is-final'],
  },
  'pay.reading.lagging-reads': {
    at: 'Payment › Events › Receiver rules',
    conflict: 'Missed events are recoverable by GET, yet nothing promises that a read knows at once what was told.',
    policy:
      'A read that shows an earlier state, or no payment yet, is asked again for as long as a delivery may take, ten seconds at most. Only what stays so contradicts.',
    touches: [
      'pay.read.payment',
      'pay.create.returns-payment',
      'pay.declined.queryable',
      'pay.status.terminal-is-final',
      'pay.refresh.updates-status',
      'pay.refresh.safe-to-retry',
      'pay.reference.free-after-refusal',
      'pay.reference.duplicate-live',
    ],
  },
  'pay.reading.success-shapes': {
    at: 'Payment › Endpoints',
    conflict: 'Endpoints answer with the payment, yet no success body and no status of a first creation is shown.',
    policy:
      'Any 2xx passes for a first creation. Bodies are read for id, status and reference where found and are otherwise noted.',
    touches: [
      'pay.create.mobile',
      'pay.create.card',
      'pay.create.qr',
      'pay.create.returns-payment',
      'pay.read.payment',
      'pay.refresh.payment',
      'pay.profile.update',
    ],
  },
  'pay.reading.money-moving': {
    at: 'Payment › Authentication',
    conflict: 'Test keys are refused on money-moving endpoints, which are not listed.',
    policy:
      'Creation and payouts are money-moving. A refresh may be: success and 403 both pass for a test key. A read and a profile update move none: TEST_MODE_UNAVAILABLE fails there.',
    touches: [
      'pay.access.test-key',
      'pay.access.test-key-reads',
      'pay.access.test-key-profile',
      'pay.access.test-key-enabled',
      'pay.access.test-key-payouts',
      'pay.refresh.payment',
    ],
  },
  'pay.reading.id-spellings': {
    at: 'Payment › Endpoints',
    conflict: 'An id that is not a UUID is refused, and which spellings are a UUID is not told.',
    policy:
      'Only ids that no UUID parser takes are judged: some take one with a digit too few or too many. Other spellings are noted at 200, 400 and 404.',
    touches: ['pay.id.invalid-read', 'pay.id.invalid-refresh'],
  },
  'pay.reading.unlisted-transitions': {
    at: 'Payment › States and transitions',
    conflict: 'Six statuses are listed, yet most transitions between them are not shown.',
    policy: 'A status outside the six fails, a change of a terminal status fails, and any other transition is noted.',
    touches: ['pay.status.known', 'pay.status.terminal-is-final', 'pay.event.status', 'pay.event.previous-status'],
  },
  'pay.reading.rate-window': {
    at: 'Payment › Limits',
    conflict: '60 requests a minute fits fixed windows, sliding windows and buckets, and the reset has no format.',
    policy:
      'More than 121 answers without 429 within 60 s fail. So do two rested keys that both get more than 60 at once. An earlier 429 than the 61st request warns. A reset is read as time, seconds or duration. An unreadable one warns; one without a digit fails, and one that is long past.',
    touches: [
      'pay.rate.limited',
      'pay.rate.full-allowance',
      'pay.rate.reset-header',
      'pay.rate.reset-readable',
      'pay.rate.recovers',
      'pay.rate.per-key',
      'pay.rate.every-endpoint',
    ],
  },
  'pay.reading.delivery-gaps': {
    at: 'Payment › Events',
    conflict: 'Deliveries are signed and retried, without key encoding, hex case, media type, schedule or redirects.',
    policy:
      'A match by a decoded key, another media type and a timestamp far from arrival warn. Hex case, schedule, redirects and renewal of the timestamp are noted.',
    touches: [
      'pay.signature.verifies',
      'pay.signature.header',
      'pay.signature.lower-case',
      'pay.signature.timestamp-current',
      'pay.event.content-type',
      'pay.delivery.retry-after-error',
      'pay.delivery.retry-after-timeout',
      'pay.delivery.retry-after-reset',
    ],
  },
  'pay.reading.key-characters': {
    at: 'Payment › Limits',
    conflict: 'The length of a key is counted in characters, without a word on bytes or on other alphabets.',
    policy: 'Keys of checks are ASCII, where both counts agree. Others are not judged.',
    touches: ['pay.idempotency.key-max-accepted', 'pay.idempotency.key-too-long', 'pay.idempotency.long-key-distinct'],
  },
  'pay.reading.test-mode-off': {
    at: 'Payment › Authentication',
    conflict: 'Test keys never move real money, yet with test mode off only live keys create payments.',
    policy: 'Creation checks with a test key while test mode is off are blocked, not passed. Live keys need consent.',
    touches: [
      'pay.access.test-key',
      'pay.access.test-key-enabled',
      'pay.access.test-key-no-money',
      'pay.create.mobile',
    ],
  },
  'pay.reading.named-without-endpoint': {
    at: 'Payment › What the service does',
    conflict:
      'Payouts, the profile and QR payments are named, yet payout endpoints, profile reads and QR fields are not shown.',
    policy: 'Nothing is judged there. A QR payment is created only from a body that the target gives.',
    touches: [
      'pay.payout.create',
      'pay.payout.defaults-only',
      'pay.create.qr',
      'pay.outcome.insufficient-balance',
      'pay.outcome.payout-failed',
    ],
  },
} as const satisfies Record<string, PaymentReading>
