import type { WebhookTraits } from '../../../kit/contract/service.ts'
import { header } from '../../../kit/http/exchange.ts'

/** Inbox of the callbacks of the channel `sms`, those among them that another listener wrote down. */
export const SMS_INBOX = 'msg/sms webhook'

/** What the kit needs to know of the callbacks of the messaging service. */
export const messagingWebhooks: WebhookTraits = {
  signatureHeader: 'X-Svc-Signature',
  signatureClaim: 'messaging.smsWebhook.secret',
  reachedBy: 'messaging.smsWebhook',
  caused: { budget: 'messages', webhook: 'callback' },
  inboxes: 'sms webhook$',
  awaitedBy: '^msg\\.(?:event|delivery)\\.',
  // Callbacks of other channels have another secret.
  importedInbox({ headers, json }) {
    const { event } = Object(json) as { event?: unknown }
    const isSms = header(headers, 'X-Svc-Service-Type')?.toLowerCase() === 'sms' || /^sms\./i.test(String(event))
    return isSms ? SMS_INBOX : undefined
  },
}
