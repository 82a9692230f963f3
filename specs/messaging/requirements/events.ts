import { may, must, type Requirement, should } from '../../contract.ts'

const MANAGEMENT = 'The document shows no webhook management.'

/** SMS webhook callbacks: when they are sent, their bytes, their signature and their retries. */
// biome-ignore format: a statement is one line, so that the catalogue reads as a table
export const eventsRequirements = {
  // When a callback is sent
  'msg.event.callback-sent': must('Messaging › Events › When a callback is sent', 'An SMS sent with credentials linked to an app with an SMS webhook is reported.'),
  'msg.event.unlinked-silent': must('Messaging › Events › When a callback is sent', 'An SMS sent with credentials that are linked to no app is not reported.'),
  'msg.event.unconfigured-silent': must('Messaging › Events › When a callback is sent', 'An SMS of an app without an SMS webhook is not reported.'),
  'msg.event.other-webhooks-silent': must('Messaging › Events › When a callback is sent', 'A webhook of another app or of another channel is not told of an SMS.'),
  'msg.event.refused-silent': must('Messaging › Events › When a callback is sent', 'A send that is refused is not reported.'),
  'msg.event.pending-silent': must('Messaging › States and transitions', 'A carrier state in between is not reported.'),

  // Callback request and headers
  'msg.event.method': must('Messaging › Events › Request', 'A callback is a POST.'),
  'msg.event.json-object': must('Messaging › Events › Request', 'The body of a callback is one JSON object.'),
  'msg.event.compact': must('Messaging › Events › Request', 'The body has no whitespace outside strings, no byte order mark and no line end.'),
  'msg.event.key-order': must('Messaging › Events › Request', 'Two events of one kind have their keys in the same order.'),
  'msg.event.content-type': must('Messaging › Events › Request', 'Every attempt carries Content-Type application/json.'),
  'msg.event.content-type-exact': should('Messaging › Events › Request', 'Content-Type has no parameters.'),
  'msg.event.user-agent': must('Messaging › Events › Request', 'Every attempt carries User-Agent Svc-Webhook/1.0.'),
  'msg.event.app-id-header': must('Messaging › Events › Request', 'Every attempt carries X-Svc-App-ID, a UUID.'),
  'msg.event.app-id-header-app': must('Messaging › Events › Request', 'X-Svc-App-ID is the id of the app that sent the SMS.'),
  'msg.event.service-type': must('Messaging › Events › Request', 'Every attempt carries X-Svc-Service-Type, the channel.'),

  // Callback envelope
  'msg.event.id': must('Messaging › Events › Envelope', 'The event carries id, a string that starts with evt_.'),
  'msg.event.id-unique': must('Messaging › Events › Envelope', 'Two different events carry different ids.'),
  'msg.event.id-stable': must('Messaging › Events › Envelope', 'Every attempt of one event carries the same id.'),
  'msg.event.name': must('Messaging › Events › Envelope', 'The event carries event, a string.'),
  'msg.event.name-known': should('Messaging › Events › Envelope', 'event of an SMS callback is one of the four documented names.'),
  'msg.event.channel': must('Messaging › Events › Envelope', 'The event carries channel, a string in lower case.'),
  'msg.event.channel-sms': must('Messaging › Events › Envelope', 'channel of an SMS event is sms.'),
  'msg.event.app-id': must('Messaging › Events › Envelope', 'The event carries app_id, equal to X-Svc-App-ID.'),
  'msg.event.created-at': must('Messaging › Events › Envelope', 'The event carries created_at: UTC, ISO 8601, milliseconds and Z.'),
  'msg.event.data': must('Messaging › Events › Envelope', 'The event carries data, an object.'),

  // Submit-time events
  'msg.event.sent': must('Messaging › Events › Events and data', 'A submit that succeeds is reported as sms.sent.'),
  'msg.event.sent-job-id': must('Messaging › Events › Events and data', 'data of sms.sent carries job_id, a string.'),
  'msg.event.sent-joins-send': must('Messaging › Events › Events and data', 'job_id of sms.sent equals that of the send response.'),
  'msg.event.sent-message-id': must('Messaging › Events › Events and data', 'data of sms.sent carries message_id, a string.'),
  'msg.event.sent-recipient': must('Messaging › Events › Events and data', 'data of sms.sent carries recipient, digits only.'),
  'msg.event.sent-recipient-country-code': must('Messaging › Events › Events and data', 'recipient of sms.sent is the number sent to, with its country code.'),
  'msg.event.sent-status': must('Messaging › Events › Events and data', 'data of sms.sent carries status, a string.'),
  'msg.event.sent-submitted-at': must('Messaging › Events › Events and data', 'submitted_to_provider of sms.sent, when present, is UTC, ISO 8601, milliseconds and Z.'),
  'msg.event.submit-failed': must('Messaging › Events › Events and data', 'A submit that does not succeed is reported as sms.failed.'),
  'msg.event.submit-failed-job-id': must('Messaging › Events › Events and data', 'data of a submit-time sms.failed carries job_id, a string.'),
  'msg.event.submit-failed-joins-send': must('Messaging › Events › Events and data', 'job_id of a submit-time sms.failed equals that of the send response.'),
  'msg.event.submit-failed-message-id': must('Messaging › Events › Events and data', 'data of a submit-time sms.failed carries message_id, a string.'),
  'msg.event.submit-failed-recipient': must('Messaging › Events › Events and data', 'data of a submit-time sms.failed carries recipient, digits only.'),
  'msg.event.submit-failed-status': must('Messaging › Events › Events and data', 'data of a submit-time sms.failed carries status, a string.'),
  'msg.event.submit-failed-submitted-at': must('Messaging › Events › Events and data', 'submitted_to_provider of a submit-time sms.failed, when present, is UTC, ISO 8601, milliseconds and Z.'),

  // Delivery-report events
  'msg.event.delivered': must('Messaging › Events › Events and data', 'A successful delivery is reported as sms.delivered.'),
  'msg.event.delivered-message-id': must('Messaging › Events › Events and data', 'data of sms.delivered carries message_id, a string.'),
  'msg.event.delivered-status': must('Messaging › Events › Events and data', 'data of sms.delivered carries status, a string.'),
  'msg.event.delivered-at': must('Messaging › Events › Events and data', 'data of sms.delivered carries delivered_at: UTC, ISO 8601, milliseconds and Z.'),
  'msg.event.expired': must('Messaging › Events › Events and data', 'A delivery that fails by expiry is reported as sms.expired.'),
  'msg.event.expired-message-id': must('Messaging › Events › Events and data', 'data of sms.expired carries message_id, a string.'),
  'msg.event.expired-status': must('Messaging › Events › Events and data', 'data of sms.expired carries status, a string.'),
  'msg.event.expired-at': must('Messaging › Events › Events and data', 'data of sms.expired carries expired_at: UTC, ISO 8601, milliseconds and Z.'),
  'msg.event.report-failed': must('Messaging › Events › Events and data', 'A delivery that fails otherwise is reported as sms.failed.'),
  'msg.event.report-failed-message-id': must('Messaging › Events › Events and data', 'data of a delivery-report sms.failed carries message_id, a string.'),
  'msg.event.report-failed-status': must('Messaging › Events › Events and data', 'data of a delivery-report sms.failed carries status, a string.'),
  'msg.event.report-failed-at': must('Messaging › Events › Events and data', 'data of a delivery-report sms.failed carries failed_at: UTC, ISO 8601, milliseconds and Z.'),
  'msg.event.failed-complete': must('Messaging › Events › Events and data', 'sms.failed has all the fields of a submit or all those of a delivery report.'),
  'msg.event.report-joins-submit': must('Messaging › Events › Events and data', 'message_id of a delivery report is that of the submit-time event.'),
  'msg.event.status-labels': should('Messaging › States and transitions', 'status is SENT after a success and FAILED after a failed delivery.'),

  // Batches
  'msg.event.batch-one-each': must('Messaging › Events › Events and data', 'A send to several recipients is reported once per recipient at submit time.'),
  'msg.event.batch-message-ids': must('Messaging › Events › Events and data', 'Submit-time events of one send carry different message_ids.'),
  'msg.event.batch-recipients': must('Messaging › Events › Events and data', 'Submit-time events of one send carry different recipients.'),
  'msg.event.batch-job-id': should('Messaging › Events › Events and data', 'Submit-time events of one send share their job_id.'),
  'msg.event.delivered-more-than-once': may('Messaging › Events › Events and data', 'One event arrives more than once.'),
  'msg.event.whatsapp-name': should('Messaging › Events › Other events', 'An event of the channel whatsapp has one of the five documented names.'),

  // Signature
  'msg.signature.present': must('Messaging › Events › Request', 'Every attempt carries X-Svc-Signature when a secret is configured.'),
  'msg.signature.absent': must('Messaging › Events › Request', 'No attempt carries X-Svc-Signature when the secret is missing or empty.'),
  'msg.signature.form': must('Messaging › Events › Request', 'X-Svc-Signature is sha256= and 64 hex digits.'),
  'msg.signature.lower-case': must('Messaging › Events › Request', 'The hex digits of X-Svc-Signature are lower case.'),
  'msg.signature.verifies': must('Messaging › Events › Signature verification', 'X-Svc-Signature is the HMAC-SHA256 of the exact bytes sent, keyed with the secret in UTF-8.'),
  'msg.signature.secret-shown': must('Messaging › Events › Signature verification', 'The signing secret is shown when the webhook is created or rotated.', { unobservable: MANAGEMENT }),

  // Receiver response and retries
  'msg.delivery.ends-after-ok': must('Messaging › Events › Receiver response and retries', 'A 200 ends the attempts.'),
  'msg.delivery.ends-after-other-success': must('Messaging › Events › Receiver response and retries', 'A 2xx other than 200 ends the attempts.'),
  'msg.delivery.body-ignored': must('Messaging › Events › Receiver response and retries', 'What a 2xx answer says in its body changes nothing.'),
  'msg.delivery.retry-after-server-error': must('Messaging › Events › Receiver response and retries', 'An attempt answered with a 5xx is repeated.'),
  'msg.delivery.retry-after-client-error': must('Messaging › Events › Receiver response and retries', 'An attempt answered with a 4xx is repeated.'),
  'msg.delivery.retry-after-redirect': must('Messaging › Events › Receiver response and retries', 'An attempt answered with a 3xx is repeated.'),
  'msg.delivery.redirect-not-followed': should('Messaging › Events › Receiver response and retries', 'An attempt answered with a 3xx does not follow it.'),
  'msg.delivery.retry-after-timeout': must('Messaging › Events › Receiver response and retries', 'An attempt that is not answered is repeated.'),
  'msg.delivery.retry-after-reset': must('Messaging › Events › Receiver response and retries', 'An attempt whose connection is reset is repeated.'),
  'msg.delivery.backoff-grows': should('Messaging › Events › Receiver response and retries', 'The pauses between attempts grow.'),
  'msg.delivery.backoff-exponential': must('Messaging › Events › Receiver response and retries', 'The pauses between attempts neither stay the same from the first on nor shrink each time, nor does the second one vanish beside the first for event after event.'),
  'msg.delivery.bounded': should('Messaging › Events › Receiver response and retries', 'The attempts of an event end at a maximum.'),
  'msg.webhook.https-only': must('Messaging › Events › Receiver response and retries', 'A webhook URL without https is refused at registration.', { unobservable: MANAGEMENT }),
  'msg.webhook.no-private-address': must('Messaging › Events › Receiver response and retries', 'A webhook URL on localhost, or one that resolves to a private or loopback network, is refused at registration.', { unobservable: MANAGEMENT }),
} as const satisfies Record<string, Requirement>
