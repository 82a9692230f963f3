import { expect, test } from 'vitest'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { type Answered, exchangeOf } from '../../../tests/made-up/recorded.ts'
import { CREATE, PROFILE, READ } from '../client/api.ts'
import { troubleIn } from './trouble.ts'

const BASE = 'http://127.0.0.1/api/v1'
const asked: Readonly<Record<string, Answered>> = {
  creation: { operation: CREATE, url: `${BASE}/payments` },
  'list of payments': { operation: 'GET /api/v1/payments', url: `${BASE}/payments` },
  reading: { operation: READ, url: `${BASE}/payments/7` },
  profile: { operation: PROFILE, url: `${BASE}/merchants/me` },
}
const OUT = 'PROVIDER_UNAVAILABLE'
const LIMITED = 'RATE_LIMIT_EXCEEDED'
const SCREENED = 'RISK_CHECK_FAILED'

test.for<[what: string, status: number, code: string | undefined, requirement: string, said: string | undefined]>([
  ['creation', 502, OUT, 'pay.create.mobile', 'the upstream was out'],
  ['creation', 502, OUT, 'pay.upstream.unavailable', undefined],
  // That code with another status is an answer with the wrong status.
  ['creation', 500, OUT, 'pay.create.mobile', undefined],
  ['creation', 400, OUT, 'pay.create.mobile', undefined],
  ['creation', 503, 'SOMETHING', 'pay.create.mobile', 'the service was out'],
  ['creation', 503, OUT, 'pay.create.mobile', undefined],
  // Whatever status a limiter has, it says nothing of what it refused.
  ['creation', 503, LIMITED, 'pay.idempotency.replay-status', 'the rate limiter answered instead, with 503'],
  ['creation', 400, LIMITED, 'pay.create.mobile', 'the rate limiter answered instead, with 400'],
  ['reading', 503, LIMITED, 'pay.rate.limited', undefined],
  ['reading', 503, LIMITED, 'pay.error.code-matches-status', undefined],
  ['creation', 502, undefined, 'pay.create.mobile', 'somebody before the service'],
  ['creation', 502, undefined, 'pay.upstream.unavailable', undefined],
  ['creation', 504, undefined, 'pay.upstream.unavailable', 'somebody before the service'],
  ['creation', 403, SCREENED, 'pay.create.mobile', 'the payment was screened'],
  ['creation', 403, SCREENED, 'pay.access.own', undefined],
  ['creation', 403, 'FORBIDDEN', 'pay.create.mobile', undefined],
  // Nothing is paid by these: whoever screens them is wrong.
  ['list of payments', 403, SCREENED, 'pay.create.mobile', undefined],
  ['reading', 403, SCREENED, 'pay.read.status', undefined],
  ['profile', 403, SCREENED, 'pay.profile.updated', undefined],
  ['reading', 401, 'UNAUTHORIZED', 'pay.read.status', 'the key was not let in'],
  ['reading', 401, 'UNAUTHORIZED', 'pay.auth.bearer', undefined],
])('%s, %s %s, of %s: %s', ([what, status, code, requirement, said]) => {
  const answer = code === undefined ? '' : { error_code: code }
  const trouble = troubleIn(exchangeOf({ ...asked[what], status, answer }), requirement)
  if (said === undefined) expect(trouble).toBeUndefined()
  else expect(trouble).toContain(said)
})

test.for([
  ['pay.create.mobile', 'the connection broke'],
  ['pay.error.handled', undefined],
])('a connection that broke, of %s: %s', ([requirement = '', said]) => {
  expect(troubleIn(exchangeOf({ ...asked.creation }), requirement)).toBe(said)
})

test.for([
  ['test', undefined],
  ['', undefined],
  ['otherMerchant', 'the key was not let in'],
])('401 with the key %j: %s', ([key = '', said]) => {
  const refused = exchangeOf({ ...asked.reading, key, status: 401, answer: { error_code: 'UNAUTHORIZED' } })
  expect(troubleIn(refused, 'pay.read.status')).toBe(said)
})

test.for([
  ['live[0]', 'pay.validation.empty-body', 'the key was refused as a test key'],
  ['live[0]', 'pay.access.live-key-test-mode', undefined],
  ['live[0]', 'pay.idempotency.replay-status', undefined],
  ['test', 'pay.validation.empty-body', undefined],
])('TEST_MODE_UNAVAILABLE with the key %s, of %s: %s', ([key = '', requirement = '', said]) => {
  const answer = { error_code: 'TEST_MODE_UNAVAILABLE' }
  expect(troubleIn(exchangeOf({ ...asked.creation, key, status: 403, answer }), requirement)).toBe(said)
})

test('an answer that did not come in time says nothing of what was asked', () => {
  const fault = { kind: 'timeout', message: 'nothing came within 10 s' }
  const late = { ...exchangeOf({ ...asked.reading }), fault } as Exchange
  expect(troubleIn(late, 'pay.refresh.updates-status')).toBe('no answer came in time')
  expect(troubleIn(late, 'pay.error.handled')).toBeUndefined()
})

test.each(['pay.read.status', 'pay.error.handled', 'pay.upstream.timeout'])(
  'what nobody took says nothing of %s',
  (requirement) => {
    expect(troubleIn(exchangeOf({ ...asked.creation, fault: 'refused' }), requirement)).toBe(
      'nobody took the connection',
    )
  },
)
