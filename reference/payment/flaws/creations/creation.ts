import type { Facts, Problem } from '../../http/refusal.ts'
import { objectsTo, recode, waive } from '../../patch.ts'
import { fates } from '../../recipes.ts'
import { crash, type Flaw, flaw, unprocessable } from '../flaw.ts'

const only =
  (test: (problem: Problem) => boolean) =>
  ({ problems = [] }: Facts): boolean =>
    problems.length > 0 && problems.every(test)

const amountType = only(({ field, kind }) => field === 'amount' && kind === 'type')
const amountRange = only(({ field, kind }) => field === 'amount' && kind === 'range')
const amountZero = only(({ field, value }) => field === 'amount' && value === 0)
const amountNegative = only(({ field, value }) => field === 'amount' && Number(value) < 0)
const allMissing = ({ problems = [] }: Facts) => problems.length > 5 && problems.every(({ kind }) => kind === 'missing')
const severalTypes = ({ problems = [] }: Facts) =>
  problems.some(({ field, kind }) => kind === 'type' && field !== 'amount')

export const creationFlaws: Record<string, Flaw> = {
  'refuses-mobile': flaw(
    'Ordinary mobile payments are refused',
    ['pay.create.mobile'],
    objectsTo('create', 'invalid-details', ({ request }) => request?.phone === fates.ordinary.phone),
  ),
  'refuses-card': flaw(
    'Card payments are refused',
    ['pay.create.card'],
    objectsTo('create', 'invalid-details', ({ request }) => request?.type === 'card'),
  ),
  'card-currency-unchecked': flaw(
    'Card payments are taken in any currency',
    ['pay.currency.unsupported'],
    waive(['currency'], ({ type }) => type === 'card'),
  ),
  'qr-binding-as-failure': flaw(
    'Fields of QR payments that do not bind are answered PAYMENT_FAILED',
    ['pay.validation.wrong-type'],
    recode(['binding'], { code: 'PAYMENT_FAILED', details: undefined }, ({ type }) => type === 'qr'),
  ),
  'qr-key-optional': flaw(
    'A QR payment needs no Idempotency-Key',
    ['pay.idempotency.key-required'],
    waive(['key-missing'], ({ raw }) => /"type":\s*"qr"/.test(raw?.toString('utf8') ?? '')),
  ),
  'card-crash': flaw(
    'Card payments crash',
    ['pay.create.card'],
    objectsTo('create', 'internal', ({ request }) => request?.type === 'card'),
  ),
  'type-crash': flaw('An unknown payment type crashes', ['pay.error.handled'], recode(['type'], crash)),
  'type-closes-connection': flaw(
    'An unknown payment type closes the connection',
    ['pay.error.handled'],
    recode(['type'], { status: 0 }),
  ),
  'rounds-amounts': flaw('499.5 counts as 500', ['pay.amount.minimum'], { minimumAmount: 499.5 }),
  'accepts-customer-of-any-type': flaw(
    'The type of customer is not looked at',
    ['pay.validation.wrong-type'],
    waive(
      ['binding'],
      only(({ field, kind }) => field === 'customer' && kind === 'type'),
    ),
  ),
  'accepts-lastname-of-any-type': flaw(
    'The type of customer.lastname is not looked at',
    ['pay.validation.wrong-type'],
    waive(
      ['binding'],
      only(({ field, kind }) => field === 'customer.lastname' && kind === 'type'),
    ),
  ),
  'accepts-boolean-network': flaw(
    'A network that is true is taken',
    ['pay.validation.wrong-type'],
    waive(
      ['binding'],
      only(({ field, value }) => field === 'network' && value === true),
    ),
  ),
  'list-as-reference-crash': flaw(
    'A reference that is a list crashes',
    ['pay.validation.wrong-type', 'pay.error.handled'],
    recode(
      ['binding'],
      crash,
      only(({ field, value }) => field === 'reference' && Array.isArray(value)),
    ),
  ),
  'null-member-crash': flaw(
    'An empty network crashes',
    ['pay.error.handled'],
    recode(
      ['binding'],
      crash,
      only(({ field, kind }) => field === 'network' && kind === 'missing'),
    ),
  ),
  'accepts-longer-currency': flaw(
    'A currency of more than three letters is not looked up',
    ['pay.currency.unsupported'],
    waive(['currency'], ({ value }) => String(value).length > 3 && String(value) !== '12345'),
  ),
  'reads-phones-in-part': flaw('Of a phone the first six digits are looked at', ['pay.phone.bad'], {
    readPhone: (phone) => (/^[0-9]{6}.{2,}$/.test(phone) ? phone : undefined),
  }),
  'accepts-long-phones': flaw('A phone may have any number of digits', ['pay.phone.bad'], {
    readPhone: (phone) => (/^[0-9]{8,}$/.test(phone) ? phone : undefined),
  }),
  'accepts-email-without-name': flaw(
    'An e-mail address may begin with its sign',
    ['pay.customer.email-valid'],
    waive(
      ['binding'],
      only(({ field, value }) => field === 'customer.email' && value === '@example.com'),
    ),
  ),
  'no-bytes-crash': flaw(
    'A body of no bytes crashes',
    ['pay.validation.malformed-json', 'pay.error.handled'],
    recode(['malformed-json'], crash, ({ value }) => value === ''),
  ),
  'null-body-crash': flaw(
    'A body that is null crashes',
    ['pay.validation.not-an-object', 'pay.error.handled'],
    recode(['not-an-object'], crash, ({ value }) => value === null),
  ),
  'refuses-plus-in-email': flaw(
    'An e-mail address with a plus sign is refused',
    ['pay.customer.email-accepted'],
    objectsTo('create', 'email', ({ request }) => String(request?.customer.email).includes('+')),
  ),
  'refuses-subdomains-in-email': flaw(
    'An e-mail address below a subdomain is refused',
    ['pay.customer.email-accepted'],
    objectsTo('create', 'email', ({ request }) => String(request?.customer.email).split('.').length > 4),
  ),
  'refuses-names-beyond-ascii': flaw(
    'Names of other letters than those of ASCII are refused',
    ['pay.customer.names-accepted'],
    objectsTo('create', 'binding', ({ request }) => /[^ -~]/.test(String(request?.customer.lastname))),
  ),
  'accepts-array': flaw('An array of one creation is taken', ['pay.validation.not-an-object', 'pay.profile.bad-body'], {
    unwraps: (value) => (Array.isArray(value) && value.length === 1 ? value[0] : value),
  }),
  'takes-no-amount': flaw('A creation without an amount is taken for one of the minimum', ['pay.amount.wrong-type'], {
    unwraps: (value) =>
      !Array.isArray(value) && Object(value) === value && !('amount' in Object(value))
        ? { amount: 500, ...Object(value) }
        : value,
  }),
  'misreads-escapes': flaw('JSON with escapes of letters is not understood', ['pay.create.any-spelling'], {
    unwraps: (value, text) => (/\\u00[4-7]/.test(text) ? undefined : value),
  }),
  'misreads-escaped-currency': flaw('A currency is compared before its escapes are read', ['pay.create.any-spelling'], {
    unwraps: (value, text) => (/:"[A-Z]\\u/.test(text) ? undefined : value),
  }),
  'misreads-white-space': flaw('JSON that begins with a line break is not understood', ['pay.create.any-spelling'], {
    unwraps: (value, text) => (text.startsWith('\n') ? undefined : value),
  }),
  'minds-member-order': flaw('The first member of a creation must not be a URL', ['pay.create.any-spelling'], {
    unwraps: (value, text) => (/^\{"callback_url"/.test(text) ? undefined : value),
  }),
  'minds-charset': flaw('A media type that names a charset is none of JSON', ['pay.create.any-spelling'], (before) => ({
    ...before,
    steps: { ...before.steps, create: before.steps.create.toSpliced(2, 0, 'media-type') },
    takesMediaType: (value) => value === 'application/json' || !before.takesMediaType(value),
  })),
  'minds-header-case': flaw('Authorization counts in its usual letter case only', ['pay.create.any-spelling'], {
    authorization: (headers, raw) => (raw.includes('authorization') ? undefined : headers.authorization),
  }),
  'refuses-qr': flaw(
    'Dynamic QR payments are refused',
    ['pay.create.qr'],
    objectsTo('create', 'type', ({ request }) => request?.type === 'qr'),
  ),
  'creation-answers-nothing': flaw(
    'A creation answers without the payment',
    ['pay.create.returns-payment'],
    (before) => ({
      ...before,
      body: (record, operation) =>
        operation === 'create' ? { status: 'success', message: 'accepted' } : before.body(record, operation),
    }),
  ),
  'accepts-499': flaw('The minimum is 499', ['pay.amount.minimum'], { minimumAmount: 499 }),
  'small-amount-validation-error': flaw(
    'A small amount answers VALIDATION_ERROR',
    ['pay.amount.minimum'],
    recode(['amount-minimum'], { code: 'VALIDATION_ERROR' }),
  ),
  'refuses-500': flaw('The minimum is exclusive', ['pay.amount.at-minimum'], { minimumAmount: 500.01 }),
  'amount-range-422': flaw(
    'An amount that is not positive answers 422',
    ['pay.amount.not-positive'],
    recode(['binding'], unprocessable, amountRange),
  ),
  'amount-zero-422': flaw(
    'An amount of nothing answers 422, and a negative one 400',
    ['pay.amount.not-positive'],
    recode(['binding'], unprocessable, amountZero),
  ),
  'amount-negative-422': flaw(
    'A negative amount answers 422, and one of nothing 400',
    ['pay.amount.not-positive'],
    recode(['binding'], unprocessable, amountNegative),
  ),
  'amount-range-crash': flaw(
    'An amount that is not positive crashes',
    ['pay.amount.not-positive', 'pay.error.handled'],
    recode(['binding'], crash, amountRange),
  ),
  'amount-type-422': flaw(
    'An amount that is not a number answers 422',
    ['pay.amount.wrong-type'],
    recode(['binding'], unprocessable, amountType),
  ),
  'accepts-any-currency': flaw(
    'Unsupported currencies are accepted',
    ['pay.currency.unsupported'],
    waive(['currency']),
  ),
  'currency-422': flaw('A bad currency answers 422', ['pay.currency.unsupported'], recode(['currency'], unprocessable)),
  'accepts-any-network': flaw('Unknown networks are accepted', ['pay.network.invalid'], waive(['network'])),
  'accepts-any-phone': flaw('Bad phones are accepted', ['pay.phone.bad'], waive(['phone'])),
  'phone-404': flaw(
    'A bad phone answers 404',
    ['pay.phone.bad'],
    recode(['phone'], { status: 404, code: 'RESOURCE_NOT_FOUND' }),
  ),
  'accepts-any-email': flaw(
    'E-mail addresses are not looked at',
    ['pay.customer.email-valid'],
    waive(
      ['binding'],
      only(({ field, kind }) => field === 'customer.email' && kind === 'format'),
    ),
  ),
  'accepts-any-email-of-cards': flaw(
    'E-mail addresses of card payments are not looked at',
    ['pay.customer.email-valid'],
    waive(
      ['binding'],
      ({ type, problems = [] }) =>
        type === 'card' && problems.every(({ field, kind }) => field === 'customer.email' && kind === 'format'),
    ),
  ),
  'wrong-types-422': flaw(
    'Fields of wrong types answer 422',
    ['pay.validation.wrong-type'],
    recode(['binding'], unprocessable, severalTypes),
  ),
  'wrong-types-payment-failed': flaw(
    'Fields of wrong types answer PAYMENT_FAILED',
    ['pay.validation.wrong-type'],
    recode(['binding'], { code: 'PAYMENT_FAILED', details: undefined }, severalTypes),
  ),
  'accepts-any-url': flaw(
    'URL fields are not looked at',
    ['pay.validation.url-fields'],
    waive(
      ['binding'],
      only(({ field, kind }) => field.endsWith('_url') && kind === 'format'),
    ),
  ),
  'empty-body-422': flaw(
    'An empty object answers 422',
    ['pay.validation.empty-body'],
    recode(['binding'], unprocessable, allMissing),
  ),
  'malformed-json-422': flaw(
    'A body that is not JSON answers 422',
    ['pay.validation.malformed-json', 'pay.profile.bad-body'],
    recode(['malformed-json'], unprocessable),
  ),
  'malformed-json-crash': flaw(
    'A body that is not JSON crashes',
    ['pay.validation.malformed-json', 'pay.error.handled', 'pay.profile.bad-body'],
    recode(['malformed-json'], crash),
  ),
  'array-body-422': flaw(
    'A body that is no object answers 422',
    ['pay.validation.not-an-object', 'pay.profile.bad-body'],
    recode(['not-an-object'], unprocessable),
  ),
  'array-body-crash': flaw(
    'A body that is no object crashes',
    ['pay.validation.not-an-object', 'pay.error.handled', 'pay.profile.bad-body'],
    recode(['not-an-object'], crash),
  ),
  'card-without-redirect-url': flaw(
    'Card payments need no redirect_url',
    ['pay.card.redirect-url-required'],
    waive(['card-field'], ({ field }) => field === 'redirect_url'),
  ),
  'card-without-cancel-url': flaw(
    'Card payments need no cancel_url',
    ['pay.card.cancel-url-required'],
    waive(['card-field'], ({ field }) => field === 'cancel_url'),
  ),
  'card-without-billing': flaw(
    'Card payments need no billing address',
    ['pay.card.billing-required'],
    waive(['card-field'], ({ field }) => field === 'billing_address'),
  ),
  'card-billing-422': flaw(
    'A missing billing address answers 422',
    ['pay.card.billing-required'],
    recode(['card-field'], unprocessable, ({ field }) => field === 'billing_address'),
  ),
}
