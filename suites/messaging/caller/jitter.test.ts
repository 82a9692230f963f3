import { describe, expect, test } from 'vitest'
import { type Jitter, jitterOf } from './jitter.ts'

const judged = (runs: readonly (readonly number[])[], stoodStill = 0, timeScale = 1): Jitter =>
  jitterOf(runs, { scaled: (seconds) => (seconds * 1000) / timeScale, stoodStill })

test.for<[string, number[][], number, Jitter]>([
  [
    'a fixed schedule on a quiet machine',
    [
      [1003, 2004, 4003],
      [1002, 2003, 4004],
      [1004, 2002, 4002],
    ],
    0,
    'none',
  ],
  // What a busy machine made of pauses of 1, 2 and 4 s, twice.
  [
    'a fixed schedule on a busy machine',
    [
      [1062, 2013, 4025],
      [1038, 2004, 4006],
      [1042, 2008, 4009],
    ],
    0,
    'unclear',
  ],
  [
    'a fixed schedule whose first pause is held up',
    [
      [1171, 2005, 4004],
      [1204, 2010, 4006],
      [1203, 2010, 4006],
    ],
    0,
    'unclear',
  ],
  [
    'a fixed schedule whose first pause is held up for long',
    [
      [1500, 2005, 4004],
      [1004, 2010, 4006],
      [1003, 2010, 4006],
    ],
    0,
    'unclear',
  ],
  [
    'jitter of a percent',
    [
      [1000, 2000, 4000],
      [1008, 2015, 4040],
      [1003, 2006, 4012],
    ],
    0,
    'unclear',
  ],
  [
    'jitter of a tenth',
    [
      [960, 2080, 3990],
      [1030, 1960, 4150],
      [990, 2010, 3850],
    ],
    0,
    'some',
  ],
  [
    'jitter of a tenth on a machine that stands still for moments',
    [
      [960, 2080, 3990],
      [1030, 1960, 4150],
      [990, 2010, 3850],
    ],
    60,
    'some',
  ],
  [
    'the same on one that stands still for longer than pauses differ',
    [
      [960, 2080, 3990],
      [1030, 1960, 4150],
      [990, 2010, 3850],
    ],
    300,
    'unclear',
  ],
  ['a single pause that is fixed', [[1002], [1003], [1001], [1004], [1002], [1003]], 0, 'none'],
  ['a single pause that is held up once', [[1002], [1003], [1350], [1004], [1002], [1003]], 0, 'unclear'],
  ['a single pause with jitter', [[962], [1031], [1008], [1044], [987], [971]], 0, 'some'],
  [
    'no pauses',
    [
      [2, 1, 3],
      [40, 1, 1],
      [1, 2, 1],
    ],
    0,
    'none',
  ],
  ['a run that ended sooner', [[960, 2080], [1030], [990, 2210]], 0, 'some'],
])('%s', ([_, runs, stoodStill, expected]) => {
  expect(judged(runs, stoodStill)).toBe(expected)
})

describe('what a machine adds', () => {
  /** Numbers in [0, 1) that are the same each time. */
  function* numbers(): Generator<number, never> {
    let state = 7
    while (true) {
      state = (state * 48_271) % 2_147_483_647
      yield state / 2_147_483_647
    }
  }
  const TIMES = 1000

  /** How often each is said of a client, judged as often with pauses of 1, 2, 4 s. */
  function said(pause: (ms: number, chance: () => number) => number, runs: number): Partial<Record<Jitter, number>> {
    const source = numbers()
    const chance = () => source.next().value
    const counted: Partial<Record<Jitter, number>> = {}
    for (let time = 0; time < TIMES; time += 1) {
      const pauses = Array.from({ length: runs }, () => [1000, 2000, 4000].map((ms) => pause(ms, chance)))
      const jitter = judged(pauses)
      counted[jitter] = (counted[jitter] ?? 0) + 1
    }
    return counted
  }

  test('of 25 ms is taken for jitter at no time', () => {
    const busy = (ms: number, chance: () => number) => ms + 25 * chance()
    for (const runs of [3, 6]) expect(said(busy, runs).some, `${runs} runs`).toBeUndefined()
  })

  test('hides jitter of a tenth hardly ever, and is never taken for none', () => {
    const jitter = (ms: number, chance: () => number) => ms * (0.95 + 0.1 * chance()) + 10 * chance()
    expect(said(jitter, 3)).toEqual({ some: expect.any(Number), unclear: expect.any(Number) })
    expect(said(jitter, 6).some).toBeGreaterThan(TIMES * 0.99)
  })
})
