import type { Unstated } from '../../contract.ts'
import type { MessagingHeading } from '../headings.ts'

const open = (at: MessagingHeading, text: string): Unstated => ({ at, text })

/** What the messaging document leaves to those who call the service. Recorded, never judged. */
export const messagingCallerUnstated = {
  'msg-caller.open.attempts': open(
    'Messaging › Errors',
    'How many times an idempotent operation is sent, and after which pauses.',
  ),
  'msg-caller.open.trailing-slash': open('Messaging › Endpoints', 'Which paths are sent with a trailing slash.'),
  'msg-caller.open.app-naming': open(
    'Messaging › Authentication',
    'Whether an unbound key names its app in the body or in a header.',
  ),
} as const satisfies Readonly<Record<string, Unstated>>
