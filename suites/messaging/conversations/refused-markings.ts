import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/subject.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, soft } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { invalid, isRefusal, isSuccess } from '../client/answers.ts'
import { type Caller, markRead, user } from '../client/api.ts'
import { drawn } from '../client/drawn.ts'
import { nearMiss } from '../client/near-miss.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { conversationId, conversationNeeds } from './conversation-id.ts'
import { countIn, markReadFixtures } from './mark-read-fixture.ts'
import { SEED_LINE } from './mark-read-judgements.ts'
import { addInbound } from './seeding.ts'

/** What is no date-time, in ways that readers are lenient about or not. */
const WRONG: readonly { readonly name: string; readonly value: unknown; readonly mayPass?: string }[] = [
  { name: 'an object', value: {} },
  { name: 'a list', value: ['2000-01-01T00:00:00Z'] },
  { name: 'a word', value: 'yesterday' },
  { name: 'no day of any month', value: '2026-13-45T25:61:61Z' },
  { name: 'an empty text', value: '', mayPass: 'an empty value may count as left out' },
  { name: 'a truth value', value: true, mayPass: 'some readers take it for a number of seconds' },
]
const TRIED = 2

const unless = (reason: string | undefined): Matcher<Exchange> =>
  matcher(invalid().expected, (answer) =>
    reason !== undefined && isSuccess(answer) ? soft(cameBack(answer), reason) : invalid().test(answer),
  )

/** Callers who are to be refused, each with a request that would mark everything read. */
function strangers(t: CheckContext): readonly { readonly label: string; readonly as: Caller }[] {
  const { bound, unbound } = t.service.keys ?? {}
  const known = bound ?? unbound ?? ''
  const [restricted, otherUser] = [t.key('restricted'), t.key('otherUser')]
  return [
    { label: 'no key, everything', as: {} },
    { label: 'an unknown key, everything', as: { key: nearMiss(t, known, Math.ceil(known.length / 2)) } },
    ...(restricted === undefined ? [] : [{ label: 'restricted key, everything', as: { key: restricted } }]),
    ...(otherUser === undefined ? [] : [{ label: "another user's key, everything", as: { key: otherUser } }]),
  ]
}

export const refusedMarkings: readonly Check[] = [
  // Endpoints, row 3: up_to is a date-time or null. What is refused does nothing: the next marking still counts the message.
  defineCheck({
    id: 'msg/read/refused-markings',
    title: 'A marking that is refused leaves every message unread',
    covers: ['msg.read.up-to-type', 'msg.read.refused-marks-none'],
    needs: conversationNeeds,
    uses: [markReadFixtures],
    tier: 'write',
    // Those mark the same messages.
    runsAfter: ['msg/read/refused', 'msg/read/missing', 'msg/read/foreign', 'msg/errors/malformed-bodies'],
    cost: {
      requests: { bound: WRONG.length + 1, none: 2, restricted: 1, otherUser: 1 },
      typical: { requests: { bound: TRIED + 1, none: 2, restricted: 1, otherUser: 1 }, isSample: true },
    },
    async run(t) {
      const { toNull, toNothing, toTime, arrived: isSeeded } = await t.use(markReadFixtures)
      if (![toTime, toNull, toNothing].some(({ accepted }) => accepted))
        t.abortBlocked('no marking is accepted', [toTime.answer])
      const id = conversationId(t)
      // That such a marking counts a message which has just arrived was seen: else its silence says nothing.
      const counts = isSeeded && toNothing.accepted && (toNothing.count ?? 0) > 0
      const arrived = counts && (await addInbound(t, 2).catch(() => false))
      const answers: Exchange[] = []
      for (const { name, value, mayPass } of drawn(t, WRONG, TRIED)) {
        const answer = await markRead(t, user(t), id, { up_to: value } as JsonObject, `up_to: ${name}`)
        t.judge('msg.read.up-to-type', answer, unless(mayPass))
        answers.push(answer)
      }
      const covers = 'msg.read.refused-marks-none'
      if (!arrived) return t.markUnexercised(covers, 'not met', 'nothing was unread that could be marked', SEED_LINE)
      for (const { label, as } of strangers(t)) answers.push(await markRead(t, as, id, {}, label))
      const last = await markRead(t, user(t), id, {}, 'after markings that were refused')
      const count = countIn(last)
      const refused = answers.filter(isRefusal)
      if (count === undefined || refused.length < answers.length)
        return t.markUnexercised(covers, 'not met', 'a marking that was to be refused was not, or no count is shown')
      t.conclude(covers, {
        ok: count > 0,
        subject: subjectOf(last),
        expected: 'messages_marked_read 1: one message arrived before the markings that were refused',
        actual: `messages_marked_read ${count}`,
        evidence: [last, ...refused],
      })
    },
  }),
]
