import { alone, recode, textThat, waive } from '../../patch.ts'
import { crash, type Flaw, flaw, unprocessable } from '../flaw.ts'

const mistyped = (field: string) => alone((problem) => problem.field === field && problem.kind === 'type')

/** Members and bodies of other forms than the document has. */
export const wrongFormFlaws: Record<string, Flaw> = {
  'amount-list-crash': flaw(
    'An amount that is a list crashes',
    ['pay.amount.wrong-type', 'pay.error.handled'],
    recode(
      ['binding'],
      crash,
      alone(({ field, value }) => field === 'amount' && Array.isArray(value)),
    ),
  ),
  'amount-null-crash': flaw(
    'An amount that is null crashes',
    ['pay.amount.wrong-type', 'pay.error.handled'],
    recode(
      ['binding'],
      crash,
      alone(({ field, value }) => field === 'amount' && value === null),
    ),
  ),
  'phone-null-crash': flaw(
    'A phone that is null crashes',
    ['pay.phone.bad', 'pay.error.handled'],
    recode(
      ['binding'],
      crash,
      alone(({ field, value }) => field === 'phone' && value === null),
    ),
  ),
  'card-without-amount-crash': flaw(
    'A card payment without an amount crashes',
    ['pay.error.handled'],
    recode(
      ['binding'],
      crash,
      ({ problems = [], type }) =>
        type === 'card' && problems.every(({ field, kind }) => field === 'amount' && kind === 'missing'),
    ),
  ),
  'currency-list-422': flaw(
    'A currency that is no string is rejected as details',
    ['pay.validation.wrong-type'],
    recode(['binding'], unprocessable, mistyped('currency')),
  ),
  'network-list-crash': flaw(
    'A network that is no string crashes',
    ['pay.validation.wrong-type', 'pay.error.handled'],
    recode(['binding'], crash, mistyped('network')),
  ),
  'email-list-payment-failed': flaw(
    'An e-mail address that is no string answers PAYMENT_FAILED',
    ['pay.validation.wrong-type'],
    recode(['binding'], { code: 'PAYMENT_FAILED', details: undefined }, mistyped('customer.email')),
  ),
  'accepts-webhook-url-list': flaw(
    'A webhook_url that is no string is overlooked',
    ['pay.validation.wrong-type'],
    waive(['binding'], mistyped('webhook_url')),
  ),
  'accepts-long-currency': flaw(
    'Currencies of more than three characters are accepted',
    ['pay.currency.unsupported'],
    waive(
      ['currency'],
      textThat((value) => value.length > 3),
    ),
  ),
  'text-body-422': flaw(
    'A body that is a text or a number answers 422',
    ['pay.validation.not-an-object', 'pay.profile.bad-body'],
    recode(['not-an-object'], unprocessable, ({ value }) => value !== null && typeof value !== 'object'),
  ),
  'null-body-closes-connection': flaw(
    'The body null closes the connection',
    ['pay.error.handled'],
    recode(['not-an-object'], { status: 0 }, ({ value }) => value === null),
  ),
  'form-body-404': flaw(
    'A form in place of JSON answers 404',
    ['pay.validation.malformed-json'],
    recode(
      ['malformed-json'],
      { status: 404, code: 'RESOURCE_NOT_FOUND' },
      textThat((value) => value.startsWith('amount=')),
    ),
  ),
}
