import { expect, test } from 'vitest'
import { placeText, readPlace, seedOf } from './counterexample.ts'

test.each([
  { lane: 3, path: '12:0:1' },
  { lane: 0, path: '0', replayPath: 'AAAB/+=:F' },
])('a path is read as it is written', (place) => {
  expect(readPlace(placeText(place))).toEqual(place)
})

test.each(['', '3', 'x,1', '1,2:', '1,2,', '1,2,a b'])('%j is no path', (text) => {
  expect(readPlace(text)).toBeUndefined()
})

test('lanes and checks have seeds of their own, the same each time', () => {
  const seeds = [seedOf(7, 'a', 0), seedOf(7, 'a', 1), seedOf(7, 'b', 0), seedOf(8, 'a', 0)]
  expect(new Set(seeds).size).toBe(4)
  expect(seedOf(7, 'a', 0)).toBe(seeds[0])
})
