/**
 * The headings of the messaging document as `at` writes them: `Messaging › Section › Subsection`.
 * "Resources and their fields" is shortened to "Resources", and OTP resend request loses its schema name.
 */
export const messagingHeadings = [
  'Messaging › What the service does',
  'Messaging › Resources › Common response shapes',
  'Messaging › Resources › OTP resend request',
  'Messaging › Resources › Conversation',
  'Messaging › Resources › Mark-read result',
  'Messaging › Resources › Sender',
  'Messaging › Resources › Developer app',
  'Messaging › Resources › Workspace',
  'Messaging › Resources › Campaign',
  'Messaging › States and transitions',
  'Messaging › Endpoints',
  'Messaging › Authentication',
  'Messaging › Events',
  'Messaging › Events › When a callback is sent',
  'Messaging › Events › Request',
  'Messaging › Events › Envelope',
  'Messaging › Events › Signature verification',
  'Messaging › Events › Events and data',
  'Messaging › Events › Receiver response and retries',
  'Messaging › Events › Other events',
  'Messaging › Errors',
  'Messaging › Limits',
  'Messaging › Versioning',
] as const

export type MessagingHeading = (typeof messagingHeadings)[number]
