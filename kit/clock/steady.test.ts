import { expect, test, vi } from 'vitest'
import { steadyNow } from './steady.ts'

test('intervals are the same to the last digit once times are moved to the wall clock', () => {
  const times = Array.from({ length: 400 }, (_, index) => 77_123.456_789 + index * 1000.499_93)
  vi.spyOn(performance, 'now').mockImplementation(() => times.shift() ?? 0)
  const measured = Array.from({ length: 400 }, steadyNow)
  const moved = measured.map((each) => each + 1_795_716_547_604)
  const intervals = (all: readonly number[]): number[] => all.slice(1).map((each, index) => each - (all[index] ?? 0))
  expect(intervals(moved)).toEqual(intervals(measured))
  vi.restoreAllMocks()
  expect(Math.abs(steadyNow() - performance.now())).toBeLessThan(50)
})
