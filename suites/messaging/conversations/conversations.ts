import type { Check } from '../../../kit/check/check.ts'
import { attested } from '../../../kit/check/verdicts/attested.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { isUuid, type Matcher, matcher, no, ok, show, soft, status, valueAt } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { bodyOf, isRecord, isSuccess } from '../client/answers.ts'
import { CONVERSATION, inOtherWords, readConversation, user } from '../client/api.ts'
import { LATER_MS, untilShown } from '../client/later.ts'
import { neverNull } from '../client/nulls.ts'
import { OBSERVED } from '../client/observed.ts'
import { ofNamed, ofOtherConversation } from '../client/whose.ts'
import {
  type Claim,
  defineCheck,
  defineFixture,
  defineRule,
  type FixtureContext,
  type RequirementId,
} from '../define.ts'
import { strangeId } from '../resources/own-records.ts'
import { type ConversationField, fieldsOf } from './conversation-fields.ts'
import { conversationId, conversationNeeds } from './conversation-id.ts'
import { AGES, addInbound, olderOnes } from './seeding.ts'

export type Shape = 'A' | 'B'

/** A conversation as an answer shows it: `A` in the envelope, `B` as the whole body. */
export interface Shown {
  readonly shape: Shape
  readonly record: JsonObject
}

const KNOWN = ['id', 'recipient_phone', 'is_active', 'created_at', 'whatsapp_account_id', 'sender_id']

const isConversation = (value: unknown): value is JsonObject =>
  isRecord(value) && KNOWN.filter((name) => value[name] !== undefined).length >= 2

/** Members of one shape alone. */
const OF_A = ['sender_id', 'unread_count', 'contact_profile_name', 'window']
const OF_B = ['whatsapp_account_id', 'whatsapp_sender_number_id']

/** Shape B, which has no envelope, in one. */
const isMisplaced = (data: JsonObject): boolean =>
  OF_B.some((name) => name in data) && !OF_A.some((name) => name in data)

/** Undefined where an answer shows neither shape. */
export function conversationOf(exchange: Exchange): Shown | undefined {
  const body = bodyOf(exchange)
  const data = valueAt(body, '/data')
  if (isConversation(data) && isMisplaced(data)) return undefined
  if (isConversation(data)) return { shape: 'A', record: data }
  return isConversation(body) ? { shape: 'B', record: body } : undefined
}

const eitherShape: Matcher<Exchange> = matcher('2xx with a conversation', (exchange) => {
  const outcome = status('2xx').test(exchange)
  if (!outcome.ok) return outcome
  return conversationOf(exchange) === undefined ? no(`a body of neither shape: ${show(bodyOf(exchange))}`) : ok
})

/** An absent id is no other conversation's: it warns. */
export const names = (id: string, member: string): Matcher<unknown> =>
  matcher(`${member} ${id}`, (value) => {
    if (value === undefined || value === null) return soft('nothing', `${member} is left out`)
    return typeof value === 'string' && value.toLowerCase() === id.toLowerCase() ? ok : no(show(value))
  })

export interface Reading {
  readonly exchange: Exchange
  /** Whether messages older than the first time and one later are there unread for certain. */
  readonly seeded: boolean
}

/** The conversation before anything was marked read. */
export const firstReading = defineFixture({
  name: 'conversation',
  needs: conversationNeeds,
  tier: 'read',
  cost: { requests: { bound: 2 + LATER_MS.length }, typical: { requests: { bound: 2 } } },
  make: async (t): Promise<Reading> => {
    const read = (label: string): Promise<Exchange> =>
      readConversation(t, inOtherWords(user(t)), conversationId(t), label)
    const seeds = t.service.outcomes?.addInbound !== undefined && t.permits('write')
    const before = seeds ? unreadIn(await read('before messages arrive')) : undefined
    const older = olderOnes(t)
    for (let more = 1; more < older; more += 1) await addInbound(t, AGES.older + more)
    const seeded = (await addInbound(t, AGES.older)) && (await addInbound(t, AGES.later))
    const isThere = (answer: Exchange): boolean =>
      before === undefined || !seeded || (unreadIn(answer) ?? Number.POSITIVE_INFINITY) >= before + older + 1
    return { exchange: await untilShown(t, read, 'first reading', isThere), seeded }
  },
})

