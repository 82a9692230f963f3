import type { PaymentOutcome } from './outcomes.ts'
import type { PaymentSection } from './schema.ts'

type Given<K extends keyof PaymentSection> = keyof NonNullable<PaymentSection[K]> & string

/** One claim per member of the section that a check may need: a member without its line does not compile. */
type ClaimName =
  | ''
  | `keys.${Given<'keys'>}`
  | 'signingKey'
  | `bodies.${Given<'bodies'>}`
  | `record.${Given<'record'>}`
  | 'defaults'
  | `outcomes.${PaymentOutcome}`

const variable = (name: string): string => `"\${${name}}"`
const byPhone = '{ with: { phone: "…" } }'
const calling = (json: string): string =>
  `{ call: { method: POST, url: "https://example.com/…/{id}", json: { ${json} } } }`
const byCall = calling('status: "…"')

/** What is put back at the end is what this says: a URL that the profile did not have would stay in it. */
const AS_IT_IS = '"https://example.com/… (as it is now, or empty)"'
export const defaultsLine = `{ webhookUrl: ${AS_IT_IS}, callbackUrl: ${AS_IT_IS} }`

/** What to write for each claim; `…` is for the author to fill in. */
export const claims = {
  '': '{ baseUrl: "https://example.com/…" }',
  'keys.live': `[${variable('PAY_KEY')}]`,
  'keys.otherMerchant': variable('PAY_KEY_OTHER_MERCHANT'),
  'keys.noDefaults': variable('PAY_KEY_NO_DEFAULTS'),
  'keys.test': variable('PAY_KEY_TEST'),
  'keys.revoked': variable('PAY_KEY_REVOKED'),
  'keys.inactiveMerchant': variable('PAY_KEY_INACTIVE_MERCHANT'),
  'keys.unknownMerchant': variable('PAY_KEY_UNKNOWN_MERCHANT'),
  'keys.unresolved': variable('PAY_KEY_UNRESOLVED'),
  signingKey: variable('PAY_SIGNING_KEY'),
  'bodies.mobile':
    '{ amount: 500, currency: TZS, type: mobile, phone: "…", network: "…", customer: { firstname: "…", lastname: "…", email: "…" } }',
  'bodies.card':
    '{ amount: 500, currency: TZS, type: card, phone: "…", network: "…", customer: { firstname: "…", lastname: "…", email: "…" }, redirect_url: "https://example.com/…", cancel_url: "https://example.com/…", billing_address: { line1: "…", city: "…", country: TZ } }',
  'bodies.qr':
    '{ amount: 500, currency: TZS, type: "…", phone: "…", network: "…", customer: { firstname: "…", lastname: "…", email: "…" } }',
  'record.id': '/data/id',
  'record.status': '/data/status',
  defaults: defaultsLine,
  'outcomes.processing': byPhone,
  'outcomes.completed': byPhone,
  'outcomes.failed': byPhone,
  'outcomes.expired': byCall,
  'outcomes.cancelled': byCall,
  'outcomes.declined': byPhone,
  'outcomes.insufficientFunds': byPhone,
  'outcomes.invalidDetails': byPhone,
  'outcomes.limitExceeded': '{ with: { amount: … } }',
  'outcomes.unclassified': byPhone,
  'outcomes.riskBlocked': byPhone,
  'outcomes.screeningBlocked': byPhone,
  'outcomes.internalError': byPhone,
  'outcomes.feeError': byPhone,
  'outcomes.providerUnavailable': byPhone,
  'outcomes.providerError': byPhone,
  // Request values bring about what a creation is answered, and hardly what becomes of a payment upstream.
  'outcomes.refreshProviderError': calling('fail: true'),
  'outcomes.refreshCompletes': byCall,
  'outcomes.updateRejected': '{ with: { webhook_url: "…" } }',
  'outcomes.testModeOn': '{ call: { method: POST, url: "https://example.com/…" } }',
  'outcomes.testModeOff': '{ call: { method: POST, url: "https://example.com/…" } }',
} as const satisfies Readonly<Record<ClaimName, string>>
