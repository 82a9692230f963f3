import { expect, test } from 'vitest'
import { type Stall, stalledFor, starvedFor, watchStalls } from './stalls.ts'

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const standStill = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('what arrives while the process stands still, or right after, may be as late as that', async () => {
  const stalls = watchStalls()
  await pause(60)
  const from = performance.now()
  standStill(200)
  const to = performance.now()
  await pause(60)
  stalls.close()
  expect(stalledFor(stalls.all, (from + to) / 2, 0)).toBeGreaterThanOrEqual(200)
  expect(stalledFor(stalls.all, to + 5, 0)).toBeGreaterThanOrEqual(200)
  expect(stalledFor(stalls.all, from - 1000, 0)).toBe(0)
  expect(stalledFor(stalls.all, from - 1000, 1500)).toBeGreaterThanOrEqual(200)
})

test('many short stalls in a row are as good as one', () => {
  const short = Array.from({ length: 5 }, (_, at) => [at * 60, at * 60 + 30] as const)
  expect(stalledFor(short, 0, 300)).toBe(150)
  expect(stalledFor(short, 0, 70)).toBe(60)
})

test('what waited for the end of a long stall is read later than what waited for that of a short one', () => {
  expect(stalledFor([[0, 2000]], 2200, 0)).toBe(2000)
  expect(stalledFor([[0, 2000]], 2201, 0)).toBe(0)
  expect(stalledFor([[0, 100]], 125, 0)).toBe(100)
  expect(stalledFor([[0, 100]], 126, 0)).toBe(0)
})

test.for<[string, [number, number][], number]>([
  ['never', [], 0],
  ['for less than a quarter of the second before', [[4000, 4249]], 0],
  ['for a quarter of the second before', [[4100, 4350]], 250],
  [
    'for a quarter of the second after, in parts',
    Array.from({ length: 5 }, (_, at) => [5100 + at * 100, 5150 + at * 100]),
    250,
  ],
  ['for less before, and less after', [[4800, 5200]], 0],
  ['longer ago', [[3000, 3990]], 0],
  ['later', [[6010, 7000]], 0],
])('who stood still %s', ([_, stalls, expected]) => {
  expect(starvedFor(stalls, 5000)).toBe(expected)
})

const sum = (stalls: readonly Stall[]): number => stalls.reduce((all, [from, to]) => all + to - from, 0)

/** Computes for so long, however often others have the machine meanwhile. */
const compute = (ms: number): void => {
  const before = process.cpuUsage()
  for (;;) {
    const { user, system } = process.cpuUsage(before)
    if (user + system > ms * 1000) return
  }
}

test('a process that computes is kept from nothing, and one that waits for the machine is', async () => {
  const stalls = watchStalls()
  await pause(60)
  compute(300)
  await pause(60)
  expect(sum(stalls.all) - sum(stalls.starved)).toBeGreaterThan(250)
  // Threads beside this one compute as well for a moment, and count for the process: of several waits the quietest tells.
  const waited: number[] = []
  for (let wait = 0; wait < 5 && !waited.some((each) => each > 200); wait += 1) {
    const before = sum(stalls.starved)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    await pause(60)
    waited.push(sum(stalls.starved) - before)
  }
  stalls.close()
  expect(Math.max(...waited)).toBeGreaterThan(200)
})
