import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { isSuccess } from '../client/answers.ts'
import { MARK_READ, markRead, user } from '../client/api.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { conversationId, conversationNeeds } from './conversation-id.ts'
import { countIn, markReadFixtures } from './mark-read-fixture.ts'
import { markUnseen, WHERE_ALL_IS_READ } from './mark-read-judgements.ts'
import { AGES, addInbound } from './seeding.ts'

/** What runs into each other does not do so each time. */
const PAIRS = 3
/** More than arrive from elsewhere just then. */
const MESSAGES = 3

/** Two markings at one moment, and one after them. */
interface Pair {
  readonly answers: readonly Exchange[]
  readonly counts: readonly number[]
  readonly last: Exchange
}

async function markPair(t: CheckContext, turn: number): Promise<Pair | undefined> {
  for (let message = 0; message < MESSAGES; message += 1)
    if (!(await addInbound(t, AGES.fresh).catch(() => false))) return undefined
  const mark = (label: string): Promise<Exchange> => markRead(t, user(t), conversationId(t), {}, label)
  const answers = await Promise.all(['one', 'the other'].map((which) => mark(`${which} of pair ${turn} at one moment`)))
  const last = await mark(`after pair ${turn} at one moment`)
  const counts = answers.filter(isSuccess).flatMap((each) => countIn(each) ?? [])
  return { answers, counts, last }
}

export const markingsAtOneMoment: readonly Check[] = [
  // Endpoints, rule 3: the result counts the messages that were marked read. Each was marked once, by either.
  defineCheck({
    id: 'msg/read/at-one-moment',
    title: 'Two markings at one moment do not count the same messages',
    covers: ['msg.read.counts'],
    mayNeed: WHERE_ALL_IS_READ,
    needs: conversationNeeds,
    uses: [markReadFixtures],
    tier: 'write',
    phase: 'exclusive',
    depth: 'deep',
    cost: { requests: { bound: 3 * PAIRS } },
    async run(t) {
      const id = 'msg.read.counts'
      const { arrived, toNothing } = await t.use(markReadFixtures)
      const isByHand = t.service.outcomes?.addInbound?.ask !== undefined
      if (!arrived || isByHand || !toNothing.accepted || (toNothing.count ?? 0) === 0)
        return markUnseen(t, id, { arrived, toNothing })
      const pairs: Pair[] = []
      const isDouble = ({ counts }: Pair): boolean => counts.length > 1 && counts.every((count) => count >= MESSAGES)
      for (let turn = 1; turn <= PAIRS; turn += 1) {
        const pair = await markPair(t, turn)
        // Whoever counts what was read before counts it once more, at one moment or not: that is judged apart.
        if (pair === undefined || pair.counts.length < 2 || countIn(pair.last) !== 0) continue
        pairs.push(pair)
        if (isDouble(pair)) break
      }
      const last = pairs.at(-1)
      if (last === undefined)
        return t.markUnexercised(id, 'not met', 'no two markings at one moment were taken with a count')
      t.conclude(id, {
        ok: !isDouble(last),
        soft: true,
        subject: `${MARK_READ} (${last.answers.map(({ label }) => label).join('; ')})`,
        expected: `messages_marked_read ${MESSAGES} in sum: as many had arrived`,
        actual: `messages_marked_read ${last.counts.join(' and ')}, then 0`,
        note: 'each of the two may have marked them',
        evidence: [...last.answers, last.last],
      })
    },
  }),
]
