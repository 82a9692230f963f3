import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Received } from '../../http/exchange.ts'
import type { Standing } from '../preflight/standing.ts'
import { type Gone, Presence } from './presence.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const lost: Received = { fault: { kind: 'reset', message: 'the connection was closed' } }
const page = (type: string, body: string): Received => ({
  response: { status: 200, headers: [['Content-Type', type]], body: Buffer.from(body) },
})
const answered = page('application/json', '{"id":1}')
const silent: Standing = { kind: 'silent', fault: { kind: 'refused', message: 'the connection was refused' } }

function watch(standing: () => Standing, atHand: readonly string[] = []) {
  const gone: Gone[] = []
  let asked = 0
  const presence = new Presence({
    ask: async () => {
      asked += 1
      return standing()
    },
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onGone: (each) => void gone.push(each),
    atHand,
  })
  const sends = (received: Received, at = Date.now()): void => presence.begun('library', () => at)(received)
  return { presence, gone, sends, asked: () => asked }
}

test('a service that answers nothing in a row is asked, held back meanwhile, and gone when it stays silent', async () => {
  const { presence, gone, sends, asked } = watch(() => silent)
  sends(answered, 1000)
  for (const at of [2000, 2001, 2002, 2003]) sends(lost, at)
  expect(asked()).toBe(0)
  sends(lost, 2004)
  expect(asked()).toBe(1)
  let isClear = false
  void presence.clear('library').then(() => {
    isClear = true
  })
  await vi.advanceTimersByTimeAsync(3000)
  expect({ isClear, gone }).toEqual({ isClear: false, gone: [] })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isClear).toBe(true)
  const word = 'gives no answer (the connection was refused)'
  expect(gone).toEqual([{ service: 'library', since: 2000, between: [1000, 2000], word }])
})

test('at the end a service is asked whose last request was lost, and not one that has answered since', async () => {
  const { presence, gone, sends, asked } = watch(() => silent)
  sends(lost, 1000)
  sends(answered, 2000)
  await presence.settle('library')
  expect({ asked: asked(), gone }).toEqual({ asked: 0, gone: [] })
  sends(lost, 30_000)
  const settled = presence.settle('library')
  await vi.advanceTimersByTimeAsync(10_000)
  await settled
  expect(gone).toMatchObject([{ since: 30_000 }])
})

test('a page of another server is no answer of it; an answer of its own, however bad, is', async () => {
  const { gone, sends, asked } = watch(() => ({ kind: 'foreign', word: 'answers 200 with an HTML page' }))
  for (let nth = 0; nth < 10; nth += 1) sends(page('text/plain', 'oops'))
  expect(asked()).toBe(0)
  for (let nth = 0; nth < 5; nth += 1) sends(page('text/html', '<html>'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(gone).toMatchObject([{ word: 'answers 200 with an HTML page' }])
})

test('one that is there when it is asked goes on, and is asked so often only', async () => {
  const { gone, sends, asked } = watch(() => ({ kind: 'there' }))
  for (let nth = 0; nth < 200; nth += 1) {
    sends(lost)
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(gone).toEqual([])
  expect(asked()).toBe(8)
})

test('a service at hand is asked while nothing is sent to it', async () => {
  let standing: Standing = { kind: 'there' }
  const { presence, gone, sends, asked } = watch(() => standing, ['library'])
  const came = presence.begun('library', Date.now)
  await vi.advanceTimersByTimeAsync(5_500)
  expect(asked()).toBe(0)
  came(answered)
  await vi.advanceTimersByTimeAsync(11_000)
  expect(asked()).toBeGreaterThan(0)
  standing = silent
  await vi.advanceTimersByTimeAsync(25_000)
  expect(gone).toHaveLength(1)
  presence.close()
  const before = asked()
  sends(answered)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(asked()).toBe(before)
})

test('one that is at hand and goes while nothing is asked of it went between the last two times that it was looked for', async () => {
  let standing: Standing = { kind: 'there' }
  const { presence, gone, sends } = watch(() => standing, ['library'])
  // A connection that was lost long before says nothing of when it went.
  sends(lost, Date.now())
  sends(answered, Date.now() + 1)
  const began = Date.now()
  await vi.advanceTimersByTimeAsync(11_000)
  standing = silent
  await vi.advanceTimersByTimeAsync(15_000)
  presence.close()
  expect(gone).toMatchObject([{ since: began + 10_001, between: [began + 10_000, began + 15_000] }])
})

test('that one was away and came back is known of who was asked for it', async () => {
  let standing: Standing = silent
  const { presence, gone, sends } = watch(() => standing)
  sends(answered, 1000)
  sends(lost, 2000)
  const from = Date.now()
  const settled = presence.settle('library')
  await vi.advanceTimersByTimeAsync(500)
  standing = { kind: 'there' }
  await vi.advanceTimersByTimeAsync(2000)
  await settled
  expect(gone).toEqual([])
  expect(presence.absences).toEqual([{ service: 'library', from, to: from + 1000 }])
})

test('a request that was lost before it was looked for is nearer to when it went', async () => {
  const { presence, gone, sends } = watch(() => silent, ['library'])
  sends(answered, Date.now())
  const began = Date.now()
  await vi.advanceTimersByTimeAsync(4000)
  sends(lost, began + 3900)
  await vi.advanceTimersByTimeAsync(20_000)
  presence.close()
  expect(gone).toMatchObject([{ between: [began, began + 3900] }])
})

test('what was lost while another request was answered has it asked at the end, and it left behind that answer', async () => {
  const { presence, gone, asked } = watch(() => silent)
  const killing = presence.begun('library', () => 1000)
  const other = presence.begun('library', () => 1005)
  other(answered)
  killing(lost)
  expect(asked()).toBe(0)
  const settled = presence.settle('library')
  await vi.advanceTimersByTimeAsync(10_000)
  await settled
  expect(gone).toMatchObject([{ since: 1006, between: [1005, 1006] }])
})

test('one that leaves requests waiting is asked before it is held to what it did not do', async () => {
  let standing: Standing = { kind: 'there' }
  const { presence, gone, asked } = watch(() => standing)
  presence.begun('library', Date.now)(answered)
  await presence.confirm('library')
  expect(asked()).toBe(0)
  const sentAt = Date.now() + 500
  await vi.advanceTimersByTimeAsync(500)
  presence.begun('library', Date.now)
  await presence.confirm('library')
  expect(asked()).toBe(0)
  await vi.advanceTimersByTimeAsync(1500)
  await presence.confirm('library')
  expect({ asked: asked(), gone }).toEqual({ asked: 1, gone: [] })
  standing = silent
  const confirmed = presence.confirm('library')
  await vi.advanceTimersByTimeAsync(10_000)
  await confirmed
  expect(gone).toMatchObject([{ since: sentAt }])
})

test('how long one has been silent is known once that is longer than services take, and not where it answers others', async () => {
  const { presence } = watch(() => ({ kind: 'there' }))
  const sentAt = Date.now()
  presence.begun('library', Date.now)
  expect(presence.silentSince('library', sentAt + 5_000)).toBeUndefined()
  expect(presence.silentSince('library', sentAt + 7_000)).toBe(sentAt)
  await vi.advanceTimersByTimeAsync(10)
  presence.begun('library', Date.now)(answered)
  expect(presence.silentSince('library', sentAt + 7_000)).toBeUndefined()
})
