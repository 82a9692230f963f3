import { may, must, type Requirement, should } from '../../contract.ts'

/** What an operation may meet before it is answered. */
export const interruptions = ['503', 'lost connection', 'time-out'] as const

/** Operations that a repetition does twice. */
export const repeatable = ['send', 'app creation', 'OTP resend'] as const

/** Rows of errors at which a request as it was is refused again. */
export const refusals = ['400', '401', '403', '404', '409', '422'] as const

/** Operations whose requests hold what they were given. */
export const giving = ['send', 'mark-read', 'app creation', 'sender list'] as const

/** Endpoints with a Bearer token. */
const withBearer = ['app creation', 'app read', 'campaign read'] as const

const resend = 'Messaging › Resources › OTP resend request'

/** Every statement of the messaging document that binds those who call the service, in its own order. Ids are never reused. */
// biome-ignore format: a table reads by its rows, one statement a line
export const messagingCallerRequirements = {
  // What every request carries
  'msg-caller.request.api-key': must('Messaging › Endpoints', 'Every request carries the API key as X-API-Key.'),
  'msg-caller.request.bearer': must('Messaging › Endpoints', 'Requests to endpoints marked Bearer carry the access token as Authorization: Bearer.', { over: { request: withBearer } }),
  'msg-caller.request.path': must('Messaging › Versioning', 'Requests go to the listed endpoints below /v1.'),
  'msg-caller.request.json': must('Messaging › What the service does', 'Bodies are JSON.'),
  'msg-caller.request.as-given': should('Messaging › Endpoints', 'Requests hold what they were given: content and all recipients of a send, up_to of a mark-read, app_name of an app, a filter of the sender list.', { over: { operation: giving } }),
  'msg-caller.app.bound-omits': must('Messaging › Endpoints', 'With a key that is bound to a developer app, an OTP resend has no app_key.'),
  'msg-caller.app.unbound-identifies': must('Messaging › Authentication', 'With an unbound key, an OTP resend names the app as app_key or X-App-ID.'),

  // Fields
  'msg-caller.otp.phone': must(resend, 'phone_number is E.164 digits with the country code, without a plus sign: other spellings become that, or their refusal is told.', { over: { input: ['digits', 'plus sign and blanks'] } }),
  'msg-caller.otp.channel': must(resend, 'delivery_method is sms, call or whatsapp: another one is not taken for done.', { over: { channel: ['sms', 'call', 'whatsapp', 'another'] } }),
  'msg-caller.otp.template': must(resend, 'A message_template contains {code}: another one is not taken for done.'),
  'msg-caller.otp.callback': must(resend, 'A callback_url is an HTTPS URL: another one is not taken for done.'),
  'msg-caller.read.up-to': must('Messaging › Endpoints', 'up_to is a date-time or null.'),
  'msg-caller.senders.filters': must('Messaging › Endpoints', 'is_active and is_default are true or false.'),

  // Retries
  'msg-caller.retry.happens': may('Messaging › Errors', 'Idempotent operations are sent again after a server error.'),
  'msg-caller.retry.backoff': should('Messaging › Errors', 'Pauses between retries of an idempotent operation grow exponentially.'),
  'msg-caller.retry.jitter': should('Messaging › Errors', 'Pauses between retries differ from time to time.'),
  'msg-caller.retry.not-blind': must('Messaging › Errors', 'Operations that are not idempotent are not sent again without confirmation or a deduplication key.', { over: { operation: repeatable, after: interruptions } }),
  'msg-caller.retry.retry-after': must('Messaging › Limits', 'After a 429 with Retry-After nothing is sent again before its time.', { over: { form: ['seconds', 'date'] } }),
  'msg-caller.refusal.not-repeated': should('Messaging › Errors', 'A request that is refused with a 4xx is not sent again as it was.', { over: { status: refusals } }),

  // Errors
  'msg-caller.error.surfaced': must('Messaging › Errors', 'An operation that was refused is not told as done.'),
  'msg-caller.error.shapes': must('Messaging › Errors', 'An error is told in each of the three body shapes, integers in loc included.', { over: { shape: ['error object', 'detail list', 'envelope'] } }),

  // Answers
  'msg-caller.success.any': must('Messaging › Errors', 'A status from 200 to 299 is success.', { over: { status: ['200', '201', '202'] } }),
  'msg-caller.success.defaults': must('Messaging › Resources › Common response shapes', 'A base response without data or status_code, or with data null, is taken.'),
  'msg-caller.conversation.shapes': must('Messaging › Resources › Conversation', 'A conversation is taken in shape A and in shape B.', { over: { shape: ['A', 'B'] } }),
  'msg-caller.conversation.nullable': must('Messaging › Resources › Conversation', 'Members that the table lets be null or absent are taken so.'),
  'msg-caller.send.job-id': must('Messaging › Events › Events and data', 'The job_id of a send is told, by which its callbacks are joined.'),
  'msg-caller.redirect.body': should('Messaging › Endpoints', 'A redirect with 307 between the two spellings of a path keeps method and body.'),
  'msg-caller.redirect.credentials': should('Messaging › Authentication', 'Keys and tokens do not follow a redirect to another origin.'),

  // Signatures, where the client brings a helper
  'msg-caller.signature.verifies': must('Messaging › Events › Signature verification', 'A helper that verifies signatures takes those over the raw body, and no others.'),
} as const satisfies Readonly<Record<string, Requirement>>

export type MessagingCallerRequirementId = keyof typeof messagingCallerRequirements
