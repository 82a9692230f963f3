import type { Ranges } from '../contract.ts'
import { paymentErrors } from './errors.ts'
import type { paymentRequirements } from './requirements.ts'

const ENDPOINTS = [
  'POST /api/v1/payments',
  'GET /api/v1/payments/{id}',
  'POST /api/v1/payments/{id}/refresh',
  'PUT /api/v1/merchants/me',
]
const endpoint = { endpoint: ENDPOINTS }
/** What events tell of; a deployment that tells of a creation as well tells of more. */
const change = { change: ['processing', 'completed', 'failed', 'expired', 'cancelled'] }
const end = { change: ['completed', 'failed', 'expired', 'cancelled'] }
/** What is told, and where: callback_url is called for the end of a payment alone. */
const told = {
  delivery: [
    ...change.change.map((each) => `${each} to webhook_url`),
    ...end.change.map((each) => `${each} to callback_url`),
  ],
}
const kind = { kind: ['mobile', 'card', 'qr'] }
/** Rows that a deployment may leave to others, or that no endpoint shown answers with. */
const ELSEWHERE = ['INVALID_REQUEST', 'INSUFFICIENT_BALANCE', 'PAYOUT_FAILED']
const row = { row: Object.keys(paymentErrors).filter((code) => !ELSEWHERE.includes(code)) }
/** Those whose details are told apart. */
const otherRow = { row: row.row.filter((code) => !['VALIDATION_ERROR', 'UPDATE_FAILED'].includes(code)) }
const failure = { reaction: ['400', '401', '403', '404', '410', '429', '500', '503', '302', '307'] }

/** What statements of the payment document range over: each is promised at every one of the values. */
// biome-ignore format: a table reads by its rows, one statement a line
export const paymentRanges = {
  'pay.auth.bearer': endpoint,
  'pay.auth.missing-header': endpoint,
  'pay.auth.scheme': endpoint,
  'pay.auth.invalid-key': endpoint,
  'pay.auth.revoked-key': endpoint,
  'pay.auth.inactive-merchant': endpoint,
  'pay.auth.unresolved-identity': endpoint,
  'pay.auth.merchant-not-found': endpoint,
  'pay.auth.no-details': { endpoint: ENDPOINTS, row: ['unauthorized', 'invalid_api_key'] },
  'pay.error.envelope': row,
  'pay.error.status-error': row,
  'pay.error.code-is-http-status': row,
  'pay.error.code-string': row,
  'pay.error.message-string': row,
  'pay.error.code-matches-status': row,
  'pay.error.details-only-where-stated': otherRow,
  'pay.error.json': endpoint,
  'pay.error.handled': endpoint,
  'pay.version.prefix': endpoint,
  'pay.rate.every-endpoint': endpoint,
  'pay.rate.limited': { credential: ['live key', 'test key'] },
  'pay.amount.wrong-type': kind,
  'pay.currency.unsupported': kind,
  'pay.validation.wrong-type': kind,
  'pay.idempotency.key-required': kind,
  'pay.idempotency.key-max-accepted': kind,
  'pay.idempotency.key-too-long': kind,
  'pay.idempotency.replay-status': kind,
  'pay.idempotency.replay-same-payment': kind,
  'pay.idempotency.replay-after-terminal': end,
  'pay.read.payment': kind,
  'pay.read.agrees-with-events': change,
  'pay.event.json-object': told,
  'pay.event.content-type': told,
  'pay.event.version': told,
  'pay.event.name': told,
  'pay.event.id-uuid': told,
  'pay.event.id-stable': told,
  'pay.event.transaction-id': told,
  'pay.event.merchant-reference': told,
  'pay.event.amount': told,
  'pay.event.currency': told,
  'pay.event.status': told,
  'pay.event.previous-status': told,
  'pay.event.payment-type': told,
  'pay.event.provider-reference': told,
  'pay.event.metadata': told,
  'pay.event.timestamp': told,
  'pay.event.chain': change,
  'pay.signature.header': told,
  'pay.signature.timestamp': told,
  'pay.signature.verifies': told,
  'pay.delivery.id': told,
  'pay.webhook.callback-on-terminal': end,
  'pay.webhook.callback-only-terminal': { given: ['both URLs', 'callback_url alone'] },
  'pay.webhook.every-change': change,
  'pay.webhook.same-payload': end,
  'pay.delivery.retry-after-error': failure,
  'pay.delivery.ends-after-2xx': { reaction: ['200', '201', '202', '203', '204', '206', '207', '208', '226', '299'] },
} as const satisfies Ranges<typeof paymentRequirements>
