import { expect, test } from 'vitest'
import { ofRecord } from './of-record.ts'

test('what is worked out of a record is worked out once, and anew where there is more', () => {
  let times = 0
  const sum = ofRecord((items: readonly number[]) => {
    times += 1
    return items.reduce((all, each) => all + each, 0)
  })
  const record = [1, 2]
  expect([sum(record), sum(record), times]).toEqual([3, 3, 1])
  record.push(4)
  expect([sum(record), times]).toEqual([7, 2])
  expect([sum([1, 2]), times]).toEqual([3, 3])
})
