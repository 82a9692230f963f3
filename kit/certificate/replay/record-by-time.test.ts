import { expect, test } from 'vitest'
import { RecordByTime } from './record-by-time.ts'

const record = [
  { id: 'a', at: 30 },
  { id: 'b', at: 10 },
  { id: 'c', at: 10 },
  { id: 'd', at: 20 },
]
const byTime = () => new RecordByTime(record, ({ at }) => at)
const idsBy = (now: number) =>
  byTime()
    .by(now)
    .map(({ id }) => id)
    .join('')

test.each([
  [9.9, ''],
  [10, 'bc'],
  [19, 'bc'],
  [20, 'bcd'],
  [29.5, 'bcd'],
  [30, 'abcd'],
  [Number.POSITIVE_INFINITY, 'abcd'],
  [Number.NEGATIVE_INFINITY, ''],
])('by %d there are %j, in the order of the record', (now, ids) => {
  expect(idsBy(now)).toBe(ids)
})

test('the whole is the record itself, and a part the same list for every moment between two items', () => {
  const times = byTime()
  expect(times.by(30)).toBe(record)
  expect(times.by(21)).toBe(times.by(29))
  expect(times.by(10)).toBe(times.by(10))
})

test('a list that was asked for in between stays while others go', () => {
  const many = Array.from({ length: 40 }, (_, at) => ({ at }))
  const times = new RecordByTime(many, ({ at }) => at)
  const first = times.by(0)
  const second = times.by(1)
  for (let now = 2; now < 30; now += 1) {
    times.by(now)
    expect(times.by(0)).toBe(first)
  }
  expect(times.by(1)).not.toBe(second)
  expect(times.by(1)).toEqual(second)
})

test('no record', () => {
  expect(new RecordByTime([], () => 0).by(5)).toEqual([])
})
