import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../clock/clock.ts'
import { Ledger } from './ledger.ts'
import { paceFor } from './pace.ts'
import { Pacer, type Slot } from './pacer.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

const going = new AbortController().signal
const KEY = 'library.reader[0]'
const { requests: PER_MINUTE } = paceFor({ requests: 60, seconds: 60 })

/** The archive allows 20 in ten seconds, all others 60 in a minute. */
const pacer = (ledger = new Ledger({})): Pacer =>
  new Pacer({
    paceOf: (key) => paceFor(key.startsWith('archive.') ? { requests: 20, seconds: 10 } : undefined),
    ledger,
    clock: systemClock(),
  })

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
  const slots = await made.room(KEY, PER_MINUTE, going)
  await vi.advanceTimersByTimeAsync(400)
  answered(slots)
  const next = made.room(KEY, 1, going)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(await isThere(next)).toBe(false)
  expect(made.queues()).toMatchObject([{ key: KEY, waiting: 1 }])
  await vi.advanceTimersByTimeAsync(10)
  expect(await isThere(next)).toBe(true)
  expect(made.queues()).toEqual([])
})

test('a request under way counts for as long as it takes', async () => {
  const made = pacer()
  const slots = await made.room(KEY, PER_MINUTE, going)
  const next = made.room(KEY, 1, going)
  await vi.advanceTimersByTimeAsync(90_000)
  expect(await isThere(next)).toBe(false)
  answered(slots)
  await vi.advanceTimersByTimeAsync(60_020)
  expect(await isThere(next)).toBe(true)
})

test('keys do not wait for each other', async () => {
  const made = pacer()
  await made.room(KEY, PER_MINUTE, going)
  expect(await isThere(made.room('library.reader[1]', PER_MINUTE, going))).toBe(true)
})

test('what went out without asking counts', () => {
  const made = pacer()
  made.note(KEY)
  expect(made.recent(KEY)).toBe(1)
})

test('nobody waits any more once the run is stopped', async () => {
  const made = pacer()
  const stop = new AbortController()
  await made.room(KEY, PER_MINUTE, stop.signal)
  const waiting = [made.room(KEY, 1, stop.signal), made.room(KEY, 3, stop.signal)]
  expect(await isThere(Promise.all(waiting))).toBe(false)
  stop.abort()
  expect(await isThere(Promise.all(waiting))).toBe(true)
})

test('each service goes at its own pace', async () => {
  const made = pacer()
  expect([made.windowMs(KEY), made.windowMs('archive.reader')]).toEqual([60_000, 10_000])
  answered(await made.room('archive.reader', 18, going))
  const next = made.room('archive.reader', 1, going)
  expect(await isThere(next)).toBe(false)
  await vi.advanceTimersByTimeAsync(10_010)
  expect(await isThere(next)).toBe(true)
})

test('keys of two services with one name do not wait for each other', async () => {
  const made = pacer()
  await made.room('library.guest', PER_MINUTE, going)
  expect(await isThere(made.room('archive.guest', 1, going))).toBe(true)
  expect([made.recent('library.guest'), made.recent('archive.guest')]).toEqual([PER_MINUTE, 1])
})

test('what was waited is told to the ledger', async () => {
  const ledger = new Ledger({})
  const made = pacer(ledger)
  answered(await made.room(KEY, PER_MINUTE, going))
  const next = made.room(KEY, 1, going)
  await vi.advanceTimersByTimeAsync(61_000)
  await next
  expect(ledger.totals().longestWaitSeconds).toBeCloseTo(60, 1)
})
