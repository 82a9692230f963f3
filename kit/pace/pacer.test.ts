import { expect, test } from 'vitest'
import { Ledger } from './ledger.ts'
import { Pacer, PER_MINUTE } from './pacer.ts'

function pacer(timeScale: number) {
  const pauses: number[] = []
  const made = new Pacer(timeScale, new Ledger({ payments: 0, messages: 0 }), async (ms) => {
    pauses.push(ms)
    await new Promise((resolve) => setTimeout(resolve, ms))
  })
  return { made, pauses }
}

test('what a minute allows goes out at once, the next one waits for the window to pass', async () => {
  const { made, pauses } = pacer(600)
  for (let each = 0; each < PER_MINUTE; each += 1) await made.room('live[0]')
  expect(pauses).toEqual([])
  await made.room('live[0]')
  expect(pauses.length).toBeGreaterThan(0)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(made.windowMs + 10)
})

test('keys do not wait for each other', async () => {
  const { made, pauses } = pacer(600)
  await made.room('live[0]', PER_MINUTE)
  await made.room('live[1]', PER_MINUTE)
  expect(pauses).toEqual([])
})

test('what went out without asking counts', async () => {
  const { made } = pacer(1)
  made.note('live[0]', 3)
  expect(made.recent('live[0]')).toBe(3)
})
