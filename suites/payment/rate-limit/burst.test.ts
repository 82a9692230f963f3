import { expect, test } from 'vitest'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { mostWithin, shortestAllowance } from './burst.ts'

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

const answered = (sentAt: number, status: number) => ({ sentAt, endedAt: sentAt + 5, response: { status } }) as Exchange

test('the allowance is what one window let through before the first 429', () => {
  const steady = Array.from({ length: 90 }, (_, each) => answered(each * 1000, 200))
  expect(shortestAllowance(60_000, [...steady, answered(90_000, 429)])?.count).toBe(60)
  expect(shortestAllowance(60_000, [...steady.slice(0, 30), answered(30_000, 429)])?.count).toBe(30)
  expect(shortestAllowance(60_000, steady)).toBeUndefined()
})

test('a 429 that follows another one is no measure', () => {
  const exchanges = [answered(0, 200), answered(59_000, 429), answered(100_000, 200), answered(110_000, 429)]
  expect(shortestAllowance(60_000, exchanges)?.refused.sentAt).toBe(59_000)
  expect(shortestAllowance(60_000, exchanges.slice(2))?.count).toBe(1)
})
