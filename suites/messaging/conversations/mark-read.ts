import type { Check } from '../../../kit/check/check.ts'
import { DEEP_ONLY } from '../../../kit/check/signals.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import {
  all,
  body,
  isInteger,
  isObject,
  isUuid,
  type Matcher,
  matcher,
  member,
  no,
  ok,
  status,
} from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { enveloped, invalid, isSuccess, statusOf } from '../client/answers.ts'
import { MARK_READ, markRead, user } from '../client/api.ts'
import { blamed } from '../client/blame.ts'
import { neverNull } from '../client/nulls.ts'
import { OBSERVED } from '../client/observed.ts'
import { ofNamed, ofOtherConversation } from '../client/whose.ts'
import { type CheckContext, type Claim, defineCheck, defineRule, type RequirementId } from '../define.ts'
import { strangeId } from '../resources/own-records.ts'
import { conversationId, conversationNeeds } from './conversation-id.ts'
import { firstReading, names } from './conversations.ts'
import { concludeLastSecond } from './last-second.ts'
import { countIn, formOf, LATER, markReadFixtures, withOffset } from './mark-read-fixture.ts'
import {
  concludeCount,
  concludeNow,
  concludeOlder,
  evidenceOf,
  isMiscounted,
  laterCounted,
  leftByNull,
  SEED_LINE,
  WHERE_ALL_IS_READ,
} from './mark-read-judgements.ts'

const common = { needs: conversationNeeds, uses: [markReadFixtures], tier: 'write' as const }
/** Before every message: nothing is marked, whoever is let in. */
const LONG_AGO = new Date('2000-01-01T00:00:00Z')

const result: Matcher<Exchange> = all(status('2xx'), body(isObject), member('/data', isObject))

/** The id in the path of a request to mark read. */
const askedFor = ({ request }: Exchange): string =>
  decodeURIComponent(new URL(request.url).pathname.split('/').at(-2) ?? '')

/** Judges fields of the results of all requests to mark read. */
const ofResult = (
  name: string,
  title: string,
  covers: RequirementId,
  expected: string,
  judge: (exchange: Exchange, data: JsonObject, tally: Tally, all: readonly JsonObject[]) => void,
): Check =>
  defineRule({
    id: `msg/read/${name}`,
    title,
    covers: [covers],
    observes: OBSERVED.conversation,
    run: async (t) => {
      const tally = new Tally(t, covers, expected)
      const results = t.exchanges().flatMap((each) => {
        const data = each.operation === MARK_READ && isSuccess(each) ? enveloped(each) : undefined
        return data === undefined ? [] : [{ each, data }]
      })
      const all = results.map(({ data }) => data)
      for (const { each, data } of results) judge(each, data, tally, all)
      tally.close('no result with it was seen in this run')
    },
  })

const present = (value: unknown): boolean => value !== undefined && value !== null

/** A request to mark read that is refused for its id, with one form of a date-time in it. */
const hidden = (
  name: string,
  title: string,
  covers: RequirementId,
  turn: number,
  idOf: (t: CheckContext) => string,
  needs: readonly Claim[] = [],
): Check =>
  defineCheck({
    id: `msg/read/${name}`,
    title,
    covers: [covers, 'msg.read.up-to-time'],
    needs: [...conversationNeeds, ...needs],
    uses: [firstReading],
    tier: 'refuse',
    cost: { requests: { bound: 3 }, typical: { requests: { bound: 1 } } },
    async run(t) {
      t.control((await t.use(firstReading)).exchange, status('2xx'))
      const up_to = formOf(t, turn, LONG_AGO)
      const answer = await markRead(t, user(t), idOf(t), { up_to }, name)
      if (!blamed(answer).has('up_to')) {
        t.markUnexercised('msg.read.up-to-time', 'not met', 'the id alone was looked at')
        t.judge(
          covers,
          answer,
          covers === 'msg.read.foreign' ? ofOtherConversation(status(404, 403)) : status(404, 403),
        )
        return
      }
      t.markBlocked(covers, 'up_to with a time is refused', [answer])
      const mark = (time: string, label: string) => markRead(t, user(t), conversationId(t), { up_to: time }, label)
      // Where the same time is taken in another form, it is the form that is refused; else so long ago may be too long.
      t.control(await mark(withOffset(LONG_AGO), 'long ago, the own conversation'), status('2xx'))
      t.judge('msg.read.up-to-time', await mark(up_to, `the time of ${name}, the own conversation`), status('2xx'))
    },
  })

