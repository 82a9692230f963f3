import type { MessagingReading } from './reading.ts'

/** Readings of what is said of access, errors, conversations and records. */
export const resourcesReadings = {
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
  'msg.reading.key-case': {
    at: 'Messaging › Authentication',
    conflict: 'An invalid key answers 401, and whether the case of its letters counts is not said.',
    policy: 'A key or token that is let in in another case warns.',
    touches: ['msg.auth.key-invalid', 'msg.send.key-invalid', 'msg.auth.bearer-invalid'],
  },
  'msg.reading.whatsapp-unprocessable': {
    at: 'Messaging › Errors',
    conflict: 'On WhatsApp endpoints a 422 fits both the validation error and the envelope with errors.',
    policy: 'Either body passes there; on other endpoints the validation error alone passes.',
    touches: ['msg.error.unprocessable', 'msg.validation.detail', 'msg.envelope.errors'],
  },
  'msg.reading.id-case': {
    at: 'Messaging › Endpoints',
    conflict: 'conversation_id is a UUID, whose letters mean the same in either case; that it is read so is not said.',
    policy: 'One in capitals that is refused, while the same in small letters is found, is noted.',
    touches: ['msg.conversation.id-any-case'],
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
    policy:
      'In shape A two that say the opposite warn. When a window opens and closes is not shown: one that is open after its own expires_at warns.',
    touches: [
      'msg.conversation.window-agrees',
      'msg.conversation.window-expiry',
      'msg.conversation.enveloped-is-active',
      'msg.conversation.enveloped-window-open',
      'msg.conversation.bare-window',
    ],
  },
  'msg.reading.no-required-column': {
    at: 'Messaging › Resources › Sender',
    conflict: 'Shape A, mark-read result, sender, workspace and envelope have no column that tells what is required.',
    policy:
      'A wrong type fails. An absent field is noted, and so is a boolean or a count that is left out where it is false or 0, as some writers of JSON do. Rows without "or null" have no null: it warns. Where nothing is there to be shown null counts as absent. An absent id or success warns, and so do an item of errors without code or message, which each item has, and an envelope without request_id. A result without its count fails: it counts. Times without an offset warn. A recipient_phone of shape A with more than digits fails; one that starts with 0, or is empty, warns.',
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
      'A 502, 503 or 504 and a broken connection block what was asked, and so do 401, 402 and 403 to a live key, unless who is let in is the question. A key that was let in and is let in nowhere any more blocks all. A reading is tried again with backoff before that; another 5xx that stays is judged. A reading that does not show a change yet is asked again within 3 seconds.',
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
  'msg.reading.restrictions-of-workspaces': {
    at: 'Messaging › Authentication',
    conflict: 'Workspace restrictions yield 403, yet which restrictions there are is not told.',
    policy: 'An app in a workspace that another user has alone warns.',
    touches: ['msg.apps.foreign-workspace'],
  },
  'msg.reading.header-of-unbound-keys': {
    at: 'Messaging › Endpoints',
    conflict: 'X-App-ID is an optional header of the reading, yet an unbound key names its app by it.',
    policy: 'A reading without it that is refused as a bad request warns. 401, 403 and 404 say nothing.',
    touches: ['msg.conversation.app-id-optional'],
  },
  'msg.reading.all-workspaces': {
    at: 'Messaging › Endpoints',
    conflict: 'All workspaces of the user are listed, while some keys are kept out of some workspaces.',
    policy:
      'One that the target file names and the list lacks fails. One that another key of the user is shown, or that a campaign stands in, warns.',
    touches: ['msg.workspaces.all-own', 'msg.workspaces.own-only'],
  },
  'msg.reading.trailing-slash': {
    at: 'Messaging › Endpoints',
    conflict: 'Three endpoints have a trailing slash in their examples, two of them none in the table.',
    policy:
      'The path of the table is tried first. A redirect to the other form, a 404 or a 405 leads to that one, and the form is noted. The workspace list has its slash in the table too: 404 or 405 there fails. On the other two the form that is not there is noted: routers of one form are lawful. On other endpoints a 307 or 308 within the origin is followed once, of a reading also 301 or 302.',
    touches: ['msg.endpoints.trailing-slash', 'msg.apps.create', 'msg.campaign.read', 'msg.workspaces.list'],
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
  'msg.reading.refused-resend': {
    at: 'Messaging › States and transitions',
    conflict: 'A resend ends the prior code and sends a new one; that a refused one does neither is not said.',
    policy:
      'A refusal says that what was asked for was not done. A refused resend that ends or sends a code and a refused marking that marks fail where it is seen again, alone. Too many codes for the resends that were taken warn where they came with refused ones alone, and block elsewhere. A code that is over once a request too many was refused warns, and so does the callback_url of a refused resend that is called.',
    touches: [
      'msg.read.refused-marks-none',
      'msg.otp.refused-sends-none',
      'msg.otp.refused-callback-none',
      'msg.otp.refused-ends-none',
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
    policy:
      'A second count above 0 for the same past up_to warns. A count unlike the fall of unread_count fails. Two markings at one moment that count the same messages warn.',
    touches: ['msg.read.counts', 'msg.read.second-count-zero'],
  },
} as const satisfies Record<string, MessagingReading>
