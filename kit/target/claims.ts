import type { MessagingTarget, PaymentOutcome, PaymentTarget } from './file.ts'
import { type Path, valueAt } from './path.ts'
import type { Target } from './target.ts'

type Given<T, K extends keyof T> = keyof NonNullable<T[K]> & string
type PaymentKey = Given<PaymentTarget, 'keys'>
type Fixture = Exclude<Given<MessagingTarget, 'fixtures'>, 'phones'>
type FixturePhone = Given<NonNullable<MessagingTarget['fixtures']>, 'phones'>

/** Claims with a fixed name: one per field of the target file that a check may need. */
type NamedClaim =
  | 'payment'
  | `payment.keys.${PaymentKey}`
  | 'payment.signingKey'
  | `payment.bodies.${Given<PaymentTarget, 'bodies'>}`
  | `payment.record.${Given<PaymentTarget, 'record'>}`
  | 'payment.defaults'
  | `payment.outcomes.${PaymentOutcome}`
  | 'messaging'
  | `messaging.keys.${Given<MessagingTarget, 'keys'>}`
  | 'messaging.bearer'
  | 'messaging.appKey'
  | 'messaging.appId'
  | `messaging.fixtures.${Fixture}`
  | `messaging.fixtures.phones.${FixturePhone}`
  | `messaging.bodies.${Given<MessagingTarget, 'bodies'>}`
  | 'messaging.smsWebhook'
  | `messaging.smsWebhook.${Given<MessagingTarget, 'smsWebhook'>}`
  | 'webhooks'
  | 'webhooks.publicUrl'
  | 'webhooks.tls'
  | 'webhooks.retryWithin'
  | 'allow.payments'
  | 'allow.messages'
  | 'allow.generated'
  | 'allow.profileWrites'

/** Something a target file says the deployment has, as a check names it in `needs`. */
export type Claim =
  | NamedClaim
  | `payment.keys.live[${number}]`
  | `messaging.outcomes.${string}`
  | `messaging.probes.${string}`

const variable = (name: string): string => `"\${${name}}"`
const byPhone = '{ with: { phone: "…" } }'
const byCall = '{ call: { method: POST, url: "https://…/{id}", json: { status: "…" } } }'
const uuid = '"00000000-0000-0000-0000-000000000000"'

