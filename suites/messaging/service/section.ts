import { valueAt } from '../../../kit/target/path.ts'
import { defineSection, type SectionFindings, type WebhookPlace } from '../../../kit/target/section.ts'
import { phoneFault } from '../../shared/phones.ts'
import { claims, openClaims, openLines } from './claims.ts'
import { type MessagingSection, schema } from './schema.ts'

export type { MessagingSection } from './schema.ts'

/** The section of the messaging service: what may stand in it, what it claims, what a run may do because of it. */
export const messagingSection = defineSection({
  id: 'messaging',
  schema,
  claims,
  openClaims,
  openLines,
  credentials: ['bearer'],
  distinct: [
    // One-time passwords may be sent to any of them.
    { at: 'fixtures.phones', what: 'number', names: ['delivered', 'expired', 'failed', 'rejected', 'pending'] },
    { at: 'fixtures', what: 'conversation', names: ['conversation', 'otherConversation'] },
  ],
  allow: { budgets: { messages: { what: 'Messages (SMS, calls, WhatsApp)', local: 20, line: '20' } } },
  isClaimed: ({ smsWebhook }, claim, webhooks) =>
    claim === 'smsWebhook' ? smsWebhook !== undefined && isPlaced(smsWebhook, webhooks) : undefined,
  judge,
})

/** A number that one-time passwords are asked for is refused by the deployment where it is written otherwise. */
function judge(section: unknown, { problem }: SectionFindings): void {
  const place = ['outcomes', 'secondPhone', 'with', 'phone_number']
  const phone = valueAt(section, place)
  const fault = typeof phone === 'string' && phone !== '' ? phoneFault(phone) : undefined
  if (fault !== undefined) problem(place, fault)
}

/**
 * Whether it is said where the SMS webhook stands: how it is registered, or at which URL it was. Deliveries that another
 * listener wrote down have come to it, and where no place for webhooks is named that one is missing first.
 */
function isPlaced(
  { register, url }: NonNullable<MessagingSection['smsWebhook']>,
  webhooks: WebhookPlace | undefined,
): boolean {
  if (webhooks === undefined || webhooks.deliveries !== undefined) return true
  return register !== undefined || (url ?? registeredAt(webhooks)) !== undefined
}

/** Where webhooks arrive that were registered before the run. A port that the system chooses is no such place. */
export function registeredAt(webhooks: WebhookPlace | undefined): string | undefined {
  const { publicUrl, listen } = webhooks ?? {}
  const own = listen === undefined || listen.port === 0 ? undefined : `http://${listen.host}:${listen.port}/`
  return publicUrl ?? own
}
