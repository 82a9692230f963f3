import { object } from '../../../kit/schema/build.ts'
import type { Static } from '../../../kit/schema/schema.ts'
import { recipe, secret, text, url } from '../../../kit/target/file/parts.ts'
import { defineSection } from '../../../kit/target/section.ts'
import { effectsProbe, eventsBudget, PROBE_LINES } from '../../shared/receiver/schema.ts'

const members = {
  secret: secret('Secret of the webhook, as the receiver has it; absent where it has none.', 'MSG_WEBHOOK_SECRET'),
  appId: text('UUID of the developer app, where the receiver looks at it.', '3f2b8c1e-0000-4000-8000-000000000000'),
  probe: effectsProbe,
  prepare: recipe(
    'How the receiver comes to know a message before its events, where it takes those of messages that it knows alone. `{id}` is the message, `{job}` its job.',
  ),
}

const schema = object(
  { url: url('URL to which events are sent, as it is.', 'http://localhost:3000/webhooks') },
  members,
  {
    description:
      'A receiver of SMS webhooks. In the calls of `probe` and `prepare` `{id}` is the message_id, `{event}` the id of the event, `{job}` the job_id; each carries the id of the run.',
  },
)

/** A receiver of SMS webhooks as the target file says it. */
export type MessagingReceiverSection = Static<typeof schema>

/** The section of a receiver of SMS webhooks. */
export const messagingReceiverSection = defineSection({
  id: 'messagingReceiver',
  reached: 'by events',
  shorthand: { name: 'receiver', as: 'messaging', by: ['secret'] },
  schema,
  claims: {
    '': '{ url: "http://localhost:3000/…" }',
    secret: '"${MSG_WEBHOOK_SECRET}"',
    appId: '"00000000-0000-0000-0000-000000000000"',
    ...PROBE_LINES,
    prepare: '{ call: { url: "http://localhost:3000/…", json: { id: "{id}", job: "{job}" } } }',
  },
  allow: { budgets: { events: eventsBudget } },
})
