import type { MessagingSection } from './schema.ts'

type Given<T, K extends keyof T> = keyof NonNullable<T[K]> & string
type Fixtures = NonNullable<MessagingSection['fixtures']>

/** One claim per member of the section that a check may need: a member without its line does not compile. */
type ClaimName =
  | ''
  | `keys.${Given<MessagingSection, 'keys'>}`
  | 'bearer'
  | 'appKey'
  | 'appId'
  | `fixtures.${Exclude<Given<MessagingSection, 'fixtures'>, 'phones'>}`
  | `fixtures.phones.${Given<Fixtures, 'phones'>}`
  | `bodies.${Given<MessagingSection, 'bodies'>}`
  | 'smsWebhook'
  | `smsWebhook.${Given<MessagingSection, 'smsWebhook'>}`

const variable = (name: string): string => `"\${${name}}"`
const byCall = '{ call: { method: GET, url: "https://example.com/…" } }'
const uuid = '"00000000-0000-0000-0000-000000000000"'

const REGISTER =
  '{ call: { method: POST, url: "https://example.com/…", json: { url: "{url}", app_id: "{appId}", secret: "{secret}" } } }'

/** What to write for each claim; `…` is for the author to fill in. */
export const claims = {
  '': '{ baseUrl: "https://example.com/…" }',
  'keys.bound': variable('MSG_KEY_BOUND'),
  'keys.unbound': variable('MSG_KEY_UNBOUND'),
  'keys.restricted': variable('MSG_KEY_RESTRICTED'),
  'keys.otherUser': variable('MSG_KEY_OTHER_USER'),
  bearer: variable('MSG_BEARER'),
  appKey: variable('MSG_APP_KEY'),
  appId: uuid,
  'fixtures.conversation': uuid,
  'fixtures.otherConversation': uuid,
  'fixtures.campaign': uuid,
  'fixtures.workspace': uuid,
  'fixtures.phones.delivered': '"…"',
  'fixtures.phones.expired': '"…"',
  'fixtures.phones.failed': '"…"',
  'fixtures.phones.rejected': '"…"',
  'fixtures.phones.pending': '"…"',
  'fixtures.phones.otp': '"…"',
  'bodies.sendInstant': '{ sender_id: "…" }',
  'bodies.otpResend': '{ sender_id: "…" }',
  smsWebhook: `{ appId: "…", secret: ${variable('MSG_WEBHOOK_SECRET')}, register: ${REGISTER} }`,
  'smsWebhook.appId': uuid,
  'smsWebhook.secret': variable('MSG_WEBHOOK_SECRET'),
  'smsWebhook.attempts': '5   # as many as your service makes: it is held to it',
  'smsWebhook.url': '"https://example.com/…"',
  'smsWebhook.register': REGISTER,
} as const satisfies Readonly<Record<ClaimName, string>>

/** The same for recipes and probes, by the names that the checks state. */
export const openClaims = { outcomes: byCall, probes: byCall } as const

/** A call that hands on what a check fills in. */
const handing = (...names: readonly string[]): string =>
  `{ call: { method: POST, url: "https://example.com/…", json: { ${names.map((name) => `${name}: "{${name}}"`).join(', ')} } } }`

const ROUTE = handing('url')

/** Those of which a call alone says nothing. */
export const openLines = {
  'outcomes.addInbound': handing('id', 'age'),
  'outcomes.addOutbound': handing('id', 'age'),
  'outcomes.registerWebhook': handing('appId', 'channel', 'url', 'secret'),
  'outcomes.issueOtp': handing('phone'),
  'outcomes.secondPhone': '{ with: { phone_number: "…" } }',
  'outcomes.secondApp': '{ with: { app_key: "…", app_id: "…" } }',
  // One without the other leads nowhere.
  'outcomes.callbackOrigin': `{ with: { callback_url: "https://…" } }\nmessaging.outcomes.routeCallbacks: ${ROUTE}`,
  'outcomes.routeCallbacks': ROUTE,
  'probes.otpInbox': '{ call: { method: GET, url: "https://example.com/…/{phone}" } }',
} as const
