import { expect, test } from 'vitest'
import { type Answered, exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { rateLimit } from './rate-limit.ts'

const own = (seen: Answered) => ({ ...exchangeOf({ key: 'bound', ...seen }), service: 'messaging' })
const limited = (after?: string, at = 0) =>
  own({ status: 429, at, ...(after === undefined ? {} : { headers: [['Retry-After', after]] as const }) })

const saidOf = (id: string, exchanges: ReturnType<typeof exchangeOf>[]): Promise<string[]> =>
  saidBy(
    rateLimit.find((each) => each.id === `msg/rate-limit/${id}`),
    { exchanges },
  )

test.for<[string, ReturnType<typeof exchangeOf>[], string]>([
  ['of this service', [limited()], 'pass'],
  ['of another service', [exchangeOf({ status: 429 })], 'unexercised'],
  ['that is none', [own({ status: 403 })], 'unexercised'],
])('a 429 %s shows that there is a limit, or not', async ([_, exchanges, expected]) => {
  expect(await saidOf('answer', exchanges)).toEqual([`${expected} msg.limits.rate-answer`])
})

test.for<[string, ReturnType<typeof exchangeOf>[], string]>([
  ['is answered', [limited('2'), own({ status: 200, at: 2000 })], 'pass'],
  ['is refused for something else', [limited('2'), own({ status: 404, at: 2000 })], 'pass'],
  ['is refused again, a good while later', [limited('2'), limited('2', 60_000)], 'fail'],
  ['was too early', [limited('2'), limited('2', 1000)], 'unexercised'],
  ['has another key', [limited('2'), own({ status: 200, key: 'unbound', at: 2000 })], 'unexercised'],
  ['was told no time', [limited(), own({ status: 200, at: 2000 })], 'unexercised'],
])('after the time of Retry-After a request %s', async ([_, exchanges, expected]) => {
  expect(await saidOf('recovery', exchanges)).toEqual([`${expected} msg.limits.recovers`])
})
