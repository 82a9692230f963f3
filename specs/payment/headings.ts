/**
 * The headings of the payment document as `at` writes them: `Payment › Section › Subsection`.
 * Two are shortened: "Resources and their fields" to "Resources", and "Payment create request (mobile payment)".
 */
export const paymentHeadings = [
  'Payment › What the service does',
  'Payment › Resources',
  'Payment › Resources › Payment create request',
  'Payment › Resources › Webhook payload',
  'Payment › Resources › Error envelope',
  'Payment › States and transitions',
  'Payment › Endpoints',
  'Payment › Authentication',
  'Payment › Events',
  'Payment › Events › URL resolution',
  'Payment › Events › Which URL is called',
  'Payment › Events › Headers',
  'Payment › Events › Signature',
  'Payment › Events › Receiver rules',
  'Payment › Errors',
  'Payment › Errors › Authentication',
  'Payment › Errors › Access control',
  'Payment › Errors › Request and validation',
  'Payment › Errors › Payments',
  'Payment › Errors › Payouts and account',
  'Payment › Errors › Not found, rate limit, server, upstream',
  'Payment › Errors › Retry rules',
  'Payment › Limits',
  'Payment › Versioning',
] as const

export type PaymentHeading = (typeof paymentHeadings)[number]
