import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Ledger } from './ledger.ts'
import { Pacer, PER_MINUTE, type Slot } from './pacer.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

const going = new AbortController().signal
const pacer = (): Pacer => new Pacer(1, new Ledger({ payments: 0, messages: 0 }))

/** Whether a promise is settled once everything that needs no time has happened. */
async function isThere(promise: Promise<unknown>): Promise<boolean> {
  let there = false
  void promise.then(() => {
    there = true
  })
  await vi.advanceTimersByTimeAsync(0)
  return there
}

const answered = (slots: readonly Slot[]): void => {
  for (const slot of slots) slot.answered()
}

test('what a minute allows goes out at once, the next one waits until a minute after the first answer', async () => {
  const made = pacer()
  const slots = await made.room('live[0]', PER_MINUTE, going)
  await vi.advanceTimersByTimeAsync(400)
  answered(slots)
  const next = made.room('live[0]', 1, going)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(await isThere(next)).toBe(false)
  expect(made.queues()).toMatchObject([{ key: 'live[0]', waiting: 1 }])
  await vi.advanceTimersByTimeAsync(10)
  expect(await isThere(next)).toBe(true)
  expect(made.queues()).toEqual([])
})

test('a request under way counts for as long as it takes', async () => {
  const made = pacer()
  const slots = await made.room('live[0]', PER_MINUTE, going)
  const next = made.room('live[0]', 1, going)
  await vi.advanceTimersByTimeAsync(90_000)
  expect(await isThere(next)).toBe(false)
  answered(slots)
  await vi.advanceTimersByTimeAsync(60_020)
  expect(await isThere(next)).toBe(true)
})

test('keys do not wait for each other', async () => {
  const made = pacer()
  await made.room('live[0]', PER_MINUTE, going)
  expect(await isThere(made.room('live[1]', PER_MINUTE, going))).toBe(true)
})

test('what went out without asking counts', () => {
  const made = pacer()
  made.note('live[0]')
  expect(made.recent('live[0]')).toBe(1)
})

test('nobody waits any more once the run is stopped', async () => {
  const made = pacer()
  const stop = new AbortController()
  await made.room('live[0]', PER_MINUTE, stop.signal)
  const waiting = [made.room('live[0]', 1, stop.signal), made.room('live[0]', 3, stop.signal)]
  expect(await isThere(Promise.all(waiting))).toBe(false)
  stop.abort()
  expect(await isThere(Promise.all(waiting))).toBe(true)
})
