import fc from 'fast-check'
import { MALFORMED } from '../../../generators/formats.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, no, ok } from '../../../kit/match/index.ts'
import { decided } from '../../shared/generated/findings.ts'
import type { Property } from '../../shared/generated/property.ts'
import { markRead, readConversation, user } from '../client/api.ts'
import type { CheckContext } from '../define.ts'
import { handled } from './answering.ts'

interface PathId {
  readonly id: string
  readonly isUuid: boolean
  readonly operation: 'conversation' | 'read'
}

const strange = fc.oneof(
  fc.constantFrom(...(MALFORMED.uuid ?? [])),
  fc.stringMatching(/^[g-z][a-z0-9_-]{0,40}$/),
  // Some readers take a UUID that lacks a digit or has one more, and firewalls look out for quotes and percent signs.
  fc.constantFrom('0', '-1', 'null', 'ü', 'a b', 'x'.repeat(200)),
)

const of = (...statuses: readonly number[]): Matcher<Exchange> =>
  matcher(statuses.join(' or '), (exchange) =>
    statuses.includes(exchange.response?.status ?? 0) ? ok : no(cameBack(exchange)),
  )

/** Endpoints: path `conversation_id` is a UUID; Errors: 404 for what does not exist, 403 where existence is hidden. */
export async function conversationIds(t: CheckContext): Promise<Property<PathId>> {
  return {
    values: () =>
      fc.oneof(
        {
          arbitrary: fc.record({
            id: strange,
            isUuid: fc.constant(false),
            operation: fc.constantFrom<PathId['operation'][]>('conversation', 'read'),
          }),
          weight: 3,
        },
        {
          arbitrary: fc.record({
            id: fc.uuid({ version: 4 }),
            isUuid: fc.constant(true),
            operation: fc.constantFrom<PathId['operation'][]>('conversation', 'read'),
          }),
          weight: 1,
        },
      ),
    async attempt({ id, isUuid, operation }, found) {
      const label = `generated id ${id.length > 60 ? `of ${id.length} characters` : id}`
      const answer =
        operation === 'read'
          ? await markRead(t, user(t), id, { up_to: null }, label)
          : await readConversation(t, user(t), id, label)
      handled(answer, found)
      decided(answer)
      if (isUuid) found.judge(`msg.${operation}.missing`, answer, of(404, 403))
      else found.judge(`msg.${operation}.id-invalid`, answer, of(400, 404, 422, 403))
    },
  }
}
