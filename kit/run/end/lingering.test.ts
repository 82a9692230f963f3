import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deliveryOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import type { Session } from '../session.ts'
import { linger } from './lingering.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** How long is waited, ms, where a request was just answered with a status and events come so long after it. */
async function waited(status: number | undefined, arrivals: readonly number[], deliveryWithin = 1.5): Promise<number> {
  const at = Date.now()
  const all = arrivals.map((ms) => deliveryOf({}, { arrivedAt: at + ms }))
  const session = {
    store: {
      exchanges: status === undefined ? [] : [exchangeOf({ operation: 'POST /loans', status, at })],
      get deliveries() {
        return all.filter(({ arrivedAt }) => arrivedAt <= Date.now())
      },
    },
    target: { webhooks: { deliveryWithin } },
    clock: { now: () => Date.now() },
    signal: new AbortController().signal,
    awaited: new Set(),
    capture: {},
  }
  const over = linger(session as never as Session).then(() => Date.now() - at)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(session.awaited.size).toBe(0)
  return over
}

test('what a narrowed run has brought about has its time to be told', async () => {
  // Nobody waits for what was never made.
  expect(await waited(undefined, [])).toBe(0)
  expect(await waited(422, [])).toBe(0)
  expect(await waited(201, [])).toBe(1500)
  expect(await waited(201, [], 30)).toBe(30_000)
})

test('a sender is waited for as long as its events take, and no longer', async () => {
  expect(await waited(201, [20], 30)).toBeLessThan(700)
  const three = await waited(201, [300, 500, 900], 30)
  expect(three).toBeGreaterThanOrEqual(900)
  expect(three).toBeLessThan(1700)
  // What comes at last ends it all the same.
  expect(await waited(201, [200, 600, 1000, 1400, 1800])).toBe(1500)
})
