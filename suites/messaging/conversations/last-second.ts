import type { Depth } from '../../../kit/check/depth.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { isSuccess, isZoned, momentOf } from '../client/answers.ts'
import { inOtherWords, markRead, user } from '../client/api.ts'
import type { CheckContext, FixtureContext } from '../define.ts'
import { conversationId } from './conversation-id.ts'
import { conversationOf } from './conversations.ts'

/** A marking up to the end of the second in which an unread message arrived, and the reading that shows when it did. */
export interface ToLastSecond {
  readonly answer: Exchange
  readonly reading: Exchange
}

/** How much earlier than expected the last message may be, ms: what is shown of an earlier one says nothing of it. */
const SLACK_MS = 5000

/** A message that was let arrive as the last one: how old it was, in seconds, and a time soon after that, ms. */
interface Arrival {
  readonly age: number
  readonly by: number
}

/** Whether it takes the place of the marking up to the same time again; at full depth it has one of its own. */
export const isLastSecondAsked = ({ depth, seed }: { readonly depth: Depth; readonly seed: number }): boolean =>
  depth !== 'deep' && Math.abs(Math.trunc(seed)) % 3 === 2

/**
 * The end of the second in which the last message arrived. Undefined where a reading does not show when that was, and
 * where it was at its beginning or end: then it does not matter whether the fraction of a time is read.
 */
function endOfSecond(reading: Exchange, { age, by }: Arrival): Date | undefined {
  const text = conversationOf(reading)?.record.last_message_at
  if (typeof text !== 'string' || !isZoned(text)) return undefined
  const at = momentOf(text)
  const fraction = at % 1000
  if (Number.isNaN(at) || fraction === 0 || fraction === 999) return undefined
  return at < by - age * 1000 - SLACK_MS ? undefined : new Date(at - fraction + 999)
}

/** Marks read up to the end of the second of the last message, where it is known. */
export async function markToLastSecond(
  t: FixtureContext,
  reading: Exchange,
  arrival: Arrival,
): Promise<ToLastSecond | undefined> {
  const end = isSuccess(reading) ? endOfSecond(reading, arrival) : undefined
  if (end === undefined) return undefined
  const body = { up_to: end.toISOString() }
  const label = 'up to the end of the second of the last message'
  return { reading, answer: await markRead(t, inOtherWords(user(t)), conversationId(t), body, label) }
}

/** Judges that the message of that second was marked: its time is before the end of the second. */
export function concludeLastSecond(
  t: CheckContext,
  { answer, reading }: ToLastSecond,
  count: number | undefined,
  isMiscounted: boolean,
): void {
  if (!isSuccess(answer) || count === undefined) return
  if (count === 0 && isMiscounted) {
    const reason = 'markings of this run count other than unread_count falls, so that no count tells what was marked'
    t.markUnexercised('msg.read.up-to-bounds', 'not met', reason)
    return
  }
  t.conclude('msg.read.up-to-bounds', {
    ok: count > 0,
    subject: subjectOf(answer),
    expected: 'the last message, of a fraction of that second before, marked read',
    actual: `messages_marked_read ${count}`,
    evidence: [answer, reading],
  })
}