export const marksRead: readonly Check[] = [
  // Endpoints, row 3: up_to is a date-time or null, its default is now; the answer is the envelope with the result.
  defineCheck({
    ...common,
    id: 'msg/read/up-to',
    title: 'Messages are marked read up to a time, up to null, and without up_to',
    covers: [
      'msg.read.up-to-time',
      'msg.read.up-to-null',
      'msg.read.up-to-left-out',
      'msg.read.envelope',
      'msg.read.no-body',
    ],
    leaves: (id, _target, depth) => id === 'msg.read.no-body' && depth !== 'deep',
    async run(t) {
      const { toTime, again, toNull, toNothing, noBody } = await t.use(markReadFixtures)
      const taken = ofNamed('messaging.fixtures.conversation', status('2xx'))
      t.judge('msg.read.up-to-time', toTime.answer, taken)
      t.judge('msg.read.up-to-time', again.answer, taken)
      t.judge('msg.read.up-to-null', toNull.answer, taken)
      t.judge('msg.read.up-to-left-out', toNothing.answer, taken)
      const accepted = [toTime, again, toNull, toNothing].filter((each) => each.accepted)
      for (const { answer } of accepted.length === 0 ? [toNothing] : accepted)
        t.judge('msg.read.envelope', answer, ofNamed('messaging.fixtures.conversation', result))
      const wanted = statusOf(toNothing.answer)
      const alike = matcher<Exchange>(`${wanted} as for an empty object`, (exchange) =>
        statusOf(exchange) === wanted ? ok : no(String(statusOf(exchange))),
      )
      if (noBody === undefined) return t.markUnexercised('msg.read.no-body', 'not selected', DEEP_ONLY)
      t.judge('msg.read.no-body', noBody, alike)
      t.observe('msg.open.read-body', `without a body: ${statusOf(noBody)}`, [noBody])
    },
  }),

  // Endpoints, row 3: inbound messages up to this time are marked read. Rule 3: the result counts those that were.
  defineCheck({
    ...common,
    id: 'msg/read/effect',
    title: 'Messages up to the time become read, later ones stay unread, and the count says how many',
    covers: ['msg.read.up-to-bounds', 'msg.read.default-now', 'msg.read.counts', 'msg.read.second-count-zero'],
    mayNeed: WHERE_ALL_IS_READ,
    async run(t) {
      const found = await t.use(markReadFixtures)
      const { seeded, toTime, again, isAgain, toLastSecond, toNull, toNothing, arrived } = found
      const all = [toTime, again, toNull, toNothing]
      const seen = [toTime, ...((again.count ?? 0) > 0 ? [again] : []), toNull, toNothing].map((each) =>
        concludeCount(t, each),
      )
      if (!seen.includes(true)) {
        const { count, answer, accepted } = toNothing
        // Without unread_count: everything was marked, then one message arrived.
        if (leftByNull(found))
          t.markUnexercised(
            'msg.read.counts',
            'not met',
            'null left messages unread, so how many there were is not known',
          )
        else if (arrived && toNull.accepted && accepted && count !== undefined) {
          // The one before it may have come to be read in the second of the last marking, or only now.
          const isSecond = answer.label.endsWith(LATER)
          t.conclude('msg.read.counts', {
            ok: count === 1 || (isSecond && count === 2),
            subject: subjectOf(answer),
            expected: `messages_marked_read 1${isSecond ? ' or 2' : ''}: ${isSecond ? 'two messages' : 'one message'} arrived since everything was marked read`,
            actual: `messages_marked_read ${count}`,
            evidence: [answer, toNull.answer],
          })
        } else if (all.every((each) => !each.accepted || each.count === undefined))
          t.markBlocked('msg.read.counts', 'no answer shows a count', [toTime.answer])
        else t.markUnexercised('msg.read.counts', 'not met', 'the conversation shows no unread_count', SEED_LINE)
      }

      const { accepted, after, answer } = toTime
      const stayed = after ?? laterCounted(toNull, toNothing, arrived)
      const emptied =
        after === undefined && seeded && arrived && stayed === 0 && toNothing.count === 1 && (toTime.count ?? 0) > 0
      if (!accepted) t.markBlocked('msg.read.up-to-bounds', 'up_to with a time is refused', [answer])
      else if (stayed === undefined || (after === undefined && stayed === 0 && !emptied))
        t.markUnexercised('msg.read.up-to-bounds', 'not met', 'the conversation shows no unread_count')
      else if (stayed === 0 && toTime.before === 0 && toTime.count === 0)
        // Whoever remembers how far a conversation was read takes what arrives before that time for read.
        t.markUnexercised('msg.read.up-to-bounds', 'not met', 'what arrived was not unread before the first marking')
      else if (stayed === 0 && !seeded)
        t.markUnexercised(
          'msg.read.up-to-bounds',
          'not met',
          'nothing is unread after it, and whether a later message was unread before is not known',
          SEED_LINE,
        )
      else
        t.conclude('msg.read.up-to-bounds', {
          ok: stayed > 0,
          subject: subjectOf(answer),
          expected: 'the message that is later than up_to still unread',
          actual: emptied ? 'no later marking counts it' : 'no message is unread',
          evidence: evidenceOf(toTime),
        })

      concludeOlder(t, found)
      if (toLastSecond !== undefined)
        concludeLastSecond(t, toLastSecond, countIn(toLastSecond.answer), isMiscounted(found))
      concludeNow(t, [toNull, toNothing], toTime)
      if (leftByNull(found))
        t.conclude('msg.read.default-now', {
          ok: false,
          subject: subjectOf(toNull.answer),
          expected: 'the later message marked read',
          actual: `messages_marked_read 0, then ${toNothing.count} by an empty object after one more arrived`,
          evidence: [toNull.answer, toNothing.answer],
        })

      if (!isAgain)
        t.markUnexercised('msg.read.second-count-zero', 'not selected', 'another time had its turn in this run')
      else if (!toTime.accepted || !again.accepted || again.count === undefined)
        t.markBlocked('msg.read.second-count-zero', 'up_to with a time is refused, or no count is shown', [
          again.answer,
        ])
      else
        t.conclude('msg.read.second-count-zero', {
          ok: again.count === 0,
          subject: subjectOf(again.answer),
          expected: 'messages_marked_read 0',
          actual: `messages_marked_read ${again.count}`,
          evidence: [toTime.answer, again.answer],
        })
    },
  }),

  // Endpoints, row 3: the id of the path is a UUID, up_to a date-time or null.
  defineCheck({
    ...common,
    id: 'msg/read/refused',
    title: 'A malformed id and an up_to that is no date-time are refused',
    covers: ['msg.read.id-invalid', 'msg.read.up-to-type'],
    cost: { requests: { bound: 3 }, typical: { requests: { bound: 1 } } },
    async run(t) {
      const { toTime, toNull, toNothing } = await t.use(markReadFixtures)
      if (![toTime, toNull, toNothing].some(({ accepted }) => accepted))
        t.abortBlocked('no marking is accepted', [toTime.answer])
      const bad = { up_to: 'abc' }
      const both = await markRead(t, user(t), 'not-a-uuid', bad, 'malformed id and up_to')
      const bound = blamed(both)
      const ofId =
        statusOf(both) === 404 ||
        !bound.has('up_to') ||
        ['path', 'id', 'conversation_id'].some((each) => bound.has(each))
      const malformed = ofId ? both : await markRead(t, user(t), 'not-a-uuid', {}, 'malformed id')
      t.judge('msg.read.id-invalid', malformed, status(400, 404, 422, 403))
      const named = bound.has('up_to') && [400, 422].includes(statusOf(both))
      const typed = named ? both : await markRead(t, user(t), conversationId(t), bad, 'up_to that is no date-time')
      t.judge('msg.read.up-to-type', typed, invalid())
    },
  }),

  // Errors: 404 the resource does not exist, 403 restrictions. They are not told apart.
  hidden('missing', 'Marking an unknown id read answers 404 or 403', 'msg.read.missing', 1, strangeId),
  hidden(
    'foreign',
    "Marking another user's conversation read answers 404 or 403",
    'msg.read.foreign',
    2,
    (t) => t.service.fixtures?.otherConversation ?? strangeId(),
    ['messaging.fixtures.otherConversation'],
  ),

  // Resources › Mark-read result: conversation_id, messages_marked_read.
  ofResult(
    'conversation-id',
    'conversation_id is a UUID',
    'msg.read.conversation-id',
    isUuid.expected,
    (each, { conversation_id: id }, tally, all) => {
      const expected = neverNull(
        isUuid,
        all.map((other) => other.conversation_id),
      )
      if (id !== undefined) tally.test(subjectOf(each), each, expected, id)
    },
  ),
  ofResult(
    'conversation-id-echo',
    'conversation_id is the one asked for',
    'msg.read.conversation-id-echo',
    'that of the request',
    (each, data, tally) => {
      if (present(data.conversation_id))
        tally.test(subjectOf(each), each, names(askedFor(each), 'conversation_id'), data.conversation_id)
    },
  ),
  ofResult(
    'count-type',
    'messages_marked_read is an integer',
    'msg.read.count-type',
    isInteger.expected,
    (each, { messages_marked_read: count }, tally, all) => {
      const expected = neverNull(
        isInteger,
        all.map((other) => other.messages_marked_read),
      )
      if (count !== undefined) tally.test(subjectOf(each), each, expected, count)
    },
  ),
  ofResult(
    'conversation-id-present',
    'The result carries conversation_id',
    'msg.read.conversation-id-present',
    'conversation_id',
    (each, data, tally) => {
      if (present(data.conversation_id)) tally.agree([each])
      else tally.contradict({ subject: subjectOf(each), actual: 'no conversation_id', evidence: [each] })
    },
  ),
  ofResult(
    'count-present',
    'The result carries messages_marked_read',
    'msg.read.count-present',
    'messages_marked_read',
    (each, data, tally) => {
      if (present(data.messages_marked_read)) tally.agree([each])
      else tally.contradict({ subject: subjectOf(each), actual: 'no messages_marked_read', evidence: [each] })
    },
  ),
]