/** What to write for each claim; `…` is for the author to fill in. */
const VALUES: Record<NamedClaim, string> = {
  payment: '{ baseUrl: "https://…" }',
  'payment.keys.live': `[${variable('PAY_KEY')}]`,
  'payment.keys.otherMerchant': variable('PAY_KEY_OTHER_MERCHANT'),
  'payment.keys.noDefaults': variable('PAY_KEY_NO_DEFAULTS'),
  'payment.keys.test': variable('PAY_KEY_TEST'),
  'payment.keys.revoked': variable('PAY_KEY_REVOKED'),
  'payment.keys.inactiveMerchant': variable('PAY_KEY_INACTIVE_MERCHANT'),
  'payment.keys.unknownMerchant': variable('PAY_KEY_UNKNOWN_MERCHANT'),
  'payment.keys.unresolved': variable('PAY_KEY_UNRESOLVED'),
  'payment.signingKey': variable('PAY_SIGNING_KEY'),
  'payment.bodies.mobile':
    '{ amount: 500, currency: TZS, type: mobile, phone: "…", network: "…", customer: { firstname: "…", lastname: "…", email: "…" } }',
  'payment.bodies.card':
    '{ amount: 500, currency: TZS, type: card, redirect_url: "https://…", cancel_url: "https://…" }',
  'payment.bodies.qr': '{ amount: 500, currency: TZS, type: "…" }',
  'payment.record.id': '/data/id',
  'payment.record.status': '/data/status',
  'payment.defaults': '{ webhookUrl: "https://…", callbackUrl: "https://…" }',
  'payment.outcomes.processing': byPhone,
  'payment.outcomes.completed': byPhone,
  'payment.outcomes.failed': byPhone,
  'payment.outcomes.expired': byCall,
  'payment.outcomes.cancelled': byCall,
  'payment.outcomes.declined': byPhone,
  'payment.outcomes.insufficientFunds': byPhone,
  'payment.outcomes.invalidDetails': byPhone,
  'payment.outcomes.limitExceeded': '{ with: { amount: 100000000 } }',
  'payment.outcomes.unclassified': byPhone,
  'payment.outcomes.riskBlocked': byPhone,
  'payment.outcomes.screeningBlocked': byPhone,
  'payment.outcomes.internalError': byPhone,
  'payment.outcomes.feeError': byPhone,
  'payment.outcomes.providerUnavailable': byPhone,
  'payment.outcomes.providerError': byPhone,
  'payment.outcomes.refreshProviderError': byPhone,
  'payment.outcomes.refreshCompletes': byPhone,
  'payment.outcomes.updateRejected': '{ with: { webhook_url: "…" } }',
  'payment.outcomes.testModeOn': '{ call: { method: POST, url: "https://…" } }',
  'payment.outcomes.testModeOff': '{ call: { method: POST, url: "https://…" } }',
  messaging: '{ baseUrl: "https://…" }',
  'messaging.keys.bound': variable('MSG_KEY_BOUND'),
  'messaging.keys.unbound': variable('MSG_KEY_UNBOUND'),
  'messaging.keys.restricted': variable('MSG_KEY_RESTRICTED'),
  'messaging.keys.otherUser': variable('MSG_KEY_OTHER_USER'),
  'messaging.bearer': variable('MSG_BEARER'),
  'messaging.appKey': variable('MSG_APP_KEY'),
  'messaging.appId': uuid,
  'messaging.fixtures.conversation': uuid,
  'messaging.fixtures.otherConversation': uuid,
  'messaging.fixtures.campaign': uuid,
  'messaging.fixtures.workspace': uuid,
  'messaging.fixtures.phones.delivered': '"…"',
  'messaging.fixtures.phones.expired': '"…"',
  'messaging.fixtures.phones.failed': '"…"',
  'messaging.fixtures.phones.rejected': '"…"',
  'messaging.fixtures.phones.pending': '"…"',
  'messaging.fixtures.phones.otp': '"…"',
  'messaging.bodies.sendInstant': '{ sender_id: "…" }',
  'messaging.bodies.otpResend': '{ sender_id: "…" }',
  'messaging.smsWebhook': `{ appId: "…", secret: ${variable('MSG_WEBHOOK_SECRET')} }`,
  'messaging.smsWebhook.appId': uuid,
  'messaging.smsWebhook.secret': variable('MSG_WEBHOOK_SECRET'),
  'messaging.smsWebhook.url': '"https://…"',
  'messaging.smsWebhook.register': '{ call: { method: POST, url: "https://…", json: { url: "…" } } }',
  webhooks: '{ listen: "0.0.0.0:8787", publicUrl: "https://…" }',
  'webhooks.publicUrl': '"https://…"',
  'webhooks.tls': '{ cert: "…", key: "…" }',
  'webhooks.retryWithin': '120',
  'allow.payments': '40',
  'allow.messages': '10',
  'allow.generated': '200',
  // Nothing is written that could not be restored.
  'allow.profileWrites': 'true\npayment.defaults: { webhookUrl: "https://…", callbackUrl: "https://…" }',
}

/** Every claim with a fixed name, in the order of the target file. */
export const CLAIMS = Object.keys(VALUES) as readonly NamedClaim[]

/** What the target says at a claim, undefined where nothing. */
export function claimedValue(target: Target, claim: Claim): unknown {
  const path: Path = claim.split('.').flatMap((part) => {
    const [name = '', index] = part.split(/[[\]]/)
    return index === undefined ? [name] : [name, Number(index)]
  })
  return valueAt(target, path)
}

/** Whether the target says so. A budget of 0 and a permission that is not given are no claims. */
export function hasClaim(target: Target, claim: Claim): boolean {
  const value = claimedValue(target, claim)
  if (claim === 'payment.defaults') {
    return hasBoth(target.payment?.defaults)
  }
  return Array.isArray(value)
    ? value.length > 0
    : value !== undefined && value !== null && value !== false && value !== 0 && value !== ''
}

/** The line of the target file that makes a claim, its key written as a dotted path; two lines where it needs both. */
export function lineFor(claim: Claim): string {
  const spare = /^payment\.keys\.live\[(\d+)\]$/.exec(claim)
  if (spare !== null) {
    const keys = Array.from({ length: Number(spare[1]) + 1 }, (_, index) => `"\${PAY_KEY_${index + 1}}"`)
    return `payment.keys.live: [${keys.join(', ')}]`
  }
  if (claim.startsWith('messaging.outcomes.') || claim.startsWith('messaging.probes.')) {
    return `${claim}: { call: { method: GET, url: "https://…" } }`
  }
  return `${claim}: ${VALUES[claim as NamedClaim]}`
}

function hasBoth(defaults: PaymentTarget['defaults']): boolean {
  return defaults?.webhookUrl !== undefined && defaults.callbackUrl !== undefined
}
