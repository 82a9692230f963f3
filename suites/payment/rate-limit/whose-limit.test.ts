import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BEGIN, type Limiter, limitedKeys } from '../../../tests/made-up/limited-keys.ts'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { isBare, isOfKey } from './whose-limit.ts'

test.for<[string, number, unknown, boolean]>([
  ['a page is bare', 429, '<html>Too many requests</html>', true],
  ['nothing is bare', 429, '', true],
  ['JSON of a gateway is bare', 429, { message: 'API rate limit exceeded' }, true],
  ['a code is a word of the service', 429, { error_code: 'TOO_MANY' }, false],
  ['an envelope without a code is one as well', 429, { status: 'error', message: 'Too many requests' }, false],
  ['another status is no limit', 503, '', false],
])('%s', ([_, status, answer, expected]) => {
  expect(isBare(exchangeOf({ status, answer }))).toBe(expected)
})

describe('a limit is that of the key', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: BEGIN }))
  afterEach(() => void vi.useRealTimers())

  test.for<[string, Limiter, boolean]>([
    ['where it stays so, and whoever has no key is answered', ({ key }) => (key === '' ? 401 : 429), true],
    ['not where whoever has no key is limited too', () => 429, false],
    ['not where one of them is', ({ key, nth }) => (key === '' && nth < 3 ? 401 : 429), false],
    ['not where the key is let through again', ({ key, at }) => (key === '' ? 401 : at < 3000 ? 429 : 404), false],
    ['not where one request with the key is', ({ key, nth }) => (key === '' ? 401 : nth < 3 ? 429 : 404), false],
    ['not where nothing is answered', ({ key }) => (key === '' ? undefined : 429), false],
  ])('%s', async ([_, limiter, expected]) => {
    const { t } = limitedKeys({ limiter })
    expect(await isOfKey(t, { name: 'live[0]', value: 'sk_0' })).toBe(expected)
  })
})
