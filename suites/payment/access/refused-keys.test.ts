import { expect, test } from 'vitest'
import { contextOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import type { CheckContext } from '../define.ts'
import { judgeRefusedKey } from './refused-keys.ts'

const refused = (error_code: string, at = 0, key = 'live[0]') =>
  exchangeOf({ status: 401, answer: { error_code }, key, at })
const NOBODY = 'invalid_api_key'
const taken = (at: number) => exchangeOf({ status: 201, answer: {}, at })
const limited = exchangeOf({ status: 429, answer: {}, at: 9 })

test.for([
  ['was let in', NOBODY, [taken(1)], 'fail'],
  ['was let in last', NOBODY, [taken(2), refused(NOBODY, 1)], 'fail'],
  ['is answered the same', NOBODY, [taken(1), refused(NOBODY, 2), limited], 'blocked'],
  ['is refused otherwise', NOBODY, [refused('unauthorized', 2)], 'fail'],
  // A key that is to be refused says nothing of those that are not.
  ['was not used', NOBODY, [refused(NOBODY, 2, 'revoked')], 'fail'],
  ['is answered the same', 'MERCHANT_NOT_FOUND', [refused('MERCHANT_NOT_FOUND', 2)], 'fail'],
  ['is answered the same', 'UNAUTHORIZED', [refused(NOBODY, 2)], 'pass'],
] as const)(
  'where a live key %s, a key that cannot be resolved and is answered %s: %s',
  ([_, code, exchanges, word]) => {
    const { t, said } = contextOf<CheckContext>({ exchanges })
    judgeRefusedKey(t, 'pay.auth.unresolved-identity', refused(code, 5, 'unresolved'), 'unresolved', '401 UNAUTHORIZED')
    expect(said).toEqual([`${word} pay.auth.unresolved-identity`])
  },
)
