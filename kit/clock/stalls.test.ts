import { expect, test } from 'vitest'
import { watchStalls } from './stalls.ts'

const standStill = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('what arrives while the process stands still, or right after, may be as late as that', async () => {
  const stalls = watchStalls()
  await new Promise((resolve) => setTimeout(resolve, 60))
  const from = performance.now()
  standStill(200)
  const to = performance.now()
  await new Promise((resolve) => setTimeout(resolve, 60))
  stalls.close()
  expect(stalls.around((from + to) / 2)).toBeGreaterThanOrEqual(200)
  expect(stalls.around(to + 5)).toBeGreaterThanOrEqual(200)
  expect(stalls.around(from - 1000)).toBe(0)
})
