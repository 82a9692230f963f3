import type { Reading } from '../contract.ts'
import type { MessagingHeading } from './headings.ts'
import type { MessagingRequirementId } from './requirements.ts'

interface MessagingReading extends Reading {
  readonly at: MessagingHeading
  readonly touches: readonly MessagingRequirementId[]
}

/** Decisions where sentences of the messaging document overlap, collide or stop short. */
export const messagingReadings = {
  'msg.reading.missing-key-status': {
    at: 'Messaging › Authentication',
    conflict: 'A missing API key answers 401, yet a required header that is missing is also a validation defect.',
    policy:
      'The explicit sentence wins: 401 passes and 422 fails when the key is the only defect. Beside another defect 400, 401 and 422 pass.',
    touches: [
      'msg.auth.key-required-resend',
      'msg.auth.key-required-conversation',
      'msg.auth.key-required-read',
      'msg.auth.key-required-app-create',
      'msg.auth.key-required-app-read',
      'msg.auth.key-required-senders',
      'msg.auth.key-required-campaign',
      'msg.auth.key-required-workspaces',
      'msg.auth.key-invalid',
    ],
  },
  'msg.reading.validation-status': {
    at: 'Messaging › Errors',
    conflict: 'Missing and invalid fields answer 400, semantic defects 422, and no border is drawn between them.',
    policy:
      'Either status passes. A 422 fails without its body. An unreadable one warns where it is taken as none. Any 4xx to another media type passes.',
    touches: [
      'msg.error.malformed-body',
      'msg.error.media-type',
      'msg.otp.phone-required',
      'msg.otp.channel-unknown',
      'msg.otp.not-an-object',
      'msg.otp.refusal-shape',
      'msg.workspaces.refusal-shape',
      'msg.apps.name-required',
      'msg.read.up-to-type',
      'msg.senders.filter-active-invalid',
      'msg.senders.filter-default-invalid',
      'msg.send.recipients-required',
    ],
  },
  'msg.reading.whatsapp-unprocessable': {
    at: 'Messaging › Errors',
    conflict: 'On WhatsApp endpoints a 422 fits both the validation error and the envelope with errors.',
    policy: 'Either body passes there; on other endpoints the validation error alone passes.',
    touches: ['msg.error.unprocessable', 'msg.validation.detail', 'msg.envelope.errors'],
  },
  'msg.reading.error-shapes': {
    at: 'Messaging › Errors',
    conflict: 'Three body shapes are in use, and which belongs to which endpoint and status is not told.',
    policy:
      'Any of the three passes on 400, 401, 403, 404, 409 and 429. Other JSON, a detail that is text among it, and bodies that are not JSON warn; on 422 they fail. details that is null warns.',
    touches: [
      'msg.error.body-shape',
      'msg.error.json',
      'msg.error.code',
      'msg.error.message',
      'msg.error.details',
      'msg.error.unprocessable',
      'msg.send.validation-code',
      'msg.send.validation-details',
    ],
  },
  'msg.reading.conversation-shapes': {
    at: 'Messaging › Resources › Conversation',
    conflict: 'Two shapes are given for one endpoint.',
    policy: 'Either passes. A target that mixes them warns.',
    touches: ['msg.conversation.read', 'msg.conversation.one-shape'],
  },
  'msg.reading.is-active': {
    at: 'Messaging › Resources › Conversation',
    conflict:
      'The states name is_active and window.open as one window, open or closed; the table of shape A leaves is_active unexplained.',
    policy: 'In shape A two that say the opposite warn.',
    touches: [
      'msg.conversation.window-agrees',
      'msg.conversation.enveloped-is-active',
      'msg.conversation.enveloped-window-open',
      'msg.conversation.bare-window',
    ],
  },
  'msg.reading.no-required-column': {
    at: 'Messaging › Resources › Sender',
    conflict: 'Shape A, mark-read result, sender, workspace and envelope have no column that tells what is required.',
    policy:
      'A wrong type fails. An absent field is noted. Rows without "or null" have no null: it warns. Where nothing is there to be shown null counts as absent. An absent id or success warns, and so do an item of errors without code or message, which each item has, and an envelope of errors without request_id. A result without its count fails: it counts. Times without an offset warn.',
    touches: [
      'msg.resource.id-present',
      'msg.resource.time-zone',
      'msg.read.conversation-id-present',
      'msg.read.count-present',
      'msg.envelope.success',
      'msg.envelope.success-present',
      'msg.envelope.request-id-present',
      'msg.envelope.data',
      'msg.envelope.request-id',
      'msg.envelope.error-field',
      'msg.conversation.enveloped-id',
      'msg.conversation.enveloped-contact-name',
      'msg.conversation.enveloped-last-message-at',
      'msg.conversation.enveloped-recipient-digits',
      'msg.senders.id',
      'msg.workspaces.id',
      'msg.workspaces.description',
    ],
  },
  'msg.reading.id-types': {
    at: 'Messaging › Endpoints',
    conflict: 'workspace_id and campaign_id are plain strings in one place and UUIDs in another.',
    policy:
      'Each table is taken at its word. A malformed id in a path passes with 400, 404 or 422, and with 403 as one out of reach.',
    touches: [
      'msg.apps.workspace-id',
      'msg.workspaces.id',
      'msg.campaign.id',
      'msg.campaign.id-invalid',
      'msg.conversation.id-invalid',
      'msg.read.id-invalid',
    ],
  },
  'msg.reading.template-everywhere': {
    at: 'Messaging › Resources › OTP resend request',
    conflict: 'One cell says that message_template needs {code}, and that call and WhatsApp ignore it.',
    policy:
      'On call and WhatsApp one with {code} is taken; the refusal of one without it warns. By SMS one without it is refused, or taken with a warning where the code is read all the same; a text without its code fails.',
    touches: ['msg.otp.template-ignored-call', 'msg.otp.template-ignored-whatsapp', 'msg.otp.template-without-code'],
  },
  'msg.reading.template-places': {
    at: 'Messaging › Resources › OTP resend request',
    conflict:
      'Two {code} in one template are not spoken of, and what {expiry} becomes is not told; the field counts minutes.',
    policy:
      'Where either stands first it is substituted, else it fails; what is left where it comes again warns. Words pass, and so do the minutes as a number; the default in their place fails, and another number, as of seconds, warns.',
    touches: ['msg.otp.template-code', 'msg.otp.template-expiry'],
  },
  'msg.reading.secret-of-callback': {
    at: 'Messaging › Resources › OTP resend request',
    conflict:
      'callback_secret signs what is sent to callback_url, and how that is written, and what signs it where there is none, is not told.',
    policy:
      'Nothing that looks like a signature fails, and so does one under the secret of the webhook or of another callback_url. What looks like one in another form leaves it open, and an X-Svc-Signature of something else warns.',
    touches: ['msg.otp.callback-signed', 'msg.otp.callback-secret'],
  },
  'msg.reading.unlisted-send': {
    at: 'Messaging › Errors',
    conflict: 'A 422 has the body HTTPValidationError on listed endpoints; the example of an error object is a send.',
    policy: 'A 422 of a send passes with either body.',
    touches: ['msg.error.unprocessable', 'msg.validation.detail'],
  },
  'msg.reading.time-forms': {
    at: 'Messaging › Resources › Common response shapes',
    conflict: 'date-time has a standard that the document does not name.',
    policy:
      'A time of RFC 3339 passes. One of ISO 8601 in another form warns: an offset without a colon, no seconds, a comma. What names no moment fails.',
    touches: [
      'msg.resource.time-zone',
      'msg.conversation.enveloped-created-at',
      'msg.conversation.bare-created-at',
      'msg.senders.created-at',
      'msg.apps.created-at',
      'msg.workspaces.created-at',
      'msg.campaign.launch-date',
    ],
  },
  'msg.reading.trouble': {
    at: 'Messaging › Errors',
    conflict: 'Server errors and refusals of a caller are lawful at any time, and say nothing of the request.',
    policy:
      'A 502, 503 or 504 and a broken connection block what was asked, and so do 401, 402 and 403 to a live key, unless who is let in is the question. A reading is tried again with backoff before that; another 5xx that stays is judged. A reading that does not show a change yet is asked again within 3 seconds.',
    touches: ['msg.error.handled', 'msg.auth.bearer-not-needed', 'msg.apps.read-created', 'msg.read.counts'],
  },
  'msg.reading.quota': {
    at: 'Messaging › Endpoints',
    conflict:
      'How many apps a user has at most and which channels an account has is not told; 402, 403 and 409 say so.',
    policy: 'Such an answer to a creation, and a 402 or 403 to a channel, block.',
    touches: ['msg.apps.create', 'msg.apps.null-fields', 'msg.otp.channel-call', 'msg.otp.channel-whatsapp'],
  },
  'msg.reading.owners-of-lists': {
    at: 'Messaging › Resources › Sender',
    conflict:
      'Records carry a user_id, and whether that is the user of the key or the owner of an account is not told.',
    policy: 'Senders none of which has the user_id of the workspaces and apps that the same key is shown warn.',
    touches: ['msg.senders.own-only', 'msg.senders.user-id', 'msg.workspaces.user-id'],
  },
  'msg.reading.all-workspaces': {
    at: 'Messaging › Endpoints',
    conflict: 'All workspaces of the user are listed, while some keys are kept out of some workspaces.',
    policy:
      'One that the target file names and the list lacks fails. One that another key of the user is shown, or that a campaign stands in, warns.',
    touches: ['msg.workspaces.all-own', 'msg.workspaces.own-only'],
  },
  'msg.reading.secret-ends': {
    at: 'Messaging › Events › Signature verification',
    conflict:
      'The secret is taken as its UTF-8 bytes; whether blanks at its ends survive its registration is not told.',
    policy: 'A signature under the secret without them warns.',
    touches: ['msg.signature.verifies'],
  },
  'msg.reading.trailing-slash': {
    at: 'Messaging › Endpoints',
    conflict: 'Three endpoints have a trailing slash in their examples, two of them none in the table.',
    policy:
      'The path of the table is tried first. A redirect to the other form, a 404 or a 405 leads to that one, and the form is noted. The workspace list has its slash in the table too: 404 or 405 there fails. On the other two the form that is not there is noted: routers of one form are lawful. On other endpoints a 307 or 308 within the origin is followed once, of a reading also 301 or 302.',
    touches: ['msg.endpoints.trailing-slash', 'msg.apps.create', 'msg.campaign.read', 'msg.workspaces.list'],
  },
  'msg.reading.bound-key-with-app-key': {
    at: 'Messaging › Endpoints',
    conflict: 'A bound key requires app_key to be omitted, without a word on what happens when it is sent.',
    policy:
      'A 4xx passes. An app_key that is taken beside a bound key warns, whatever its type. What is named beside it, in body or header, makes the resend of no other app: that fails.',
    touches: ['msg.otp.bound-key-with-app-key', 'msg.otp.bound-key-app', 'msg.otp.bound-key', 'msg.otp.app-key-type'],
  },
  'msg.reading.unbound-key': {
    at: 'Messaging › Authentication',
    conflict:
      'Unbound keys name their app in the body or the header; neither, one that does not exist, or two apps at once, is not covered.',
    policy:
      'Any 4xx passes. A 2xx warns where no app or two are named; for one that does not exist it fails, since it identifies none.',
    touches: [
      'msg.auth.unbound-without-app',
      'msg.auth.app-unknown',
      'msg.auth.app-conflict',
      'msg.otp.unbound-app-key',
      'msg.otp.unbound-app-id',
    ],
  },
  'msg.reading.no-prior-code': {
    at: 'Messaging › States and transitions',
    conflict: 'A resend replaces a prior code, and what it does without one is not told.',
    policy: 'Any answer but a server error passes.',
    touches: ['msg.otp.no-prior', 'msg.otp.prior-invalidated', 'msg.otp.accepted'],
  },
  'msg.reading.refused-resend': {
    at: 'Messaging › States and transitions',
    conflict: 'A resend ends the prior code and sends a new one; that a refused one does neither is not said.',
    policy:
      'A refused resend that ends or sends a code or takes its callback_url for the target warns, and so does a refused marking that marks.',
    touches: [
      'msg.read.refused-marks-none',
      'msg.otp.refused-sends-none',
      'msg.otp.refused-callback-none',
      'msg.otp.refused-ends-none',
    ],
  },
  'msg.reading.input-rules': {
    at: 'Messaging › Resources › OTP resend request',
    conflict: 'Digits without a plus sign, HTTPS and {code} are rules for the input, without the answer to a breach.',
    policy: 'A 4xx passes and a 2xx warns: there are readers that tidy a number up.',
    touches: [
      'msg.otp.phone-plus',
      'msg.otp.phone-digits',
      'msg.otp.phone-length',
      'msg.otp.phone-country-code',
      'msg.otp.callback-url-https',
    ],
  },
  'msg.reading.input-that-names-nothing': {
    at: 'Messaging › Resources › OTP resend request',
    conflict: 'What is no phone number or URI at all breaks the rules of its field, and no reader tidies it up.',
    policy:
      'A 4xx passes and a 2xx fails for a number without a digit and a text with blanks as callback_url; a path warns.',
    touches: ['msg.otp.phone-none', 'msg.otp.callback-url-uri'],
  },
  'msg.reading.number-ranges': {
    at: 'Messaging › Limits',
    conflict: 'otp_length and minutes_to_expire are integers without limits, and conversion is not mentioned.',
    policy:
      'No limit is probed. Text that is no number, an object or a list is refused with 400 or 422; a fraction or an empty text that is taken warns; "6", 6.0 and true are noted.',
    touches: ['msg.otp.length-type', 'msg.otp.expiry-type', 'msg.otp.length', 'msg.otp.expiry'],
  },
  'msg.reading.callback-url-rules': {
    at: 'Messaging › Resources › OTP resend request',
    conflict: 'The rules for webhook URLs speak of registration; whether they bind callback_url is not told.',
    policy: 'The field itself asks for HTTPS, so plain http warns. A callback to a private address warns too.',
    touches: ['msg.otp.callback-url-https', 'msg.otp.callback-url-private', 'msg.webhook.no-private-address'],
  },
  'msg.reading.opaque-status': {
    at: 'Messaging › Events › Events and data',
    conflict: 'The transition table gives labels of status, and the event rules call the same labels opaque.',
    policy: 'status is a string, and any string passes; a label unlike that of the table warns.',
    touches: [
      'msg.event.status-labels',
      'msg.event.sent-status',
      'msg.event.submit-failed-status',
      'msg.event.delivered-status',
      'msg.event.expired-status',
      'msg.event.report-failed-status',
    ],
  },
  'msg.reading.two-failed-payloads': {
    at: 'Messaging › Events › Events and data',
    conflict: 'One event name, sms.failed, has two payloads.',
    policy:
      'A payload that satisfies one of them completely passes. That of the one recipient sent to alone, whose submit fails, warns in the form of a delivery report.',
    touches: [
      'msg.event.failed-complete',
      'msg.event.submit-failed',
      'msg.event.report-failed',
      'msg.event.submit-failed-job-id',
      'msg.event.submit-failed-recipient',
      'msg.event.report-failed-at',
    ],
  },
  'msg.reading.shared-job-id': {
    at: 'Messaging › Events › Events and data',
    conflict: 'The events of a batch typically share job_id, which yet equals the one job_id of the send response.',
    policy:
      'Different job_ids within a batch warn. For a send to one recipient another job_id fails; the same UUID in other letter case warns.',
    touches: ['msg.event.batch-job-id', 'msg.event.sent-joins-send', 'msg.event.submit-failed-joins-send'],
  },
  'msg.reading.copies-after-success': {
    at: 'Messaging › Events › Receiver response and retries',
    conflict: 'A 2xx ends the retries, yet an event sometimes arrives more than once.',
    policy: 'One further copy after a 2xx is noted. Copies that go on as retries do fail.',
    touches: [
      'msg.delivery.ends-after-ok',
      'msg.delivery.ends-after-other-success',
      'msg.delivery.body-ignored',
      'msg.event.delivered-more-than-once',
      'msg.event.batch-one-each',
    ],
  },
  'msg.reading.typical-numbers': {
    at: 'Messaging › Limits',
    conflict: 'The numbers of retries are typical and configurable, yet stand in the table of limits.',
    policy:
      'They are measured and noted. Four pauses that are all alike, of a minute at most, or that shrink each time are no exponential backoff and fail. Others that do not grow warn, and so do more than 12 attempts without an end, more than another event had, and another number than the target file names.',
    touches: [
      'msg.limits.attempts',
      'msg.limits.timeout',
      'msg.limits.backoff',
      'msg.delivery.backoff-exponential',
      'msg.delivery.backoff-grows',
      'msg.delivery.bounded',
      'msg.delivery.retry-after-server-error',
      'msg.delivery.retry-after-timeout',
    ],
  },
  'msg.reading.key-order': {
    at: 'Messaging › Events › Request',
    conflict: 'The key order is stable, and no order is given.',
    policy: 'Events of one kind are compared with each other, leaving aside keys that are not always present.',
    touches: ['msg.event.key-order', 'msg.event.compact'],
  },
  'msg.reading.send-shape': {
    at: 'Messaging › Endpoints',
    conflict: 'A send is part of the service, and its shapes are not shown beyond three names.',
    policy:
      'Only content, recipients and job_id are judged. Other request fields come from the target file, other response fields are noted.',
    touches: [
      'msg.send.accepted',
      'msg.send.several-recipients',
      'msg.send.job-id',
      'msg.send.content-required',
      'msg.send.recipients-required',
      'msg.send.key-required',
    ],
  },
  'msg.reading.other-callbacks': {
    at: 'Messaging › Events › Other events',
    conflict: 'WhatsApp and OTP callbacks exist, and neither payload nor, for OTP, the signature header is shown.',
    policy:
      'Headers and signature of WhatsApp callbacks are judged, their bodies are not. Which steps of a code are told is not shown: silence fails once a code was verified and one expired, and warns after either. A lost query warns where callbacks come by a route of the target file.',
    touches: [
      'msg.event.whatsapp-name',
      'msg.otp.callback-delivered',
      'msg.otp.callback-query',
      'msg.signature.present',
      'msg.signature.verifies',
    ],
  },
  'msg.reading.forbidden-or-missing': {
    at: 'Messaging › Authentication',
    conflict: 'A resource out of reach fits 401, 403 and 404: key, permission and existence are not told apart.',
    policy:
      '403 and 404 both pass for resources of others and for unknown ids; 401 and 403 for closed workspaces. A list narrowed to what a key reaches passes too. Where a key without permissions is let in elsewhere, it warns.',
    touches: [
      'msg.auth.forbidden',
      'msg.auth.workspace-restricted',
      'msg.conversation.missing',
      'msg.conversation.foreign',
      'msg.read.missing',
      'msg.read.foreign',
      'msg.apps.missing',
      'msg.apps.foreign',
      'msg.campaign.missing',
      'msg.campaign.foreign',
    ],
  },
  'msg.reading.read-body': {
    at: 'Messaging › Endpoints',
    conflict: 'Marking read has a body whose only field has a default; whether the body is needed is not told.',
    policy: 'null and an empty object pass with a 2xx alone. What a missing body answers is noted.',
    touches: ['msg.read.up-to-null', 'msg.read.up-to-left-out', 'msg.read.no-body', 'msg.read.default-now'],
  },
  'msg.reading.status-code': {
    at: 'Messaging › Resources › Common response shapes',
    conflict: 'status_code defaults to 200 and is not tied to the HTTP status.',
    policy:
      'A status_code unlike the HTTP status warns, and so does success false with 200, of an envelope also success true with an error.',
    touches: [
      'msg.base.status-code',
      'msg.base.status-code-agrees',
      'msg.base.success-true',
      'msg.envelope.success-agrees',
    ],
  },

  // Beyond the conflicts above: sentences whose words leave a border case.
  'msg.reading.bearer-refusal': {
    at: 'Messaging › Authentication',
    conflict: 'A bearer token is required on three endpoints, and the answer to its absence is not told.',
    policy:
      'Any 4xx passes. A status other than 401 and 403, and 400 and 422 as of a required header, warns, for unknown tokens and other schemes too. What has the form of an access token and is none fails where it is let in; what is nearly the token, or comes under another scheme, warns.',
    touches: [
      'msg.auth.bearer-app-create',
      'msg.auth.bearer-app-read',
      'msg.auth.bearer-campaign',
      'msg.auth.bearer-token',
      'msg.auth.bearer-status',
      'msg.auth.bearer-invalid',
      'msg.auth.bearer-scheme',
    ],
  },
  'msg.reading.filters': {
    at: 'Messaging › Endpoints',
    conflict: 'Two filters are named for senders, and that they filter is not said in words.',
    policy:
      'A filter that is not accepted fails. A sender that does not fit it, lacks the field or is not in the whole list warns, and so does a value that is no boolean where it is overlooked.',
    touches: [
      'msg.senders.filter-active-invalid',
      'msg.senders.filter-default-invalid',
      'msg.senders.filter-active-accepted',
      'msg.senders.filter-default-accepted',
      'msg.senders.filter-active',
      'msg.senders.filter-default',
    ],
  },
  'msg.reading.repeated-mark-read': {
    at: 'Messaging › Endpoints',
    conflict: 'The result counts messages marked read, which reads as newly marked or as covered by the request.',
    policy: 'A second count above 0 for the same past up_to warns. A count unlike the fall of unread_count fails.',
    touches: ['msg.read.counts', 'msg.read.second-count-zero'],
  },
} as const satisfies Record<string, MessagingReading>

export type MessagingReadingId = keyof typeof messagingReadings
