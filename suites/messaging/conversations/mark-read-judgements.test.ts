import { expect, test } from 'vitest'
import { contextOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import type { CheckContext } from '../define.ts'
import type { MarkReadFixture, MarkReadFixtures } from './mark-read-fixture.ts'
import { isMiscounted, laterCounted, leftByNull, markUnseen } from './mark-read-judgements.ts'

type Seen = Partial<MarkReadFixture>

const marking = (seen: Seen = {}): MarkReadFixture => ({
  answer: exchangeOf({ status: 200 }),
  ...{ accepted: true, count: undefined, before: undefined, after: undefined, readings: [] },
  ...seen,
})

const refused: Seen = { accepted: false }
const counted = (count: number): Seen => ({ count })

interface Given {
  readonly toTime?: Seen
  readonly toNull?: Seen
  readonly toNothing?: Seen
  readonly seeded?: boolean
  readonly arrived?: boolean
}

const leaves = ({ toTime = counted(1), toNull = counted(0), toNothing = counted(2), ...more }: Given): boolean =>
  leftByNull({
    ...{ seeded: true, arrived: true, again: marking(), ...more },
    ...{ toTime: marking(toTime), toNull: marking(toNull), toNothing: marking(toNothing) },
  } as MarkReadFixtures)

test.for<[string, Given, boolean]>([
  ['counts none, and an empty object all', {}, true],
  ['counts none, and an empty object none either', { toNothing: counted(0) }, true],
  ['counts none, and an empty object what arrived alone', { toNothing: counted(1) }, false],
  ['counts one', { toNull: counted(1) }, false],
  ['is refused', { toNull: { ...refused, count: 0 } }, false],
  ['counts none, and an empty object is refused', { toNothing: { ...refused, count: 2 } }, false],
  ['counts none, and of an empty object no count is shown', { toNothing: {} }, false],
  ['counts none, where nothing was made to be unread', { seeded: false }, false],
  ['counts none, where nothing arrived in between', { arrived: false }, false],
  ['counts none, where neither is known', { seeded: false, arrived: false }, false],
  ['counts none, where unread_count tells', { toTime: { count: 1, after: 0 } }, false],
  ['counts none, where the first marking counted none', { toTime: counted(0) }, false],
  ['counts none, where the first marking showed no count', { toTime: {} }, false],
])('null leaves unread what was later, or may not: it %s', ([_, given, expected]) => {
  expect(leaves(given)).toBe(expected)
})

test.for<[string, Seen, Seen, boolean, number | undefined]>([
  ['both count', counted(1), counted(2), false, 3],
  ['both count, and one arrived between them', counted(1), counted(2), true, 2],
  ['the last one counts none, though one arrived', counted(1), counted(0), true, 1],
  ['the last one is refused', counted(1), { ...refused, count: 2 }, false, 1],
  ['the last one shows no count', counted(1), {}, false, 1],
  ['the first one shows no count', {}, counted(2), false, undefined],
  ['the first one is refused', { ...refused, count: 1 }, counted(2), false, undefined],
])('how many later markings counted, where %s', ([_, toNull, toNothing, arrived, expected]) => {
  expect(laterCounted(marking(toNull), marking(toNothing), arrived)).toBe(expected)
})

test.for<[string, Seen, boolean]>([
  ['what unread_count fell by', { count: 2, before: 3, after: 1 }, false],
  ['one less', { count: 1, before: 3, after: 1 }, true],
  ['something, where unread_count is not shown', { count: 1, before: 3 }, false],
  ['something, and is refused', { ...refused, count: 1, before: 3, after: 1 }, false],
  ['nothing that is shown', { before: 3, after: 1 }, false],
])('a marking counts %s: is what counts tell not to be relied on', ([_, seen, expected]) => {
  const [toTime, other] = [marking(seen), marking()]
  const found = { toTime, again: other, toNull: other, toNothing: other } as MarkReadFixtures
  expect(isMiscounted(found)).toBe(expected)
})

test.for<[string, boolean, Seen, RegExp, string | undefined]>([
  ['nothing arrived', false, counted(0), /nothing was unread/, 'messaging.outcomes.addInbound'],
  ['an empty object is refused', true, refused, /not accepted/, undefined],
  ['what arrived was not counted', true, counted(0), /counted none/, undefined],
  ['nothing more arrives', true, counted(1), /no further message/, undefined],
])('what stands in the way of a further marking is told: %s', ([_, arrived, toNothing, expected, line]) => {
  const told: (string | undefined)[] = []
  const context = { markUnexercised: (...said: (string | undefined)[]) => told.push(...said.slice(2)) }
  const { t } = contextOf<CheckContext>({ context })
  markUnseen(t, 'msg.read.counts', { arrived, toNothing: marking(toNothing) })
  expect(told[0]).toMatch(expected)
  expect(told[1]?.split(': ')[0]).toBe(line)
})
