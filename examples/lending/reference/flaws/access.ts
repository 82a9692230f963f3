import { type Patch, problems, recode, waive } from '../patch.ts'
import { flaw } from './flaw.ts'

const changed = (change: (problem: Record<string, unknown>) => object): Patch =>
  problems((problem) => ({ ...problem, ...change(problem) }))

/** What is broken about keys, problems and the rate. */
export const accessFlaws = {
  'list-without-key': flaw('The list needs no key', ['lib.access.key-needed'], waive('no-key', 'list')),
  'takes-any-key': flaw('Any key will do', ['lib.access.key-needed'], {
    memberOf: (key, members) => members.get(key) ?? 'somebody',
  }),
  'takes-shortened-keys': flaw('The beginning of a key will do', ['lib.access.key-needed'], {
    memberOf: (key, members) => [...members].find(([known]) => known.startsWith(key))?.[1],
  }),
  'unknown-key-403': flaw(
    'An unknown key is answered 403',
    ['lib.access.key-needed', 'lib.error.problem'],
    recode('unknown-key', { status: 403 }),
  ),
  'shows-loans-to-all': flaw('Anybody can read a loan', ['lib.access.not-yours'], waive('not-yours', 'read')),
  'renews-for-all': flaw('Anybody can renew a loan', ['lib.access.not-yours'], waive('not-yours', 'renew')),
  'returns-for-all': flaw('Anybody can return a loan', ['lib.access.not-yours'], waive('not-yours', 'return')),
  'tells-who-it-is-not': flaw(
    "Another's loan is answered 403",
    ['lib.access.not-yours', 'lib.error.problem'],
    recode('not-yours', { status: 403, code: 'forbidden' }),
  ),
  'problems-as-json': flaw('Problems are plain JSON', ['lib.error.problem'], { problemType: 'application/json' }),
  'problems-without-title': flaw(
    'Problems have no title',
    ['lib.error.problem'],
    changed(() => ({ title: undefined })),
  ),
  'status-as-text': flaw(
    'The status of a problem is a text',
    ['lib.error.problem'],
    changed(({ status }) => ({ status: String(status) })),
  ),
  'problems-without-detail': flaw(
    'Problems say no detail',
    ['lib.error.detail'],
    changed(() => ({ detail: undefined })),
  ),
  'no-rate': flaw('Nobody is limited', ['lib.rate.limited'], {
    limiter: () => ({ take: (_, now) => ({ isAllowed: true, resetAt: now }) }),
  }),
  'rate-of-60': flaw('A key has 60 requests', ['lib.rate.limited'], { limit: 60 }),
  'rate-of-15': flaw('A key has 15 requests', ['lib.rate.limited'], { limit: 15 }),
  'rate-503': flaw(
    'Who asks too often is answered 503',
    ['lib.rate.limited', 'lib.error.problem'],
    recode('rate', { status: 503 }),
  ),
  'no-retry-after': flaw('A 429 does not say when to come back', ['lib.rate.retry-after'], { retryAfter: () => ({}) }),
  'retry-after-at-once': flaw('A 429 says to come back at once', ['lib.rate.retry-after'], {
    retryAfter: () => ({ 'Retry-After': '0' }),
  }),
} as const
