import { may, must, type Requirement, should } from '../../contract.ts'

/** What holds on every endpoint: answers, keys and tokens, errors, limits, version. */
// biome-ignore format: a statement is one line, so that the catalogue reads as a table
export const accessRequirements = {
  // What the service does
  'msg.service.content-type': should('Messaging › What the service does', 'Successful answers are declared as JSON.'),
  'msg.service.any-spelling': must('Messaging › What the service does', 'A request is taken however its JSON and headers are written: order of members, white space, escapes, letter case of header names; a charset is better taken.'),
  'msg.service.environments': must('Messaging › What the service does', 'Production and pre-release environments exist, and a local one over plain HTTP.', { unobservable: 'One run sees one deployment.' }),

  // Common response shapes
  'msg.base.success': must('Messaging › Resources › Common response shapes', 'The answer to a resend carries success, a boolean.'),
  'msg.base.message': must('Messaging › Resources › Common response shapes', 'The answer to a resend carries message, a string.'),
  'msg.base.data': must('Messaging › Resources › Common response shapes', 'data of the answer to a resend, when present, is an object or null.'),
  'msg.base.status-code': must('Messaging › Resources › Common response shapes', 'status_code of the answer to a resend, when present, is an integer.'),
  'msg.base.status-code-agrees': should('Messaging › Resources › Common response shapes', 'status_code of the answer to a resend, when present, equals the HTTP status.'),
  'msg.base.success-true': should('Messaging › Resources › Common response shapes', 'A resend answered with 200 carries success true.'),
  'msg.envelope.success': must('Messaging › Resources › Common response shapes', 'success of an envelope, when present, is a boolean.'),
  'msg.envelope.success-present': should('Messaging › Resources › Common response shapes', 'An envelope carries success.'),
  'msg.envelope.success-agrees': should('Messaging › Resources › Common response shapes', 'success of an envelope is true with a 2xx and false with an error.'),
  'msg.envelope.data': must('Messaging › Resources › Common response shapes', 'data of an envelope, when present, is an object.'),
  'msg.envelope.errors': must('Messaging › Resources › Common response shapes', 'errors of an envelope, when present, is an array of objects or null.'),
  'msg.envelope.error-code': must('Messaging › Resources › Common response shapes', 'Every item of errors carries code, a string.'),
  'msg.envelope.error-message': must('Messaging › Resources › Common response shapes', 'Every item of errors carries message, a string.'),
  'msg.envelope.error-field': must('Messaging › Resources › Common response shapes', 'field of an item of errors, when present, is a string.'),
  'msg.envelope.request-id': must('Messaging › Resources › Common response shapes', 'request_id of an envelope, when present, is a string.'),
  'msg.envelope.request-id-present': should('Messaging › Resources › Common response shapes', 'An envelope carries request_id.'),
  'msg.validation.detail': must('Messaging › Resources › Common response shapes', 'detail of a validation error is an array of objects.'),
  'msg.validation.loc': must('Messaging › Resources › Common response shapes', 'Every item of detail carries loc, an array of strings and integers.'),
  'msg.validation.msg': must('Messaging › Resources › Common response shapes', 'Every item of detail carries msg, a string.'),
  'msg.validation.type': must('Messaging › Resources › Common response shapes', 'Every item of detail carries type, a string.'),
  'msg.resource.time-zone': should('Messaging › Resources › Common response shapes', 'Times of resources carry an offset or Z.'),
  'msg.resource.created-stays': should('Messaging › Resources › Common response shapes', 'created_at of a resource is the same whenever it is read.'),
  'msg.resource.id-present': should('Messaging › Resources › Common response shapes', 'Conversations, senders and workspaces carry their id.'),

  // Authentication
  'msg.auth.key-accepted': must('Messaging › Authentication', 'A request with a live X-API-Key is let in.'),
  'msg.auth.key-required-resend': must('Messaging › Authentication', 'A resend without X-API-Key answers 401.'),
  'msg.auth.key-required-conversation': must('Messaging › Authentication', 'Reading a conversation without X-API-Key answers 401.'),
  'msg.auth.key-required-read': must('Messaging › Authentication', 'Marking read without X-API-Key answers 401.'),
  'msg.auth.key-required-app-create': must('Messaging › Authentication', 'Creating an app without X-API-Key answers 401.'),
  'msg.auth.key-required-app-read': must('Messaging › Authentication', 'Reading an app without X-API-Key answers 401.'),
  'msg.auth.key-required-senders': must('Messaging › Authentication', 'Listing senders without X-API-Key answers 401.'),
  'msg.auth.key-required-campaign': must('Messaging › Authentication', 'Reading a campaign without X-API-Key answers 401.'),
  'msg.auth.key-required-workspaces': must('Messaging › Authentication', 'Listing workspaces without X-API-Key answers 401.'),
  'msg.auth.key-invalid': must('Messaging › Authentication', 'An unknown X-API-Key answers 401 on every listed endpoint.'),
  'msg.auth.refused-sends-none': must('Messaging › Authentication', 'A resend without a key, with an unknown key or with one that lacks the permission sends no code, whatever it is answered.'),
  'msg.auth.bearer-app-create': must('Messaging › Authentication', 'Creating an app without an access token is refused with a 4xx.'),
  'msg.auth.bearer-app-read': must('Messaging › Authentication', 'Reading an app without an access token is refused with a 4xx.'),
  'msg.auth.bearer-campaign': must('Messaging › Authentication', 'Reading a campaign without an access token is refused with a 4xx.'),
  'msg.auth.bearer-token': must('Messaging › Authentication', 'A Bearer token that is no access token lets nobody in.'),
  'msg.auth.bearer-status': should('Messaging › Authentication', 'The refusal of a missing access token is 401 or 403, or that of a missing header: 400 or 422.'),
  'msg.auth.bearer-invalid': should('Messaging › Authentication', 'An unknown access token is refused with 401 or 403, or as an invalid header.'),
  'msg.auth.bearer-scheme': should('Messaging › Authentication', 'An Authorization of another scheme than Bearer is refused with 401 or 403, or as an invalid header.'),
  'msg.auth.bearer-not-needed': must('Messaging › Authentication', 'Resend, conversations, mark-read, senders and workspaces answer without an access token.'),
  'msg.auth.forbidden': must('Messaging › Authentication', 'A key without the permission answers 403.'),
  'msg.auth.workspace-restricted': must('Messaging › Authentication', 'A key kept out of a workspace answers 403, or 401.'),
  'msg.auth.unbound-without-app': should('Messaging › Authentication', 'A resend with an unbound key that names no app is refused with a 4xx.'),
  'msg.auth.app-unknown': must('Messaging › Authentication', 'A resend with an unbound key that names an app which does not exist is refused with a 4xx.'),
  'msg.auth.app-conflict': should('Messaging › Authentication', 'A resend with an unbound key whose app_key and X-App-ID name two apps is refused with a 4xx.'),
  'msg.endpoints.trailing-slash': may('Messaging › Endpoints', 'App creation and campaign answer with a trailing slash, as in their examples, as well as without, as in the table.'),

  // Errors
  'msg.error.success-range': should('Messaging › Errors', 'A 2xx answer is no error body.'),
  'msg.error.body-shape': should('Messaging › Errors', 'Every error body is one of the three shapes.'),
  'msg.error.json': should('Messaging › Errors', 'Error answers are declared as JSON.'),
  'msg.error.handled': should('Messaging › Errors', 'Bad input is answered with a 4xx, never with a 5xx.'),
  'msg.error.malformed-body': must('Messaging › Errors', 'A body that is no JSON object is refused with 400 or 422.'),
  'msg.error.media-type': should('Messaging › Errors', 'A body of another media type that lacks what is required is refused with a 4xx.'),
  'msg.error.code': must('Messaging › Errors', 'code of a body with error is a string.'),
  'msg.error.message': must('Messaging › Errors', 'message of a body with error is a string.'),
  'msg.error.details': must('Messaging › Errors', 'details of a body with error, when present, is an object.'),
  'msg.error.unprocessable': must('Messaging › Errors', 'Every 422 is an HTTPValidationError, or the envelope on WhatsApp endpoints.'),
  'msg.error.conflict': must('Messaging › Errors', 'A duplicate or a state conflict answers 409.', { unobservable: 'No listed endpoint is said to have duplicates or conflicts.' }),

  // Limits
  'msg.limits.rate-answer': may('Messaging › Limits', 'A sustained high volume is answered 429.'),
  'msg.limits.retry-after-readable': should('Messaging › Limits', 'Retry-After of a 429, when present, is a number of seconds or an HTTP date.'),
  'msg.limits.recovers': should('Messaging › Limits', 'After the time of Retry-After requests are answered again.'),
  'msg.limits.attempts': may('Messaging › Limits', 'An event has 5 attempts.'),
  'msg.limits.timeout': may('Messaging › Limits', 'An attempt waits 10 seconds for its answer.'),
  'msg.limits.backoff': may('Messaging › Limits', 'Pauses start near 30 seconds, end near 3600 seconds and vary by about 15 %.'),

  // Versioning
  'msg.version.prefix': must('Messaging › Versioning', 'The endpoints stand under /v1.'),
  'msg.version.interface': must('Messaging › Versioning', 'The interface description carries version 0.8.', { unobservable: 'No endpoint shows the interface description.' }),
} as const satisfies Record<string, Requirement>
