import { expect, test } from 'vitest'
import { exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { marksRead } from './mark-read.ts'
import { type MarkReadFixture, type MarkReadFixtures, markReadFixtures } from './mark-read-fixture.ts'

type Seen = Partial<Pick<MarkReadFixture, 'count' | 'before' | 'after' | 'accepted'>>

const marking = (seen: Seen = {}): MarkReadFixture => ({
  answer: exchangeOf({ status: seen.accepted === false ? 422 : 200 }),
  ...{ accepted: true, count: undefined, before: undefined, after: undefined, readings: [] },
  ...seen,
})

interface Given {
  readonly toTime: Seen
  readonly toNull?: Seen
  readonly toNothing?: Seen
  readonly seeded?: boolean
  readonly arrived?: boolean
  readonly service?: object
}

/** What is said of one requirement after messages were marked read up to a time, and twice up to now. */
async function saidOf(id: string, { toTime, toNull, toNothing, seeded = true, arrived = true, service = {} }: Given) {
  const made: Partial<MarkReadFixtures> = {
    ...{ seeded, arrived, again: marking() },
    ...{ toTime: marking(toTime), toNull: marking(toNull), toNothing: marking(toNothing) },
  }
  const check = marksRead.find((each) => each.id === 'msg/read/effect')
  const said = await saidBy(check, { fixtures: { [markReadFixtures.name]: made }, service })
  return said.filter((each) => each.endsWith(` ${id}`)).map((each) => each.replace(` ${id}`, ''))
}

const ONE: Seen = { count: 1 }
const NONE: Seen = { count: 0 }

test.for<[string, Given, string]>([
  ['a message stays unread', { toTime: { before: 3, after: 1 } }, 'pass'],
  ['none stays unread, though one is later', { toTime: { before: 3, after: 0 } }, 'fail'],
  ['what arrived was read from the first', { toTime: { before: 0, after: 0, count: 0 } }, 'unexercised'],
  [
    'none stays unread, and none is known to be later',
    { toTime: { before: 3, after: 0 }, seeded: false },
    'unexercised',
  ],
  ['the time is refused', { toTime: { accepted: false } }, 'blocked'],
  // Without unread_count the later markings tell what had been left.
  ['a later marking counts what had stayed', { toTime: { count: 2 }, toNull: ONE, toNothing: ONE }, 'pass'],
  [
    'the last marking counts it beside what arrived',
    { toTime: { count: 2 }, toNull: NONE, toNothing: { count: 2 } },
    'pass',
  ],
  ['later markings count what arrived alone', { toTime: { count: 2 }, toNull: NONE, toNothing: ONE }, 'fail'],
  ['no marking counts anything', { toTime: NONE, toNull: NONE, toNothing: ONE }, 'unexercised'],
  [
    'nothing arrived that would be counted',
    { toTime: { count: 2 }, toNull: NONE, toNothing: NONE, arrived: false },
    'unexercised',
  ],
  ['later markings show no count', { toTime: { count: 2 } }, 'unexercised'],
])('up to a time: %s', async ([_, given, expected]) => {
  expect(await saidOf('msg.read.up-to-bounds', given)).toEqual([expected])
})

test.for<[string, Given, string[]]>([
  ['no message is unread', { toTime: { before: 3, after: 1 }, toNull: { before: 1, after: 0 } }, ['pass']],
  ['a message is unread', { toTime: { before: 3, after: 1 }, toNull: { before: 1, after: 1 } }, ['fail']],
  // A count that never falls shows nothing.
  ['unread_count does not fall', { toTime: { before: 3, after: 3 }, toNull: { before: 3, after: 3 } }, ['blocked']],
  ['unread_count was not seen to fall', { toTime: { after: 3 }, toNull: { before: 3, after: 3 } }, ['blocked']],
  ['nothing is known but that one was marked', { toTime: {}, toNull: ONE }, ['pass']],
  ['nothing was unread', { toTime: {} }, ['unexercised']],
  [
    'neither null nor an empty object is accepted',
    { toTime: {}, toNull: { accepted: false }, toNothing: { accepted: false } },
    ['blocked'],
  ],
])('up to now: %s', async ([_, given, expected]) => {
  expect(await saidOf('msg.read.default-now', given)).toEqual(expected)
})

/** A recipe that tells how old a message is to be. */
const service = { outcomes: { addInbound: { call: { method: 'POST', url: 'http://127.0.0.1/in?age={age}' } } } }

// A dozen messages are older than the time for certain, and one is later.
test.for<[string, Seen, string[]]>([
  ['as many as are older', { before: 13, after: 1 }, ['pass', 'pass']],
  ['one more, which may be older than the run', { before: 14, after: 1 }, ['pass', 'pass']],
  ['one less', { before: 13, after: 2 }, ['pass', 'fail']],
  ['none of those', { before: 13, after: 13, count: 0 }, ['pass', 'fail']],
  ['none, where no more are unread than are older', { before: 12, after: 12, count: 0 }, ['pass']],
])('of messages of a known age are marked: %s', async ([_, toTime, expected]) => {
  expect(await saidOf('msg.read.up-to-bounds', { toTime, service })).toEqual(expected)
})

test.for<[string, Given, string]>([
  ['nothing, where no answer shows one', { toTime: {} }, 'blocked'],
  ['nothing, where no marking was taken', { toTime: { accepted: false, count: 1 } }, 'blocked'],
  ['nothing, where one shows it and nothing can be compared', { toTime: ONE, arrived: false }, 'unexercised'],
  ['what unread_count fell by', { toTime: { count: 2, before: 3, after: 1 } }, 'pass'],
  ['more than unread_count fell by', { toTime: { count: 3, before: 3, after: 1 } }, 'fail'],
  ['one that arrived, after all were marked', { toTime: ONE, toNull: ONE, toNothing: ONE }, 'pass'],
  ['two, though one arrived after all were marked', { toTime: ONE, toNull: ONE, toNothing: { count: 2 } }, 'fail'],
])('markings count %s', async ([_, given, expected]) => {
  expect(await saidOf('msg.read.counts', given)).toEqual([expected])
})
