import { expect, test } from 'vitest'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { READ, REFRESH } from '../client/api.ts'
import { formOf, knowsRefreshing } from './identifiers.ts'

test.for<[string, object, boolean]>([
  ['one that is carried out', { operation: REFRESH, key: 'live[0]', status: 200 }, true],
  ['one whose id is refused for its form', { operation: REFRESH, key: 'live[0]', status: 400 }, true],
  ['one that an upstream fails', { operation: REFRESH, key: 'live[0]', status: 502 }, true],
  [
    'one by a 404 that knows of ids',
    { operation: REFRESH, key: 'live[0]', status: 404, answer: { error_code: 'INVALID_ID' } },
    true,
  ],
  ['none by a 404, which a router gives as well', { operation: REFRESH, key: 'live[0]', status: 404 }, false],
  ['none by a refusal of whoever has no key', { operation: REFRESH, key: '', status: 400 }, false],
  ['none by a read', { operation: READ, key: 'live[0]', status: 200 }, false],
])('that payments can be refreshed is shown by %s', ([_, exchange, expected]) => {
  expect(knowsRefreshing({ exchanges: () => [exchangeOf(exchange)] })).toBe(expected)
})

test('of two forms of ids that are none the seed has one tried by itself, and the other one on the burst', () => {
  const forms = [-1, 0, 1, 2, 3].map((seed) => [formOf({ seed }, false), formOf({ seed }, true)])
  const [odd, even] = [forms[0], forms[1]]
  expect(even).toEqual(odd?.toReversed())
  expect(new Set(odd).size).toBe(2)
  expect(forms).toEqual([odd, even, odd, even, odd])
})
