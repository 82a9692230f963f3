import type { Exchange } from '../../../kit/http/exchange.ts'
import { valueAt } from '../../../kit/match/index.ts'
import { enveloped, isRefusal, isSuccess } from '../client/answers.ts'
import { inOtherWords, markRead, readConversation, user } from '../client/api.ts'
import { LATER_MS, readingsOf } from '../client/later.ts'
import { defineFixture, type FixtureContext } from '../define.ts'
import { conversationId, conversationNeeds } from './conversation-id.ts'
import { firstReading, readInCapitals, secondReading, unreadIn } from './conversations.ts'
import { isLastSecondAsked, markToLastSecond, type ToLastSecond } from './last-second.ts'
import { AGES, addInbound, addOutbound } from './seeding.ts'

/** One request to mark messages read, with what is known of the unread ones before and after it. */
export interface MarkReadFixture {
  readonly answer: Exchange
  readonly accepted: boolean
  /** messages_marked_read, where it is an integer. */
  readonly count: number | undefined
  readonly before: number | undefined
  readonly after: number | undefined
  /** Readings that tell of before and after. */
  readonly readings: readonly Exchange[]
}

/** Messages marked read up to a past time, twice, then up to now in three spellings. */
export interface MarkReadFixtures {
  readonly first: Exchange
  readonly seeded: boolean
  /** The reading between the first two requests, with X-App-ID where the target file names one. */
  readonly second: Exchange
  /** The same by its id in capitals, which is the second one where that was found. */
  readonly capital: Exchange | undefined
  /** A reading without X-App-ID by a key that is bound to no app, where the target file names one. */
  readonly unnamed: Exchange | undefined
  readonly toTime: MarkReadFixture
  readonly again: MarkReadFixture
  readonly toNull: MarkReadFixture
  /** Whether one message more arrived before it. */
  readonly arrived: boolean
  readonly toNothing: MarkReadFixture
  /** Where `isAgain` is false it was asked in place of the second one up to the same time, and is that one. */
  readonly toLastSecond: ToLastSecond | undefined
  readonly isAgain: boolean
  /** Asked at full depth only. */
  readonly noBody: Exchange | undefined
}

export const countIn = (answer: Exchange): number | undefined => {
  const count = valueAt(enveloped(answer), '/messages_marked_read')
  return Number.isInteger(count) ? (count as number) : undefined
}

const marking = (
  answer: Exchange,
  before: number | undefined,
  after: number | undefined,
  readings: readonly (Exchange | undefined)[],
): MarkReadFixture => ({
  answer,
  accepted: isSuccess(answer),
  count: countIn(answer),
  before,
  after,
  readings: readings.filter((each) => each !== undefined),
})

/** A date-time in a zone ahead of UTC: whoever drops its offset takes it for a time that is still to come. */
export const withOffset = (at: Date): string =>
  `${new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, -1)}+03:00`

/** One in a zone behind UTC, and not by whole hours: whoever turns its offset round takes it for a time long before. */
const behind = (at: Date): string => `${new Date(at.getTime() - 3.5 * 3_600_000).toISOString().slice(0, -1)}-03:30`

/** The first time up to which messages are marked, behind UTC and ahead of it as the seed decides. */
const firstForm = ({ seed }: Pick<FixtureContext, 'seed'>, at: Date): string =>
  Math.trunc(seed) % 2 === 0 ? withOffset(at) : behind(at)

/** Forms of a date-time beside that one: with Z, without a fraction, with a long one, in a zone behind UTC. */
const FORMS: readonly ((at: Date) => string)[] = [
  (at) => `${at.toISOString().slice(0, 19)}Z`,
  (at) => at.toISOString().replace('Z', '000Z'),
  (at) => at.toISOString().replace('Z', '+00:00'),
  (at) => `${new Date(at.getTime() - 5.5 * 3_600_000).toISOString().slice(0, -1)}-05:30`,
]

/** One form of a moment after the other, from the one on that the seed decides. */
export const formOf = ({ seed }: Pick<FixtureContext, 'seed'>, turn: number, at: Date): string =>
  (FORMS[(Math.abs(Math.trunc(seed)) + turn) % FORMS.length] ?? withOffset)(at)

/** The conversation by a key that names no app, in whichever way; that of the run may be such a one. */
async function readUnnamed(t: FixtureContext, first: Exchange, label: string): Promise<Exchange | undefined> {
  const key = t.key('unbound')
  if (key === undefined) return undefined
  return t.key('bound') === undefined ? first : readConversation(t, { key }, conversationId(t), label)
}

/** What the label of a marking ends in that was asked once more, after another message. */
export const LATER = ', a second later'

/** Longer than the seconds in which some count, ms. */
export const NEXT_SECOND_MS = 1100

/** Has a message arrive in a later second than whatever was asked before. */
async function arrivesLater(t: FixtureContext): Promise<boolean> {
  await t.pause(NEXT_SECOND_MS)
  return addInbound(t, AGES.fresh)
}

