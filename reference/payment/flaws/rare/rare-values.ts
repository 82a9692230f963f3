import type { Facts } from '../../http/refusal.ts'
import { alone, objectsTo, recode, textThat, waive } from '../../patch.ts'
import { crash, unprocessable } from '../flaw.ts'
import { type RareFlaw, rareFlaws } from './rare-flaw.ts'

const refused = rareFlaws('pay/generated/refused')
const keys = rareFlaws('pay/generated/keys')
const longKeys = rareFlaws('pay/generated/long-keys')
const ids = rareFlaws('pay/generated/ids')
const callers = rareFlaws('pay/generated/callers')
const accepted = rareFlaws('pay/generated/accepted')

const amount =
  (test: (amount: number) => boolean) =>
  ({ value }: Facts): boolean =>
    typeof value === 'number' && test(value)

/** Boundaries, forms of numbers, rare types and rare values. */
export const rareValues: Record<string, RareFlaw> = {
  'minimum-of-three-digits': refused(
    'Amounts below 100 pass the minimum',
    'pay.amount.minimum',
    waive(
      ['amount-minimum'],
      amount((value) => value < 100),
    ),
  ),
  'tiny-amount-validation-error': refused(
    'Amounts below 10 answer VALIDATION_ERROR',
    'pay.amount.minimum',
    recode(
      ['amount-minimum'],
      { code: 'VALIDATION_ERROR' },
      amount((value) => value < 10 && Number.isInteger(value)),
    ),
  ),
  'minus-one-422': refused(
    'Only amounts above -2 and below 0 are rejected as details',
    'pay.amount.not-positive',
    recode(
      ['binding'],
      unprocessable,
      alone(
        ({ field, kind, value }) => field === 'amount' && kind === 'range' && Number(value) > -2 && Number(value) < 0,
      ),
    ),
  ),
  'accepts-phone-with-letter': refused(
    'A phone with a letter among its digits is accepted',
    'pay.phone.bad',
    waive(
      ['phone'],
      textThat((value) => /\d[A-Za-z]/.test(value)),
    ),
  ),
  'accepts-currency-of-nobody': refused(
    'XXX is taken for a currency',
    'pay.currency.unsupported',
    waive(
      ['currency'],
      textThat((value) => value === 'XXX'),
    ),
  ),
  'long-network-crash': refused(
    'A network of more than 16 characters crashes',
    'pay.error.handled',
    recode(
      ['network'],
      crash,
      textThat((value) => value.length > 16),
    ),
  ),
  'keys-cut-in-the-middle-lengths': keys(
    'Keys of 100 to 254 characters lose their last one',
    'pay.idempotency.long-key-distinct',
    {
      keyScope: (merchantId, key) => `${merchantId} ${key.length >= 100 && key.length < 255 ? key.slice(0, -1) : key}`,
    },
  ),
  'refuses-keys-of-200-to-254': keys(
    'Keys of 200 to 254 characters count as absent',
    'pay.idempotency.key-max-accepted',
    (before) => ({
      ...before,
      keyAbsent: (header) =>
        before.keyAbsent(header) || (header !== undefined && header.length >= 200 && header.length < 255),
    }),
  ),
  'accepts-keys-over-1000': longKeys(
    'Keys of more than 1000 characters pass',
    'pay.idempotency.key-too-long',
    waive(
      ['key-too-long'],
      textThat((value) => value.length > 1000),
    ),
  ),
  'id-with-one-letter-off-404': ids(
    'A UUID with one letter that is no hex digit is looked up',
    'pay.id.invalid-read',
    recode(
      ['id-invalid'],
      { status: 404, code: 'RESOURCE_NOT_FOUND' },
      ({ operation, value }) =>
        operation === 'read' && String(value).length === 36 && String(value).match(/[^0-9a-f-]/gi)?.length === 1,
    ),
  ),
  'foreign-letters-in-id-crash': ids(
    'An id with letters beyond ASCII crashes',
    'pay.error.handled',
    recode(
      ['id-invalid'],
      crash,
      textThat((value) => /[^\x20-\x7e]/.test(value)),
    ),
  ),
  'short-test-key-403': callers(
    'An unknown key that begins with sk_test_ and is short is told about test mode',
    'pay.auth.before-endpoint',
    recode(
      ['key-unknown'],
      { status: 403, code: 'TEST_MODE_UNAVAILABLE' },
      textThat((value) => value.startsWith('sk_test_') && value.length < 40),
    ),
  ),
  'refuses-amounts-between-hundreds': accepted(
    'Amounts that are no multiple of 50 are refused',
    'pay.create.mobile',
    objectsTo(
      'create',
      'unclassified',
      ({ request }) => request !== undefined && Number.isInteger(request.amount) && request.amount % 50 > 1,
    ),
  ),
  'exponent-crash': accepted('A number with an exponent crashes', 'pay.error.handled', (before) => ({
    ...before,
    fingerprint: (body, raw) => {
      if (/\d[eE][+-]?\d/.test(raw.toString('utf8').replaceAll(/"[^"]*"/g, ''))) throw new RangeError('no such number')
      return before.fingerprint(body, raw)
    },
  })),
}
