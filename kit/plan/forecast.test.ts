import { describe, expect, test } from 'vitest'
import { defineCheck, defineFixture, libraryTarget } from '../../tests/made-up/service.ts'
import type { Check } from '../check/check.ts'
import { paceFor } from '../rate/pace.ts'
import { type ForecastOptions, forecast } from './forecast.ts'

const RATE = { requests: 60, seconds: 60 }
const { requests: PER_MINUTE } = paceFor(RATE)

/** A target whose readers have this many keys. */
const given = ({ readers = 1, timeScale = 1 } = {}): ForecastOptions => ({
  target: libraryTarget({}, { timeScale }),
  admitted: () => true,
  paceOf: () => paceFor(RATE, timeScale),
  keys: { 'library.reader': readers },
})
const fourKeys = given({ readers: 4 })

type Given = Parameters<typeof defineCheck>[0]

const check = (cost: NonNullable<Given['cost']>, more: Partial<Given> = {}): Check => {
  const id = 'lib/test/one'
  const made = defineCheck({ id, title: '', covers: ['lib.loan.created'], cost, run: async () => undefined, ...more })
  return { ...made, service: made.id.startsWith('arc/') ? 'archive' : 'library' }
}

const seconds = (checks: readonly Check[], options = given()): number => Math.round(forecast(checks, options).seconds)

describe('the time that a run takes', () => {
  test.each([
    [PER_MINUTE, 1],
    [PER_MINUTE + 1, 60],
    [2 * PER_MINUTE + 1, 120],
  ])('%i requests with one key', (reader, expected) => {
    expect(seconds([check({ requests: { reader } })])).toBe(expected)
  })

  test('is shared by spare keys, and by the scale of the clocks', () => {
    const busy = [check({ requests: { reader: 2 * PER_MINUTE } })]
    expect(seconds(busy)).toBe(61)
    expect(seconds(busy, fourKeys)).toBe(2)
    expect(seconds(busy, given({ timeScale: 60 }))).toBe(2)
  })

  test('ends with the one that comes first of what is waited for and giving up', () => {
    const waits = { requests: { reader: 1 }, waits: () => 40 }
    expect(seconds([check(waits)])).toBe(40)
    expect(seconds([check({ ...waits, givesUp: () => 30 })])).toBe(30)
    expect(seconds([check({ ...waits, givesUp: () => 50 })])).toBe(40)
    expect(seconds([check({ ...waits, givesUp: () => 30, lingers: () => 35 })])).toBe(35)
  })

  test('goes by what is usual, not by the most', () => {
    expect(seconds([check({ requests: { reader: 300 }, typical: { requests: { reader: 1 } } })])).toBe(0)
  })

  test('goes by what is usual of the target, where that differs', () => {
    const typical = { requests: { reader: 1 }, at: () => ({ requests: { reader: 2 * PER_MINUTE + 1 } }) }
    expect(seconds([check({ requests: { reader: 300 }, typical })])).toBe(120)
  })

  test('is not that of the limiter for requests that do not keep to it', () => {
    const { seconds: all, limiterSeconds } = forecast(
      [check({ requests: { reader: 200 }, unpaced: true }, { phase: 'exclusive' })],
      given(),
    )
    expect({ all: Math.round(all), limiterSeconds }).toEqual({ all: 1, limiterSeconds: 0 })
  })

  test('holds what a check waits for from when it begins, however long ago its fixtures were made', () => {
    const made = defineFixture({ name: 'made', make: async () => undefined })
    const long = check({ waits: () => 40 }, { uses: [made] })
    const later = check({ waits: () => 30, lingers: () => 15 }, { uses: [made], phase: 'exclusive' })
    expect(seconds([long, later])).toBeCloseTo(55)
  })

  test('holds what a check waits for, from when its fixtures were made', () => {
    const made = defineFixture({ name: 'made', cost: { requests: { reader: 1 } }, make: async () => undefined })
    const main = check({}, { uses: [made] })
    const long = check({ waits: () => 40 }, { uses: [made] })
    const later = check({ waits: () => 50 }, { uses: [made], phase: 'exclusive' })
    expect(seconds([main, long])).toBe(40)
    expect(seconds([main, long, later])).toBe(50)
  })

  test('lets services go on beside each other, and what is in the background beside later phases', () => {
    const long = check({ waits: () => 40 })
    const other = check({ waits: () => 30 }, { id: 'arc/test/one' })
    const later = check({ waits: () => 20 }, { id: 'arc/test/two', phase: 'settled' })
    expect(seconds([long, other, later])).toBe(50)
    const { phases } = forecast([long, other, later], given())
    expect(phases).toEqual({ main: 40, settled: 10, exclusive: 0, generated: 0, rules: 0 })
    const settled = check({ waits: () => 25 }, { id: 'lib/test/two', phase: 'settled' })
    expect(seconds([long, settled])).toBe(65)
    expect(seconds([{ ...long, background: true }, settled])).toBe(40)
  })

  test('waits for what a check runs after', () => {
    const first = check({ waits: () => 40 }, { background: true })
    const second = check({ waits: () => 5 }, { id: 'lib/test/two', phase: 'exclusive', runsAfter: ['lib/test/one'] })
    expect(seconds([first, second])).toBe(45)
    expect(seconds([second])).toBe(5)
  })

  test('holds only fixtures that can be made', () => {
    const made = defineFixture({ name: 'made', cost: { requests: { reader: 200 } }, make: async () => undefined })
    const user = check({}, { uses: [made] })
    expect(forecast([user], { ...given(), admitted: () => false }).seconds).toBe(0)
    expect(forecast([user], given()).seconds).toBeGreaterThan(100)
  })

  test('is not shared by keys of two services with one name', () => {
    const busy = check({ requests: { reader: PER_MINUTE } })
    const other = check({ requests: { reader: PER_MINUTE } }, { id: 'arc/test/one' })
    expect(seconds([busy, other])).toBe(1)
    expect(seconds([busy, { ...busy, id: 'lib/test/two' }])).toBe(61)
  })

  test('is that of checks that follow each other, where one runs after another', () => {
    const first = check({ waits: () => 40 })
    const second = (more: Partial<Given>) => check({ waits: () => 30 }, { id: 'lib/test/two', ...more })
    expect(seconds([first, second({})])).toBe(40)
    expect(seconds([first, second({ runsAfter: ['lib/test/one'] })])).toBe(70)
    expect(seconds([first, second({ runsAfter: ['lib/test/none'] })])).toBe(40)
  })

  test('holds a wait in the background beside the phases after it', () => {
    const later = check({ waits: () => 50 }, { id: 'lib/test/two', phase: 'exclusive' })
    expect(seconds([check({ waits: () => 40 }), later])).toBe(90)
    expect(seconds([check({ waits: () => 40 }, { background: true }), later])).toBe(50)
    expect(seconds([check({ waits: () => 60 }, { background: true }), later])).toBe(60)
  })
})
