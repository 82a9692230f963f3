import type { Exchange } from '../http/exchange.ts'
import type { Run } from '../run/run.ts'
import type { Delivery } from '../webhooks/delivery.ts'

/** Inboxes with such names belong to checks with generated values. */
const GENERATED_INBOX = 'generated '

/**
 * What a report shows of what a run recorded: everything but the thousands of messages of generated values that nothing
 * stands on.
 */
export function told<Message extends Exchange | Delivery>(run: Run, messages: readonly Message[]): readonly Message[] {
  // A counterexample that is tried again is shown whole.
  if (run.session.path !== undefined) return messages
  const generated = new Set(run.checks.filter((check) => check.generated !== undefined).map(({ id }) => id))
  const { judgements, observations } = run.session.log
  const cited = new Set([...judgements, ...observations].flatMap(({ evidence }) => evidence))
  const isGenerated = (message: Message): boolean =>
    'inbox' in message ? message.inbox.includes(GENERATED_INBOX) : generated.has(message.check)
  return messages.filter((message) => cited.has(message.id) || !isGenerated(message))
}
