import { expect, it } from 'vitest'
import { systemClock } from '../../kit/clock/clock.ts'
import type { Arrival, WebhookEvent } from '../../kit/webhooks/response-script.ts'
import { isAlike, Repeats } from './late-answers.ts'

const t = { clock: systemClock(10) }
const event = (id: string, lateMs: Readonly<Record<string, number>>) =>
  ({ delivery: { id }, lateness: (earlier: Arrival) => lateMs[earlier.id] ?? 0 }) as unknown as WebhookEvent

it('an answer is repeated where the one before was late by half of what senders wait', () => {
  const repeats = new Repeats(t)
  expect(repeats.isDue(event('d1', {}))).toBe(false)
  repeats.give(event('d1', {}))
  expect(repeats.isDue(event('d2', { d1: 500 }))).toBe(false)
  expect(repeats.isDue(event('d2', { d1: 501 }))).toBe(true)
})

it('an answer is repeated three times at most', () => {
  const repeats = new Repeats(t)
  const late = { d1: 900 }
  repeats.give(event('d1', late))
  expect([1, 2, 3, 4].map(() => repeats.isDue(event('d2', late)))).toEqual([true, true, true, false])
})

it('answers are alike by their kind and status', () => {
  expect(isAlike({ kind: 'status', status: 410 }, { kind: 'status', status: 410 })).toBe(true)
  expect(isAlike({ kind: 'status', status: 410 }, { kind: 'status', status: 404 })).toBe(false)
  expect(isAlike({ kind: 'reset' }, { kind: 'reset' })).toBe(true)
  expect(isAlike({ kind: 'reset' }, { kind: 'status', status: 410 })).toBe(false)
})
