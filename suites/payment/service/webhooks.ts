import type { WebhookTraits } from '../../../kit/contract/service.ts'

/** Inbox of events that came to an address which the run did not give out. */
const IMPORTED_INBOX = 'pay/imported: webhook_url'

/** What the kit needs to know of the webhooks of the payment service. */
export const paymentWebhooks: WebhookTraits = {
  signatureHeader: 'X-Pay-Signature',
  signatureClaim: 'payment.signingKey',
  timestampHeader: 'X-Pay-Timestamp',
  reachedBy: 'webhooks',
  caused: { budget: 'payments', webhook: 'webhook' },
  inboxes: '^(?:pay/|merchant default)',
  // Receiver rules: respond with a 2xx status.
  successes: [200, 201, 202, 203, 204, 206, 207, 208, 226, 299],
  awaitedBy: '^pay\\.(?:webhook|delivery)\\.',
  importedInbox({ headers, json }) {
    const { transaction_id: id } = Object(json) as { transaction_id?: unknown }
    const isOurs = id !== undefined || headers.some(([name]) => /^x-pay-/i.test(name))
    return isOurs ? IMPORTED_INBOX : undefined
  },
}
