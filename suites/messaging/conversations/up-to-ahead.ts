import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { isSuccess } from '../client/answers.ts'
import { MARK_READ, markRead, user } from '../client/api.ts'
import { LATER_MS } from '../client/later.ts'
import { lostOnes } from '../client/trouble.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { conversationId, conversationNeeds } from './conversation-id.ts'
import { countIn, formOf, markReadFixtures } from './mark-read-fixture.ts'
import { markUnseen, WHERE_ALL_IS_READ } from './mark-read-judgements.ts'
import { AGES, addInbound } from './seeding.ts'

const DAY = 86_400
/** How far ahead of now, seconds: no two clocks differ by so much. Which one, the seed decides. */
const AHEAD = [600, DAY, 3650 * DAY] as const

/** What a time that is still to come did to a message that had arrived before. */
interface Marked {
  readonly does: 'mark' | 'leave' | 'count'
  readonly answers: readonly Exchange[]
}

function mark(t: CheckContext, label: string): Promise<Exchange> {
  const ahead = AHEAD[Math.abs(Math.trunc(t.seed)) % AHEAD.length] ?? AHEAD[0]
  const up_to = formOf(t, 1, new Date(t.clock.now() + ahead * 1000))
  return markRead(t, user(t), conversationId(t), { up_to }, label)
}

/**
 * Has a message arrive and marks up to a time ahead: where that counts none, twice, an empty object tells whether the message
 * was there at all. Undefined where nothing can be told.
 */
async function marksAhead(t: CheckContext, again = ''): Promise<Marked | undefined> {
  const from = t.clock.now()
  if (!(await addInbound(t, AGES.fresh).catch(() => false))) return undefined
  const first = await mark(t, `up to a time that is still to come${again}`)
  const count = countIn(first)
  if (!isSuccess(first) || count === undefined) return undefined
  const [lateMs = 0] = LATER_MS
  await t.pause(lateMs)
  if (count > 0) {
    const then = await markRead(t, user(t), conversationId(t), {}, `after a time that is still to come counted${again}`)
    if (!isSuccess(then) || (countIn(then) ?? 0) < count) return { does: 'mark', answers: [first] }
    // Whoever counts again whatever was marked says nothing by it.
    const last = await markRead(t, user(t), conversationId(t), {}, `once more${again}`)
    const isTrue = isSuccess(last) && countIn(last) === 0
    return isTrue ? { does: 'count', answers: [first, then, last] } : undefined
  }
  const second = await mark(t, `up to a time that is still to come, a moment later${again}`)
  // A message that took its time to arrive.
  if ((countIn(second) ?? 0) > 0) return { does: 'mark', answers: [first, second] }
  const last = await markRead(t, user(t), conversationId(t), {}, `after a time that is still to come${again}`)
  const isThere = isSuccess(second) && countIn(second) === 0 && (countIn(last) ?? 0) > 0
  const isDisturbed = lostOnes(t, MARK_READ, { from }).length > 0
  return isThere && !isDisturbed ? { does: 'leave', answers: [first, second, last] } : undefined
}

export const upToAhead: readonly Check[] = [
  // Endpoints, row 3: inbound messages up to this time are marked read, those that are there whenever it is.
  defineCheck({
    id: 'msg/read/ahead',
    title: 'Marking up to a time that is still to come marks what has arrived',
    covers: ['msg.read.up-to-bounds'],
    mayNeed: WHERE_ALL_IS_READ,
    needs: conversationNeeds,
    uses: [markReadFixtures],
    tier: 'write',
    // Whoever remembers how far a conversation was read may take what arrives until then for read: nothing is marked after it.
    runsAfter: ['msg/read/refused-markings'],
    cost: { requests: { bound: 8 }, typical: { requests: { bound: 2 }, isSample: true } },
    async run(t) {
      const covers = 'msg.read.up-to-bounds'
      const { arrived, toNothing } = await t.use(markReadFixtures)
      // A person is not asked for a message more, and one that was not counted before says nothing here.
      const isByHand = t.service.outcomes?.addInbound?.ask !== undefined
      if (!arrived || isByHand || !toNothing.accepted || (toNothing.count ?? 0) === 0)
        return markUnseen(t, covers, { arrived, toNothing })
      const marked = await marksAhead(t)
      // Whoever else uses the conversation may have marked the message, or sent the one that was counted.
      const found = marked === undefined || marked.does === 'mark' ? marked : await marksAhead(t, ', again')
      const [answer] = found?.answers ?? []
      if (found === undefined || answer === undefined)
        return t.markUnexercised(covers, 'not met', 'a time that is still to come is not taken, or no message was seen')
      t.conclude(covers, {
        ok: found.does === 'mark' || found.does !== marked?.does,
        // That nothing is marked twice is said nowhere.
        soft: found.does === 'count',
        subject: subjectOf(answer),
        expected: 'the message that arrived before it marked read, whose time is before up_to',
        actual:
          found.does === 'count'
            ? 'counted, and counted again by an empty object after it'
            : 'messages_marked_read 0, twice, then 1 by an empty object',
        evidence: [...found.answers, ...(found === marked ? [] : (marked?.answers ?? []))],
      })
    },
  }),
]
