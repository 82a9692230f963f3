import { PAYMENT_OUTCOMES, type PaymentOutcome, type PaymentTarget } from './file.ts'
import { type Fields, type JsonSchema, open, recipe, record, reference, secret, text } from './schema-parts.ts'

type Part<K extends keyof PaymentTarget> = Fields<NonNullable<PaymentTarget[K]>>

const keys: Part<'keys'> = {
  live: {
    type: 'array',
    minItems: 1,
    items: secret('An API key of the merchant under test.', 'PAY_KEY_1'),
    description: 'API keys of one merchant; several spread the request rate.',
    examples: [[reference('PAY_KEY_1'), reference('PAY_KEY_2')]],
  },
  otherMerchant: secret('A valid key of a second merchant.', 'PAY_KEY_B'),
  noDefaults: secret('A valid key of a merchant without default webhook URLs.', 'PAY_KEY_BARE'),
  test: secret('A test key (`sk_test_…`).', 'PAY_KEY_TEST'),
  revoked: secret('A key that was revoked.', 'PAY_KEY_REVOKED'),
  inactiveMerchant: secret('A key of a deactivated merchant.', 'PAY_KEY_INACTIVE'),
  unknownMerchant: secret('A key whose merchant account is not found.', 'PAY_KEY_UNKNOWN'),
  unresolved: secret('A key whose merchant identity cannot be resolved.', 'PAY_KEY_UNRESOLVED'),
}

const bodies: Part<'bodies'> = {
  mobile: open('A valid mobile payment creation.', { amount: 500, currency: 'TZS', type: 'mobile', phone: '255…' }),
  card: open('A valid card payment creation, redirect_url, cancel_url and the billing address included.', {
    amount: 500,
    currency: 'TZS',
    type: 'card',
  }),
  qr: open('A valid dynamic QR payment creation.', { amount: 500, currency: 'TZS' }),
}

const reached: Record<PaymentOutcome, string> = {
  processing: 'A payment that becomes processing.',
  completed: 'A payment that is completed.',
  failed: 'A payment that fails after it was created.',
  expired: 'A payment that expires.',
  cancelled: 'A payment that is cancelled.',
  declined: 'A creation that the provider declines at once: 402 PAYMENT_DECLINED.',
  insufficientFunds: 'A creation answered with 402 INSUFFICIENT_FUNDS.',
  invalidDetails: 'A creation answered with 422 INVALID_PAYMENT_DETAILS.',
  limitExceeded: 'A creation answered with 422 TRANSACTION_LIMIT_EXCEEDED.',
  unclassified: 'A creation answered with 400 PAYMENT_FAILED for an unclassified reason.',
  riskBlocked: 'A creation answered with 403 RISK_CHECK_FAILED.',
  screeningBlocked: 'A creation answered with 403 TRANSACTION_BLOCKED.',
  internalError: 'A creation answered with 500 INTERNAL_ERROR.',
  feeError: 'A creation answered with 500 FEE_CALCULATION_ERROR.',
  providerUnavailable: 'A creation answered with 502 PROVIDER_UNAVAILABLE.',
  providerError: 'A creation answered with 502 PROVIDER_ERROR.',
  refreshProviderError: 'A payment whose refresh is answered with 502 PROVIDER_ERROR.',
  refreshCompletes: 'A payment whose refresh finds it completed.',
  updateRejected: 'A profile update answered with 400 UPDATE_FAILED.',
  testModeOn: 'Switches test mode of the platform on.',
  testModeOff: 'Switches test mode of the platform off.',
}

const properties: Fields<PaymentTarget> = {
  baseUrl: text('Absolute http or https URL before `/api/v1`.', 'https://pay.staging.acme.example'),
  host: text("Host header to send where it differs from the base URL's.", 'pay.acme.example'),
  keys: record('API keys by what they stand for.', keys),
  signingKey: secret('Key that signs the webhooks, from the dashboard webhook settings.', 'PAY_SIGNING_KEY'),
  bodies: record('One valid creation per kind of payment.', bodies),
  record: record('JSON pointers into success bodies. Inferred when absent.', {
    id: text('Pointer to the id of the payment.', '/data/id'),
    status: text('Pointer to the status of the payment.', '/data/status'),
  } satisfies Part<'record'>),
  defaults: record('The merchant profile as it is now, to be restored after profile writes.', {
    webhookUrl: { ...text('Default webhook_url; empty for none.', 'https://acme.example/hooks/all'), minLength: 0 },
    callbackUrl: {
      ...text('Default callback_url; empty for none.', 'https://acme.example/hooks/terminal'),
      minLength: 0,
    },
  } satisfies Part<'defaults'>),
  outcomes: record(
    'How outcomes are brought about. An outcome without a recipe is not exercised.',
    Object.fromEntries(PAYMENT_OUTCOMES.map((name) => [name, recipe(reached[name])])),
  ),
}

export const paymentSchema: JsonSchema = { ...record('The payment service.', properties), required: ['baseUrl'] }