export const markReadFixtures = defineFixture({
  name: 'markings',
  needs: conversationNeeds,
  uses: [firstReading],
  cost: {
    requests: { bound: 13 + 4 * LATER_MS.length, unbound: 1 },
    typical: { requests: { bound: 5, unbound: 1 } },
  },
  make: async (t: FixtureContext): Promise<MarkReadFixtures> => {
    const id = conversationId(t)
    const { exchange: first, seeded } = await t.use(firstReading)
    const as = inOtherWords(user(t))
    const known = unreadIn(first)
    const hourAgo = new Date(t.clock.now() - AGES.upTo * 1000)
    const up_to = firstForm(t, hourAgo)
    const one = await markRead(t, as, id, { up_to }, 'up to an hour ago')
    // A reading that does not show a marking yet is asked again; one that agrees with the count is taken.
    const shows = (known: number | undefined, answer: Exchange) => (reading: Exchange) => {
      const [count, unread] = [countIn(answer), unreadIn(reading)]
      // Whether a marking was carried out whose answer was lost, the last of the readings tells.
      if (!isSuccess(answer) && !isRefusal(answer)) return false
      return known === undefined || count === undefined || unread === undefined || unread === known - count
    }
    const readings = readingsOf(t, (each) => secondReading(t, each), unreadIn)
    const readLater = (label: string, known: number | undefined, answer: Exchange): Promise<Exchange> =>
      readings(label, shows(known, answer))
    const capital = await readInCapitals(t, 'after the first marking')
    const isTaken = capital !== undefined && isSuccess(capital) && shows(known, one)(capital)
    const second = isTaken ? capital : await readLater('after the first marking', known, one)
    // Where a reading fails, what was known before stays good for a marking that was refused.
    const left = unreadIn(second) ?? (isSuccess(one) ? undefined : known)
    const toTime = marking(one, known, unreadIn(second), [first, second])

    // One more outbound message that is old enough: it was never unread.
    await addOutbound(t, AGES.older)
    // Only what is known to be unread can show that it was marked.
    const isTurn = isLastSecondAsked(t) && seeded && (countIn(one) ?? 0) > 0 && (left ?? 0) > 0
    const inSecond = isTurn ? await markToLastSecond(t, second, { age: AGES.later, by: first.sentAt }) : undefined
    const two =
      inSecond?.answer ?? (await markRead(t, as, id, { up_to: formOf(t, 0, hourAgo) }, 'up to the same time again'))
    const counted = (countIn(two) ?? 0) > 0
    const asked = counted ? await readLater('after the second marking', left, two) : undefined
    const stayed = asked === undefined ? left : unreadIn(asked)
    const again = marking(two, left, stayed, [second, asked])

    const three = await markRead(t, as, id, { up_to: null }, 'up_to null')
    const agrees = isSuccess(three) && countIn(three) === stayed
    const third = agrees || stayed === undefined ? undefined : await readLater('after up_to null', stayed, three)
    // What a conversation shows that has nothing unread, to a key that names no app.
    const unnamed = await readUnnamed(t, first, 'once nothing is unread, by the other key')
    if (agrees && (unnamed === undefined || !isSuccess(unnamed))) await secondReading(t, 'once nothing is unread')
    const rest = third === undefined ? (agrees ? 0 : undefined) : unreadIn(third)
    const toNull = marking(three, stayed, rest, [asked ?? second, third])

    // An outbound message beside it, where the target file tells how: it does not count.
    const arrived = await addInbound(t, AGES.fresh)
    if (arrived) await addOutbound(t, AGES.fresh)
    const waiting = rest === undefined ? undefined : rest + (arrived ? 1 : 0)
    const markAll = async (when: string) => {
      const answer = await markRead(t, as, id, {}, `without up_to${when}`)
      const fits = isSuccess(answer) && countIn(answer) === waiting
      const reading =
        fits || waiting === undefined ? undefined : await readLater('after a body without up_to', waiting, answer)
      return { answer, reading, left: reading === undefined ? (fits ? 0 : undefined) : unreadIn(reading) }
    }
    const soon = await markAll('')
    // Some know the last marking by its second: what arrives in that second is read to them.
    const isTooSoon = arrived && (rest ?? 0) === 0 && countIn(soon.answer) === 0 && (soon.left ?? 0) === 0
    const four = isTooSoon && (await arrivesLater(t)) ? await markAll(LATER) : soon
    const toNothing = marking(four.answer, waiting, four.left, [third, four.reading])

    const noBody = t.depth === 'deep' ? await markRead(t, user(t), id, undefined, 'without a body') : undefined
    const isLate = t.depth === 'deep' && (countIn(one) ?? 0) > 0 && (await arrivesLater(t))
    const latest = isLate ? await secondReading(t, 'after one message more') : undefined
    const own =
      latest === undefined || (unreadIn(latest) ?? 0) === 0
        ? undefined
        : await markToLastSecond(t, latest, { age: AGES.fresh, by: latest.sentAt })
    const isAgain = inSecond === undefined
    const toLastSecond = inSecond ?? own
    return {
      first,
      seeded,
      second,
      capital,
      unnamed,
      toTime,
      again,
      toNull,
      arrived,
      toNothing,
      toLastSecond,
      isAgain,
      noBody,
    }
  },
})