/** unread_count of shape A, where an answer shows it as an integer. */
export function unreadIn(exchange: Exchange | undefined): number | undefined {
  const shown = exchange === undefined ? undefined : conversationOf(exchange)
  const count = shown?.shape === 'A' ? shown.record.unread_count : undefined
  return Number.isInteger(count) ? (count as number) : undefined
}

/** The conversation once more, with the X-App-ID of the run's app where the target file names one. */
export const secondReading = (t: FixtureContext, label: string, id = conversationId(t)): Promise<Exchange> => {
  const { appId } = t.service
  return readConversation(t, { ...user(t), ...(appId === undefined ? {} : { appId }) }, id, label)
}

/** The same with the id in capitals, where that makes a difference. */
export async function readInCapitals(t: FixtureContext, label: string): Promise<Exchange | undefined> {
  const id = conversationId(t)
  const capitals = id.toUpperCase()
  return isUuid.test(id).ok && capitals !== id ? secondReading(t, `${label}, the id in capitals`, capitals) : undefined
}

export const readings = (
  exchanges: readonly Exchange[],
): readonly { readonly exchange: Exchange; readonly shown: Shown }[] =>
  exchanges
    .filter((each) => each.operation === CONVERSATION && isSuccess(each))
    .flatMap((exchange) => {
      const shown = conversationOf(exchange)
      return shown === undefined ? [] : [{ exchange, shown }]
    })

const OTHER = { A: 'B', B: 'A' } as const

const ofField = ({
  shape,
  pointer,
  covers,
  expected,
  required,
  mayLack,
  lasts,
  hidden: isHidden,
}: ConversationField): Check =>
  defineRule({
    id: covers.replace('msg.conversation.', 'msg/conversation/'),
    title: `${pointer.slice(1).replaceAll('/', '.')} of a conversation of shape ${shape} is ${expected.expected}`,
    covers: [covers],
    observes: OBSERVED.conversation,
    run: async (t) => {
      const tally = new Tally(t, covers, expected.expected)
      const seen = readings(t.exchanges())
      const valueIn = ({ shown }: (typeof seen)[number]): unknown =>
        shown.shape === shape ? valueAt(shown.record, pointer) : undefined
      const wanted = required === true || shape === 'B' ? expected : neverNull(expected, seen.map(valueIn))
      for (const each of seen) {
        const { exchange, shown } = each
        const value = valueIn(each)
        const { id } = shown.record
        const isGone =
          lasts === true &&
          value === null &&
          seen.some((other) => other.shown.record.id === id && expected.test(valueIn(other)).ok)
        const isLeftOut = value === undefined || (value === null && !isGone && (shape === 'B' || mayLack === true))
        if (shown.shape === shape && (required === true || !isLeftOut))
          tally.test(
            `${pointer.slice(1)} in ${subjectOf(exchange)}`,
            exchange,
            isHidden === true ? attested(t, covers, exchange, wanted) : isGone ? expected : wanted,
            value,
          )
      }
      const name = pointer.slice(1).replaceAll('/', '.')
      const own = seen.filter(({ shown }) => shown.shape === shape).length
      tally.close(
        seen.length === 0
          ? `no conversation of shape ${shape} with it was seen in this run`
          : {
              observation:
                own === 0
                  ? `every reading of a conversation by a check (${seen.length}) shows shape ${OTHER[shape]}`
                  : `none of the ${own} readings of shape ${shape} by checks shows ${name}, which none has to`,
              evidence: seen.map(({ exchange }) => exchange),
            },
      )
    },
  })

const hidden = (
  name: string,
  title: string,
  covers: RequirementId,
  expected: Matcher<Exchange>,
  idOf: (t: FixtureContext) => string,
  needs: readonly Claim[] = [],
): Check =>
  defineCheck({
    id: `msg/conversation/${name}`,
    title,
    covers: [covers],
    needs: [...conversationNeeds, ...needs],
    uses: [firstReading],
    cost: { requests: { bound: 1 } },
    async run(t) {
      t.control((await t.use(firstReading)).exchange, status('2xx'))
      t.judge(covers, await readConversation(t, user(t), idOf(t), name), expected)
    },
  })

