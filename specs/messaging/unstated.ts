import type { Unstated } from '../contract.ts'
import type { MessagingHeading } from './headings.ts'

const open = (at: MessagingHeading, text: string): Unstated => ({ at, text })

/** What the messaging document calls not shown or leaves open, in its own order. Recorded, never judged. */
// biome-ignore format: an open point is one line, so that the list reads as a table
export const messagingUnstated = {
  // What the service does
  'msg.open.other-operations': open('Messaging › What the service does', 'Which operations exist beside the listed endpoints.'),
  'msg.open.unknown-routes': open('Messaging › What the service does', 'What unknown paths and undocumented methods answer.'),

  // Response shapes
  'msg.open.base-data': open('Messaging › Resources › Common response shapes', 'What data of the answer to a resend holds.'),
  'msg.open.envelope-presence': open('Messaging › Resources › Common response shapes', 'Which fields of the envelope are always present.'),
  'msg.open.envelope-success': open('Messaging › Resources › Common response shapes', 'Whether success of an envelope is false beside errors.'),
  'msg.open.extra-members': open('Messaging › Resources › Common response shapes', 'Which members responses have beside the tables.'),
  'msg.open.validation-extra-members': open('Messaging › Resources › Common response shapes', 'Which members an item of detail has beside loc, msg and type.'),

  // OTP resend request
  'msg.open.unknown-fields': open('Messaging › Resources › OTP resend request', 'What becomes of request members that the table does not name.'),
  'msg.open.otp-length-range': open('Messaging › Resources › OTP resend request', 'Which minimum and maximum otp_length has.'),
  'msg.open.otp-expiry-range': open('Messaging › Resources › OTP resend request', 'Which minimum and maximum minutes_to_expire has.'),
  'msg.open.otp-number-forms': open('Messaging › Resources › OTP resend request', 'Whether a number written as text, with a fraction of zero or as a boolean is converted or refused.'),
  'msg.open.otp-null-defaults': open('Messaging › Resources › OTP resend request', 'Whether null in a field that is not nullable counts as leaving it out.'),
  'msg.open.otp-code-alphabet': open('Messaging › Resources › OTP resend request', 'Whether a code is made of digits only.'),
  'msg.open.otp-default-sender': open('Messaging › Resources › OTP resend request', 'Which name the default sender has.'),
  'msg.open.otp-sender-form': open('Messaging › Resources › OTP resend request', 'How long a sender_id is and which characters it has.'),
  'msg.open.otp-default-wording': open('Messaging › Resources › OTP resend request', 'How an SMS reads whose resend has no message_template.'),
  'msg.open.otp-template-expiry-form': open('Messaging › Resources › OTP resend request', 'What {expiry} becomes: minutes, a time of day or a phrase.'),
  'msg.open.otp-template-others': open('Messaging › Resources › OTP resend request', 'What other names in braces become.'),
  'msg.open.otp-foreign-app-key': open('Messaging › Resources › OTP resend request', 'What an app_key of another user answers.'),
  'msg.open.otp-bound-app-key': open('Messaging › Resources › OTP resend request', 'Whether a bound key with an app_key is refused or the app_key ignored.'),
  'msg.open.otp-header-and-body': open('Messaging › Resources › OTP resend request', 'What an app_key and an X-App-ID that agree do beside each other.'),
  'msg.open.otp-secret-without-url': open('Messaging › Resources › OTP resend request', 'What a callback_secret without callback_url does.'),
  'msg.open.otp-url-without-secret': open('Messaging › Resources › OTP resend request', 'How callbacks to a callback_url without callback_secret are signed.'),
  'msg.open.otp-prior-required': open('Messaging › Resources › OTP resend request', 'Whether a resend needs a code before it, and what it answers without one.'),
  'msg.open.otp-verification': open('Messaging › Resources › OTP resend request', 'How a code is checked.'),
  'msg.open.otp-first-issue': open('Messaging › Resources › OTP resend request', 'How the first code of a number is issued.'),
  'msg.open.otp-concurrent': open('Messaging › Resources › OTP resend request', 'Which of several simultaneous resends to one number leaves its code valid.'),
  'msg.open.otp-prior-of-other-app': open('Messaging › Resources › OTP resend request', 'Whether a resend of one app leaves the code of another app for the same number valid.'),

  // Resources
  'msg.open.conversation-shape': open('Messaging › Resources › Conversation', 'Which of the two conversation shapes a deployment returns.'),
  'msg.open.conversation-presence': open('Messaging › Resources › Conversation', 'Which fields of shape A are always present.'),
  'msg.open.conversation-is-active': open('Messaging › Resources › Conversation', 'Whether is_active of shape A tells of the window.'),
  'msg.open.message-records': open('Messaging › Resources › Conversation', 'Which fields a message record has.'),
  'msg.open.read-presence': open('Messaging › Resources › Mark-read result', 'Which fields of the result are always present.'),
  'msg.open.sender-presence': open('Messaging › Resources › Sender', 'Which fields of a sender are always present.'),
  'msg.open.sender-deleted': open('Messaging › Resources › Sender', 'Whether senders with is_deleted are listed.'),
  'msg.open.sender-order': open('Messaging › Resources › Sender', 'In which order senders are listed, and whether the list is paged.'),
  'msg.open.sender-defaults': open('Messaging › Resources › Sender', 'How many senders are default ones.'),
  'msg.open.app-uniqueness': open('Messaging › Resources › Developer app', 'Whether two apps of a user share a name.'),
  'msg.open.app-foreign-workspace': open('Messaging › Resources › Developer app', 'What a creation with a workspace of another user answers.'),
  'msg.open.app-id-form': open('Messaging › Resources › Developer app', 'Whether app_id is a UUID.'),
  'msg.open.workspace-presence': open('Messaging › Resources › Workspace', 'Which fields of a workspace are always present.'),
  'msg.open.workspace-access': open('Messaging › Resources › Workspace', 'What developer_access grants.'),
  'msg.open.campaign-id-forms': open('Messaging › Resources › Campaign', 'Which forms beside a UUID the campaign id of a path takes.'),

  // States and transitions
  'msg.open.window-transitions': open('Messaging › States and transitions', 'When the window of a conversation opens and closes.'),
  'msg.open.status-labels': open('Messaging › States and transitions', 'Which message status labels exist and how messages move between them.'),
  'msg.open.failed-label': open('Messaging › States and transitions', 'Which label a message has whose submit failed.'),
  'msg.open.report-before-submit': open('Messaging › States and transitions', 'Whether a delivery report arrives before the event of the submit.'),

  // Endpoints
  'msg.open.success-status': open('Messaging › Endpoints', 'Which 2xx status answers endpoints other than the resend.'),
  'msg.open.app-id-effect': open('Messaging › Endpoints', 'What X-App-ID changes in reading a conversation.'),
  'msg.open.read-future': open('Messaging › Endpoints', 'What an up_to in the future or without an offset does.'),
  'msg.open.read-body': open('Messaging › Endpoints', 'Whether marking read needs a body.'),
  'msg.open.filter-spellings': open('Messaging › Endpoints', 'Which spellings of a boolean the filters take.'),
  'msg.open.filter-repeated': open('Messaging › Endpoints', 'What a filter given twice does.'),
  'msg.open.trailing-slash': open('Messaging › Endpoints', 'Whether a path is answered with and without a trailing slash, or by a redirect.'),
  'msg.open.workspaces-validation': open('Messaging › Endpoints', 'What makes the workspace list answer 422.'),
  'msg.open.send-request': open('Messaging › Endpoints', 'Which fields a send takes beside content and recipients.'),
  'msg.open.send-recipients-form': open('Messaging › Endpoints', 'How recipients are written and how many fit in one send.'),
  'msg.open.send-response': open('Messaging › Endpoints', 'Which fields the answer to a send has beside job_id.'),
  'msg.open.send-status': open('Messaging › Endpoints', 'Which 2xx status answers a send.'),
  'msg.open.webhook-management': open('Messaging › Endpoints', 'How webhooks are registered, shown, rotated, listed and retried.'),
  'msg.open.uuid-spellings': open('Messaging › Endpoints', 'Which spellings of a UUID a path takes.'),
  'msg.open.content-type': open('Messaging › Endpoints', 'What a body answers whose Content-Type is missing or not JSON.'),

  // Authentication
  'msg.open.issuing': open('Messaging › Authentication', 'How API keys and bearer tokens are issued.'),
  'msg.open.auth-order': open('Messaging › Authentication', 'Whether the key, the token, the rate limit or the body is checked first.'),
  'msg.open.bearer-status': open('Messaging › Authentication', 'Which status answers a missing or unknown access token.'),
  'msg.open.foreign-status': open('Messaging › Authentication', "Whether another user's resource answers 403 or 404."),
  'msg.open.bound-app-id': open('Messaging › Authentication', 'What an X-App-ID beside a bound key does.'),

  // Events
  'msg.open.key-order': open('Messaging › Events › Request', 'Which order the keys of a callback have.'),
  'msg.open.escapes': open('Messaging › Events › Request', 'Whether letters beyond ASCII are escaped in a callback.'),
  'msg.open.header-case': open('Messaging › Events › Request', 'In which case header names are written, and which further headers exist.'),
  'msg.open.content-type-parameters': open('Messaging › Events › Request', 'Whether the Content-Type of a callback has parameters.'),
  'msg.open.event-id-form': open('Messaging › Events › Envelope', 'What follows evt_ in an id.'),
  'msg.open.created-at-meaning': open('Messaging › Events › Envelope', 'Whether created_at tells of the event or of the attempt.'),
  'msg.open.event-members': open('Messaging › Events › Envelope', 'Which members an event has beside the tables.'),
  'msg.open.id-forms': open('Messaging › Events › Events and data', 'Which forms job_id and message_id have.'),
  'msg.open.submitted-presence': open('Messaging › Events › Events and data', 'When submitted_to_provider is present.'),
  'msg.open.event-order': open('Messaging › Events › Events and data', 'In which order the events of a message arrive.'),
  'msg.open.duplicate-cause': open('Messaging › Events › Events and data', 'Why and how often an event is delivered more than once.'),
  'msg.open.attempt-bytes': open('Messaging › Events › Receiver response and retries', 'Whether every attempt of an event has the same bytes.'),
  'msg.open.redirects': open('Messaging › Events › Receiver response and retries', 'Whether a redirect of the receiver is followed.'),
  'msg.open.registration-answer': open('Messaging › Events › Receiver response and retries', 'What a refused webhook URL answers.'),
  'msg.open.whatsapp-payload': open('Messaging › Events › Other events', 'Which payload WhatsApp events have.'),
  'msg.open.otp-payload': open('Messaging › Events › Other events', 'Which payload and events the lifecycle of a code has.'),
  'msg.open.otp-signing-header': open('Messaging › Events › Other events', 'Which header carries the signature of a lifecycle callback.'),

  // Errors
  'msg.open.body-shape': open('Messaging › Errors', 'Which body shape belongs to which endpoint and status.'),
  'msg.open.error-codes': open('Messaging › Errors', 'Which error codes exist.'),
  'msg.open.validation-status': open('Messaging › Errors', 'Whether 400 or 422 refuses a given defect.'),
  'msg.open.conflict-cause': open('Messaging › Errors', 'What leads to 409.'),
  'msg.open.message-wording': open('Messaging › Errors', 'How messages of errors are worded.'),
  'msg.open.dedupe-keys': open('Messaging › Errors', 'How a deduplication key is sent.'),
  'msg.open.resend-idempotent': open('Messaging › Errors', 'Whether a resend counts as idempotent.'),

  // Limits
  'msg.open.rate-limits': open('Messaging › Limits', 'How many requests a time allows, and by what they are counted.'),
  'msg.open.retry-after': open('Messaging › Limits', 'Whether a 429 carries Retry-After.'),
  'msg.open.content-size': open('Messaging › Limits', 'How long the content of a message is at most.'),
  'msg.open.webhook-numbers': open('Messaging › Limits', 'How many attempts, which time-out and which pauses a deployment has configured.'),

  // Versioning
  'msg.open.deprecation': open('Messaging › Versioning', 'How versions are deprecated and kept compatible.'),
  'msg.open.interface-description': open('Messaging › Versioning', 'Where the interface description is served.'),
} as const satisfies Record<string, Unstated>

export type MessagingUnstatedId = keyof typeof messagingUnstated
