import { defineSection } from '../../../kit/target/section.ts'
import { claims, openClaims, openLines } from './claims.ts'
import { schema } from './schema.ts'

export type { MessagingSection } from './schema.ts'

/** The section of the messaging service: what may stand in it, what it claims, what a run may do because of it. */
export const messagingSection = defineSection({
  id: 'messaging',
  schema,
  claims,
  openClaims,
  openLines,
  credentials: ['bearer'],
  allow: { budgets: { messages: { what: 'Messages (SMS, calls, WhatsApp)', local: 20, line: '20' } } },
})
