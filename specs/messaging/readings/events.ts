import type { MessagingReading } from './reading.ts'

/** Readings of what is said of sends, webhooks and their events. */
export const eventsReadings = {
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
  'msg.reading.error-shapes': {
    at: 'Messaging › Errors',
    conflict: 'Three body shapes are in use, and which belongs to which endpoint and status is not told.',
    policy:
      'Any of the three passes on 400, 401, 403, 404, 409 and 429. Other JSON, a detail that is text among it, and bodies that are not JSON warn; on 422 they fail. details that is null warns. Of a status without a row, such as 405 or 415, the body is held to nothing.',
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
  'msg.reading.secret-ends': {
    at: 'Messaging › Events › Signature verification',
    conflict:
      'The secret is taken as its UTF-8 bytes; whether blanks at its ends survive its registration is not told.',
    policy: 'A signature under the secret without them warns.',
    touches: ['msg.signature.verifies'],
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
      'They are measured and noted. Four pauses that are all alike, of a minute at most, or that shrink each time are no exponential backoff and fail. So does a second pause of less than a quarter of the first where every event has it, four at least. Others that do not grow warn, and so do more than 12 attempts without an end, more than another event had, and another number than the target file names.',
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
      'Headers and signature of WhatsApp callbacks are judged, their bodies are not. Which steps of a code are told is not shown: silence fails once a code was verified and one expired, and warns after either, or of one channel. A first step told again at the former callback_url warns. A lost query warns where callbacks come by a route of the target file.',
    touches: [
      'msg.event.whatsapp-name',
      'msg.otp.callback-delivered',
      'msg.otp.callback-query',
      'msg.otp.callback-replaced',
      'msg.signature.present',
      'msg.signature.verifies',
    ],
  },
} as const satisfies Record<string, MessagingReading>
