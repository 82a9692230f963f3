import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, soft } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { invalid, isRefusal, isSuccess } from '../client/answers.ts'
import { type Caller, markRead, user } from '../client/api.ts'
import { drawn } from '../client/drawn.ts'
import { LATER_MS } from '../client/later.ts'
import { nearMiss } from '../client/near-miss.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { conversationId, conversationNeeds } from './conversation-id.ts'
import { countIn, markReadFixtures } from './mark-read-fixture.ts'
import { markUnseen, WHERE_ALL_IS_READ } from './mark-read-judgements.ts'
import { AGES, addInbound } from './seeding.ts'

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
/** Those that are asked again, where nobody may take them. */
const STRICT = WRONG.filter(({ mayPass }) => mayPass === undefined).length

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
    { label: 'an unknown key, everything', as: { key: nearMiss(t, known) } },
    ...(restricted === undefined ? [] : [{ label: 'restricted key, everything', as: { key: restricted } }]),
    ...(otherUser === undefined ? [] : [{ label: "another user's key, everything", as: { key: otherUser } }]),
  ]
}

type Wrong = (typeof WRONG)[number]

/** What is dated in the second of a marking is read to whoever keeps seconds, ms. */
const SECOND_MS = 1000

const mark = (t: CheckContext, label: string): Promise<Exchange> => markRead(t, user(t), conversationId(t), {}, label)

interface Asked extends Wrong {
  readonly answer: Exchange
}

async function askAll(t: CheckContext, wrong: readonly Wrong[], again = ''): Promise<readonly Asked[]> {
  const asked: Asked[] = []
  for (const each of wrong) {
    const body = { up_to: each.value } as JsonObject
    const answer = await markRead(t, user(t), conversationId(t), body, `up_to: ${each.name}${again}`)
    asked.push({ ...each, answer })
  }
  return asked
}

/** Has one message arrive, then markings refused, for their up_to and for who asks, and then one taken. */
async function refuseAll(t: CheckContext, wrong: readonly Wrong[], counts: boolean, again = '') {
  const arrived = counts && (await addInbound(t, AGES.fresh).catch(() => false))
  const asked = await askAll(t, wrong, again)
  const answers = asked.map(({ answer }) => answer)
  if (!arrived) return { arrived, asked, answers }
  for (const { label, as } of strangers(t))
    answers.push(await markRead(t, as, conversationId(t), {}, `${label}${again}`))
  return { arrived, asked, answers, last: await mark(t, `after markings that were refused${again}`) }
}

/**
 * The same once more, behind a message that is counted where none was refused before. Undefined where that does not tell,
 * as one that arrived may have come late.
 */
async function marksAgain(t: CheckContext, wrong: readonly Wrong[]) {
  const [lateMs = 0] = LATER_MS
  await t.pause(lateMs)
  const late = await mark(t, 'a moment after markings that were refused')
  if (countIn(late) !== 0) return undefined
  await t.pause(SECOND_MS)
  if (!(await addInbound(t, AGES.fresh).catch(() => false))) return undefined
  const control = await mark(t, 'once a message arrived, and no marking was refused')
  if ((countIn(control) ?? 0) === 0) return undefined
  await t.pause(SECOND_MS)
  const { answers, last } = await refuseAll(t, wrong, true, ', again')
  const count = last === undefined ? undefined : countIn(last)
  if (last === undefined || count === undefined || !answers.every(isRefusal)) return undefined
  return { isLeft: count > 0, exchanges: [control, last] }
}

export const refusedMarkings: readonly Check[] = [
  // Endpoints, row 3: up_to is a date-time or null. What is refused does nothing: the next marking still counts the message.
  defineCheck({
    id: 'msg/read/refused-markings',
    title: 'A marking that is refused leaves every message unread',
    covers: ['msg.read.up-to-type', 'msg.read.refused-marks-none'],
    mayNeed: WHERE_ALL_IS_READ,
    needs: conversationNeeds,
    uses: [markReadFixtures],
    tier: 'write',
    // The first ones mark the same messages. The last ones are refused by WhatsApp endpoints as well: what their bodies lack
    // only several refusals tell, which one shard has to see.
    runsAfter: [
      'msg/read/refused',
      'msg/read/missing',
      'msg/read/foreign',
      'msg/errors/malformed-bodies',
      'msg/conversation/id-invalid',
      'msg/senders/invalid-filters',
    ],
    cost: {
      requests: { bound: WRONG.length + STRICT + 4, none: 4, restricted: 2, otherUser: 2 },
      typical: { requests: { bound: TRIED + 1, none: 2, restricted: 1, otherUser: 1 }, isSample: true },
    },
    async run(t) {
      const { toNull, toNothing, toTime, arrived: isSeeded } = await t.use(markReadFixtures)
      if (![toTime, toNull, toNothing].some(({ accepted }) => accepted))
        t.abortBlocked('no marking is accepted', [toTime.answer])
      // That such a marking counts a message which has just arrived was seen: else its silence says nothing.
      const counts = isSeeded && toNothing.accepted && (toNothing.count ?? 0) > 0
      const tried = drawn(t, WRONG, TRIED)
      // What may be taken, and marks, comes before the message that is to stay unread.
      const before = await askAll(
        t,
        tried.filter(({ mayPass }) => mayPass !== undefined),
      )
      const wrong = tried.filter(({ mayPass }) => mayPass === undefined)
      const { arrived, answers, last, asked } = await refuseAll(t, wrong, counts)
      for (const { answer, mayPass } of [...before, ...asked]) t.judge('msg.read.up-to-type', answer, unless(mayPass))
      const covers = 'msg.read.refused-marks-none'
      if (!arrived || last === undefined) return markUnseen(t, covers, { arrived: isSeeded, toNothing })
      const count = countIn(last)
      if (count === undefined || !answers.every(isRefusal))
        return t.markUnexercised(covers, 'not met', 'a marking that was to be refused was not, or no count is shown')
      // One that arrived in the moment of the marking before may have been taken for read by its time.
      const again = count > 0 ? { isLeft: true, exchanges: [] } : await marksAgain(t, wrong)
      if (again === undefined)
        return t.markUnexercised(covers, 'not met', 'the message that arrived before them may have come late')
      t.conclude(covers, {
        ok: again.isLeft,
        subject: subjectOf(last),
        expected: 'messages_marked_read 1: one message arrived before the markings that were refused',
        actual: `messages_marked_read ${count}, twice, and not so where none was refused in between`,
        evidence: [last, ...answers, ...again.exchanges],
      })
    },
  }),
]
