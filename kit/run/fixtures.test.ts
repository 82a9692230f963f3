import { expect, test } from 'vitest'
import { defineFixture } from '../../tests/made-up/service.ts'
import type { Fixture } from '../check/check.ts'
import { FixtureCache } from './fixtures.ts'

const loan = defineFixture({ name: 'loan', make: async () => 'a loan' })
const hold = defineFixture({ name: 'hold', make: async () => 'a hold' })

test('each is made once, for the first who asks', async () => {
  const made: string[] = []
  const cache = new FixtureCache(async ({ name }) => {
    made.push(name)
    await Promise.resolve()
    return { name }
  })
  const [first, again, other] = await Promise.all([cache.use(loan), cache.use(loan), cache.use(hold)])
  expect(await cache.use(loan)).toBe(first)
  expect(again).toBe(first)
  expect(other).toEqual({ name: 'hold' })
  expect(made).toEqual(['loan', 'hold'])
})

test('two of one name are two', async () => {
  const cache = new FixtureCache(async (fixture: Fixture) => fixture)
  const same = defineFixture({ name: 'loan', make: async () => 'another loan' })
  expect(await cache.use(loan)).toBe(loan)
  expect(await cache.use(same)).toBe(same)
})

test('one that could not be made fails for all who use it, and is not tried again', async () => {
  let tries = 0
  const cache = new FixtureCache(async () => {
    tries += 1
    throw new Error('no book')
  })
  const ends = await Promise.allSettled([cache.use(loan), cache.use(loan)])
  await expect(cache.use(loan)).rejects.toThrow('no book')
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(tries).toBe(1)
})

test('that nobody waits for a failed one is no fault of the process', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown): unknown => unhandled.push(reason)
  process.on('unhandledRejection', note)
  new FixtureCache(async () => Promise.reject(new Error('no book'))).use(loan)
  await new Promise((resolve) => setTimeout(resolve, 5))
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
