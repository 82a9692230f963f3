import { expect, test } from 'vitest'
import { exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { authentication } from './authentication.ts'

test.for<[string, number, object, string]>([
  ['without them', 401, { error_code: 'invalid_api_key' }, 'pass'],
  ['with some', 401, { error_code: 'invalid_api_key', details: { key: 'sk' } }, 'fail'],
  ['with an empty object of them', 401, { error_code: 'unauthorized', details: {} }, 'fail'],
  // Omitted is said rather than null.
  ['with null', 401, { error_code: 'unauthorized', details: null }, 'warn'],
  ['of another code', 401, { error_code: 'EXPIRED', details: {} }, 'unexercised'],
  ['of another status', 400, { error_code: 'unauthorized', details: {} }, 'unexercised'],
])('the details of a 401: an answer %s', async ([_, status, answer, expected]) => {
  const said = await saidBy(
    authentication.find(({ id }) => id === 'pay/authentication/no-details'),
    { exchanges: [exchangeOf({ status, answer })] },
  )
  expect(said).toEqual([`${expected} pay.auth.no-details`])
})