export const conversations: readonly Check[] = [
  // Endpoints, row 2: the conversation in one of the two shapes.
  defineCheck({
    id: 'msg/conversation/read',
    title: 'A conversation is read by its id, in one of the two shapes',
    covers: ['msg.conversation.read', 'msg.conversation.id-echo'],
    needs: conversationNeeds,
    uses: [firstReading],
    async run(t) {
      const { exchange: reading } = await t.use(firstReading)
      t.judge('msg.conversation.read', reading, ofNamed('messaging.fixtures.conversation', eitherShape))
      const shown = conversationOf(reading)
      if (shown === undefined) return t.abortBlocked('no conversation is shown', [reading])
      t.judge(
        'msg.conversation.id-echo',
        reading,
        matcher(`id ${conversationId(t)}`, () => names(conversationId(t), 'id').test(shown.record.id)),
      )
      t.observe('msg.open.conversation-shape', `shape ${shown.shape}`, [reading])
    },
  }),

  // The same of every later reading: once nothing is unread, and with the X-App-ID of the app.
  defineRule({
    id: 'msg/conversation/every-reading',
    title: 'Every reading shows the conversation that was asked for, in one of the two shapes',
    covers: ['msg.conversation.read', 'msg.conversation.id-echo'],
    observes: OBSERVED.conversation,
    run: async (t) => {
      const shape = new Tally(t, 'msg.conversation.read', eitherShape.expected)
      const echo = new Tally(t, 'msg.conversation.id-echo', 'the id asked for')
      for (const exchange of t.exchanges()) {
        if (exchange.operation !== CONVERSATION || !isSuccess(exchange)) continue
        shape.test(subjectOf(exchange), exchange, eitherShape, exchange)
        const wanted = decodeURIComponent(new URL(exchange.request.url).pathname.split('/').at(-1) ?? '')
        const shown = conversationOf(exchange)?.record.id
        if (shown !== undefined && shown !== null) echo.test(subjectOf(exchange), exchange, names(wanted, 'id'), shown)
      }
      shape.close('no conversation was read in this run')
      echo.close('no conversation with an id was read in this run')
    },
  }),

  // Endpoints, row 2: a path id that is a UUID, exists, and is the caller's. 403 and 404 are not told apart.
  hidden(
    'id-invalid',
    'An id that is no UUID answers 400, 404 or 422, or 403',
    'msg.conversation.id-invalid',
    status(400, 404, 422, 403),
    () => 'not-a-uuid',
  ),
  hidden(
    'missing',
    'A read of an unknown id answers 404 or 403',
    'msg.conversation.missing',
    status(404, 403),
    strangeId,
  ),
  hidden(
    'foreign',
    "A read of another user's conversation answers 404 or 403",
    'msg.conversation.foreign',
    ofOtherConversation(status(403, 404)),
    (t) => t.service.fixtures?.otherConversation ?? strangeId(),
    ['messaging.fixtures.otherConversation'],
  ),

  // Resources › Conversation: two shapes, one deployment.
  defineRule({
    id: 'msg/conversation/one-shape',
    title: 'Every reading shows the same shape',
    covers: ['msg.conversation.one-shape'],
    observes: OBSERVED.conversation,
    run: async (t) => {
      const found = readings(t.exchanges())
      const [one] = found
      if (one === undefined || found.length < 2)
        return t.markUnexercised('msg.conversation.one-shape', 'not met', 'no two conversations were read in this run')
      const other = found.find(({ shown }) => shown.shape !== one.shown.shape)
      t.conclude('msg.conversation.one-shape', {
        ok: other === undefined,
        subject: `${found.length} readings of conversations`,
        expected: `shape ${one.shown.shape} as in the first`,
        actual: `shape ${other?.shown.shape ?? one.shown.shape}`,
        evidence: [one.exchange, other?.exchange ?? found[1]?.exchange ?? one.exchange],
      })
    },
  }),

  // Resources › Conversation, both tables, row by row.
  ...fieldsOf.map(ofField),
]
