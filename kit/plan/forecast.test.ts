import { describe, expect, test } from 'vitest'
import { type Cost, defineCheck, defineFixture } from '../check/check.ts'
import { PER_MINUTE } from '../rate/pacer.ts'
import { resolveTarget } from '../target/target.ts'
import { forecast } from './forecast.ts'

const target = (members: object = {}) =>
  resolveTarget({ payment: { baseUrl: 'http://127.0.0.1:1', keys: { live: ['a'] } }, ...members }, { secrets: [] })
const fourKeys = { payment: { baseUrl: 'http://127.0.0.1:1', keys: { live: ['a', 'b', 'c', 'd'] } } }

const check = (cost: Cost, more: object = {}) =>
  defineCheck({
    id: 'pay/test/one',
    title: '',
    covers: ['pay.create.mobile'],
    cost,
    run: async () => undefined,
    ...more,
  })

const seconds = (checks: readonly ReturnType<typeof check>[], members: object = {}): number =>
  Math.round(forecast(checks, target(members), () => true).seconds)

describe('the time that a run takes', () => {
  test.each([
    [PER_MINUTE, 1],
    [PER_MINUTE + 1, 60],
    [2 * PER_MINUTE + 1, 120],
  ])('%i requests with one key', (live, expected) => {
    expect(seconds([check({ requests: { live } })])).toBe(expected)
  })

  test('is shared by spare keys, and by the scale of the clocks', () => {
    const busy = [check({ requests: { live: 2 * PER_MINUTE } })]
    expect(seconds(busy)).toBe(61)
    expect(seconds(busy, fourKeys)).toBe(2)
    expect(seconds(busy, { timeScale: 60 })).toBe(2)
  })

  test('goes by what is usual, not by the most', () => {
    expect(seconds([check({ requests: { live: 300 }, typical: { requests: { live: 1 } } })])).toBe(0)
  })

  test('is not that of the limiter for requests that do not keep to it', () => {
    const { seconds: all, limiterSeconds } = forecast(
      [check({ requests: { live: 200 }, unpaced: true }, { phase: 'exclusive' })],
      target(),
      () => true,
    )
    expect({ all: Math.round(all), limiterSeconds }).toEqual({ all: 4, limiterSeconds: 0 })
  })

  test('holds what a check waits for, from when its fixtures were made', () => {
    const made = defineFixture({ name: 'made', cost: { requests: { live: 1 } }, make: async () => undefined })
    const main = check({}, { uses: [made] })
    const long = check({ waits: () => 40 }, { uses: [made] })
    const later = check({ waits: () => 50 }, { uses: [made], phase: 'exclusive' })
    expect(seconds([main, long])).toBe(40)
    expect(seconds([main, long, later])).toBe(50)
  })

  test('lets services go on beside each other, and what is in the background beside later phases', () => {
    const long = check({ waits: () => 40 })
    const other = check({ waits: () => 30 }, { id: 'msg/test/one' })
    const later = check({ waits: () => 20 }, { id: 'msg/test/two', phase: 'settled' })
    expect(seconds([long, other, later])).toBe(50)
    const { phases } = forecast([long, other, later], target(), () => true)
    expect(phases).toEqual({ main: 40, settled: 10, exclusive: 0, generated: 0, rules: 0 })
    const settled = check({ waits: () => 25 }, { id: 'pay/test/two', phase: 'settled' })
    expect(seconds([long, settled])).toBe(65)
    expect(seconds([{ ...long, background: true }, settled])).toBe(40)
  })

  test('waits for what a check runs after', () => {
    const first = check({ waits: () => 40 }, { background: true })
    const second = check({ waits: () => 5 }, { id: 'pay/test/two', phase: 'exclusive', runsAfter: ['pay/test/one'] })
    expect(seconds([first, second])).toBe(45)
    expect(seconds([second])).toBe(5)
  })

  test('holds only fixtures that can be made', () => {
    const made = defineFixture({ name: 'made', cost: { requests: { live: 200 } }, make: async () => undefined })
    const user = check({}, { uses: [made] })
    expect(forecast([user], target(), () => false).seconds).toBe(0)
    expect(forecast([user], target(), () => true).seconds).toBeGreaterThan(100)
  })
})
