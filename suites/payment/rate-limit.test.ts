import { expect, test } from 'vitest'
import { mostWithin } from './rate-limit.ts'

const at = (sentAt: number, took = 0) => ({ sentAt, endedAt: sentAt + took })

test('requests of two windows are not counted together', () => {
  const minute = 60_000
  const lawful = [
    ...Array.from({ length: 60 }, (_, each) => at(each)),
    ...Array.from({ length: 60 }, (_, each) => at(minute + each + 100)),
  ]
  expect(mostWithin(minute, lawful)).toBe(60)
})

test('one that was answered after the window is not of it', () => {
  expect(mostWithin(1000, [at(0), at(10), at(20, 2000)])).toBe(2)
  expect(mostWithin(1000, [])).toBe(0)
})
