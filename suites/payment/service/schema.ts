import { list, object } from '../../../kit/schema/build.ts'
import type { Static } from '../../../kit/schema/schema.ts'
import {
  open,
  pointer,
  recipe,
  record,
  reference,
  secret,
  secrets,
  text,
  urlOrNone,
} from '../../../kit/target/file/parts.ts'
import { outcomes } from './outcomes.ts'

const members = {
  host: text("Host header to send where it differs from the base URL's.", 'pay.acme.example'),
  keys: secrets('API keys by what they stand for.', {
    live: list(secret('An API key of the merchant under test.', 'PAY_KEY'), {
      minItems: 1,
      description: 'API keys of one merchant; several spread the request rate.',
      examples: [[reference('PAY_KEY'), reference('PAY_KEY_2')]],
    }),
    otherMerchant: secret('A valid key of a second merchant.', 'PAY_KEY_OTHER_MERCHANT'),
    noDefaults: secret('A valid key of a merchant without default webhook URLs.', 'PAY_KEY_NO_DEFAULTS'),
    test: secret('A test key (`sk_test_…`).', 'PAY_KEY_TEST'),
    revoked: secret('A key that was revoked.', 'PAY_KEY_REVOKED'),
    inactiveMerchant: secret('A key of a deactivated merchant.', 'PAY_KEY_INACTIVE_MERCHANT'),
    unknownMerchant: secret('A key whose merchant account is not found.', 'PAY_KEY_UNKNOWN_MERCHANT'),
    unresolved: secret('A key whose merchant identity cannot be resolved.', 'PAY_KEY_UNRESOLVED'),
  }),
  signingKey: secret('Key that signs the webhooks, from the dashboard webhook settings.', 'PAY_SIGNING_KEY'),
  bodies: record('One valid creation per kind of payment.', {
    mobile: open('A valid mobile payment creation.', { amount: 500, currency: 'TZS', type: 'mobile', phone: '255…' }),
    card: open('A valid card payment creation, redirect_url, cancel_url and the billing address included.', {
      amount: 500,
      currency: 'TZS',
      type: 'card',
      redirect_url: 'https://shop.example/paid',
      cancel_url: 'https://shop.example/cancelled',
      billing_address: { line1: '…' },
    }),
    qr: open('A valid dynamic QR payment creation.', { amount: 500, currency: 'TZS' }),
  }),
  record: record('JSON pointers into success bodies. Inferred when absent.', {
    id: pointer('Pointer to the id of the payment.', '/data/id'),
    status: pointer('Pointer to the status of the payment.', '/data/status'),
  }),
  defaults: record('The merchant profile as it is now, to be restored after profile writes.', {
    webhookUrl: urlOrNone('Default webhook_url; empty for none.', 'https://acme.example/hooks/all'),
    callbackUrl: urlOrNone('Default callback_url; empty for none.', 'https://acme.example/hooks/terminal'),
  }),
  outcomes: record('How outcomes are brought about. An outcome without a recipe is not exercised.', outcomeRecipes()),
}

/** What may stand in the section. */
export const schema = object(
  { baseUrl: text('Absolute http or https URL before `/api/v1`.', 'https://pay.staging.acme.example') },
  members,
  { description: 'The payment service.' },
)

/** The payment service as the target file says it. */
export type PaymentSection = Static<typeof schema>

function outcomeRecipes() {
  const recipes = Object.entries(outcomes).map(([name, description]) => [name, recipe(description)] as const)
  return Object.fromEntries(recipes) as Record<keyof typeof outcomes, ReturnType<typeof recipe>>
}
