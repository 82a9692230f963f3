import { object } from '../../../kit/schema/build.ts'
import type { Static } from '../../../kit/schema/schema.ts'
import { defineSection } from '../../../kit/target/section.ts'
import { CALLER_LINE, callerMembers, judgeReach } from '../../shared/caller/section.ts'

const schema = object({}, callerMembers, { description: 'A client of the messaging service.' })

export type MessagingCallerSection = Static<typeof schema>

/** The section of a client of the messaging service. */
export const messagingCallerSection = defineSection({
  id: 'messagingCaller',
  schema,
  reached: 'served',
  shorthand: { name: 'caller', as: 'messaging', by: [] },
  claims: { '': CALLER_LINE },
  judge: judgeReach,
})
