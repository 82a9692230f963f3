import { expect, test } from 'vitest'
import { Breath } from './breath.ts'

const compute = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('timers have their turn between long steps, and every step is made in its order', async () => {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  const made = await new Breath().each([1, 2, 3, 4], (each) => {
    compute(30)
    return each * 2
  })
  clearInterval(timer)
  expect(made).toEqual([2, 4, 6, 8])
  expect(turns).toBeGreaterThanOrEqual(2)
})
