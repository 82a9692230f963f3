import { expect, test } from 'vitest'
import { exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { burst, MOST_LAWFUL } from './burst.ts'
import { rateLimit } from './rate-limit.ts'

const OTHERS = ['code', 'reset-header', 'reset-readable', 'per-key', 'every-endpoint', 'recovers']

test.for<[string, number, string[]]>([
  ['more requests than any window lets through', MOST_LAWFUL + 1, ['fail limited', 'pass full-allowance']],
  ['as many as two windows let through', MOST_LAWFUL, ['blocked limited', 'blocked full-allowance']],
])('a burst of %s that is never answered 429', async ([_, accepted, expected]) => {
  const exchanges = [exchangeOf({ status: 404 })]
  const said = await saidBy(rateLimit[0], {
    fixtures: {
      [burst.name]: { key: { name: 'live[0]', value: 'sk' }, accepted, exchanges, mixed: [], windowMs: 60_000 },
    },
  })
  expect(said).toEqual(
    [...OTHERS.map((each) => `blocked ${each}`), ...expected].map((each) => each.replace(' ', ' pay.rate.')),
  )
})
