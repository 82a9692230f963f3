import { randomUUID } from 'node:crypto'
import type { LimiterKind } from '../../limiter.ts'
import { fixedWindow } from '../../limiter.ts'
import { recode } from '../patch.ts'
import { type Flaw, flaw } from './flaw.ts'

/** Once a name is over the limit it stays so. */
const unforgiving: LimiterKind = (limit, windowMs) => {
  const inner = fixedWindow(limit, windowMs)
  const over = new Set<string>()
  return {
    take(name, now) {
      const { allowed, resetAt } = inner.take(name, now)
      if (!allowed) over.add(name)
      return over.has(name) ? { allowed: false, resetAt: Math.max(resetAt, now) } : { allowed, resetAt }
    },
  }
}

/** Whoever was refused once is let through from then on. */
const onceOnly: LimiterKind = (limit, windowMs) => {
  const inner = fixedWindow(limit, windowMs)
  const refused = new Set<string>()
  return {
    take(name, now) {
      const { allowed, resetAt } = inner.take(name, now)
      const passes = allowed || refused.has(name)
      if (!passes) refused.add(name)
      return { allowed: passes, resetAt }
    },
  }
}

/** Whoever was refused in one window is let through in all that follow. */
const oneWindowOnly: LimiterKind = (limit, windowMs) => {
  const inner = fixedWindow(limit, windowMs)
  const refused = new Map<string, number>()
  return {
    take(name, now) {
      const { allowed, resetAt } = inner.take(name, now)
      const isLater = (refused.get(name) ?? now) < now - windowMs
      if (!allowed && !refused.has(name)) refused.set(name, now)
      return { allowed: allowed || isLater, resetAt }
    },
  }
}

/** The reference in a body that nobody has looked at yet. */
function referenceIn(raw: Buffer | undefined): unknown {
  try {
    return JSON.parse(String(raw)).reference
  } catch {
    return undefined
  }
}

export const rateFlaws: Record<string, Flaw> = {
  'limits-once-only': flaw('A key that was refused once is not limited any more', ['pay.rate.limited'], {
    limiter: onceOnly,
  }),
  'limits-one-minute-only': flaw(
    'A key that was refused in one minute is not limited in those that follow',
    ['pay.rate.limited'],
    { limiter: oneWindowOnly },
  ),
  'one-key-120': flaw(
    'One key of a merchant has twice the limit',
    ['pay.rate.limited'],
    (before) => {
      let last = 'one'
      const known: string[] = []
      return {
        ...before,
        limiterName: (key) => {
          if (!known.includes(key.token)) known.push(key.token)
          // Those whose turn it is to be second: whichever key a run limits first, it has met another one by then.
          last = last === 'one' ? 'other' : 'one'
          return known.indexOf(key.token) % 2 === 1 ? `${before.limiterName(key)} ${last}` : before.limiterName(key)
        },
      }
    },
    ['pay.rate.per-key', 'pay.rate.every-endpoint', 'pay.rate.recovers'],
  ),
  'no-limit': flaw('No rate is limited', ['pay.rate.limited'], { limit: Number.POSITIVE_INFINITY }),
  'limit-600': flaw('The limit is 600', ['pay.rate.limited'], { limit: 600 }),
  'limit-30': flaw('The limit is 30', ['pay.rate.full-allowance'], { limit: 30 }),
  'limit-59': flaw('The limit is 59', ['pay.rate.full-allowance'], { limit: 59 }),
  'limit-61': flaw('The limit is 61: one more than the allowance', ['pay.rate.limited'], { limit: 61 }),
  'limit-100': flaw('The limit is 100', ['pay.rate.limited'], { limit: 100 }),
  'limit-for-reads-only': flaw('Refreshes are not limited', ['pay.rate.every-endpoint'], (before) => ({
    ...before,
    steps: { ...before.steps, refresh: ['authenticate', 'id'] },
  })),
  'profiles-are-not-limited': flaw('Updates of the profile are not limited', ['pay.rate.every-endpoint'], (before) => ({
    ...before,
    steps: { ...before.steps, profile: before.steps.profile.filter((step) => step !== 'limit') },
  })),
  'creations-are-not-limited': flaw('Creations are not limited', ['pay.rate.every-endpoint'], (before) => ({
    ...before,
    steps: { ...before.steps, create: before.steps.create.filter((step) => step !== 'limit') },
  })),
  'limit-burns-key': flaw(
    'A creation that was refused for the rate is taken for one in progress ever after',
    ['pay.idempotency.after-rate-limit'],
    (before) => {
      const burnt = new Set<unknown>()
      return {
        ...before,
        refuse: (refusal, facts) => {
          if (refusal.cause === 'rate' && facts.operation === 'create') burnt.add(referenceIn(facts.raw))
          return before.refuse(refusal, facts)
        },
        objects: (operation, to) =>
          operation === 'create' && burnt.has(to.request?.reference) ? 'key-busy' : before.objects(operation, to),
      }
    },
  ),
  'reset-missing-at-creations': flaw(
    'A 429 to a creation has no X-RateLimit-Reset',
    ['pay.rate.reset-header'],
    (before) => ({
      ...before,
      resetHeaders: (resetAt, now, operation) =>
        operation === 'create' ? {} : before.resetHeaders(resetAt, now, operation),
    }),
  ),
  'reset-missing-at-the-profile': flaw(
    'A 429 to a profile update has no X-RateLimit-Reset',
    ['pay.rate.reset-header'],
    (before) => ({
      ...before,
      resetHeaders: (resetAt, now, operation) =>
        operation === 'profile' ? {} : before.resetHeaders(resetAt, now, operation),
    }),
  ),
  'reset-missing-elsewhere': flaw(
    'A 429 at other endpoints than reads has no X-RateLimit-Reset',
    ['pay.rate.reset-header'],
    (before) => ({
      ...before,
      resetHeaders: (resetAt, now, operation) =>
        operation === 'read' ? before.resetHeaders(resetAt, now, operation) : {},
    }),
  ),
  'limit-per-merchant': flaw(
    'The limit is counted over all keys of a merchant',
    ['pay.rate.per-key'],
    { limiterName: (key) => key.merchantId },
    ['pay.rate.full-allowance'],
  ),
  'rate-other-code': flaw(
    'A 429 carries TOO_MANY_REQUESTS',
    ['pay.rate.code', 'pay.error.code-documented'],
    recode(['rate'], { code: 'TOO_MANY_REQUESTS' }),
  ),
  'rate-503': flaw(
    'Too many requests answer 503',
    ['pay.rate.limited', 'pay.error.code-matches-status'],
    recode(['rate'], { status: 503 }),
  ),
  'limits-with-a-page': flaw(
    'A 429 of a key is a page',
    ['pay.rate.code', 'pay.error.envelope', 'pay.error.json'],
    (before) => ({
      ...before,
      errorBody: (refusal) => (refusal.cause === 'rate' ? '<h1>Too many requests</h1>' : before.errorBody(refusal)),
      errorType: (refusal) => (refusal.cause === 'rate' ? 'text/html' : before.errorType(refusal)),
    }),
  ),
  'reset-missing': flaw('A 429 has no X-RateLimit-Reset', ['pay.rate.reset-header'], { resetHeaders: () => ({}) }),
  'reset-as-retry-after': flaw('A 429 has Retry-After in its place', ['pay.rate.reset-header'], {
    resetHeaders: (resetAt, now) => ({ 'Retry-After': String(Math.ceil((resetAt - now) / 1000)) }),
  }),
  'reset-unreadable': flaw('X-RateLimit-Reset says soon', ['pay.rate.reset-readable'], {
    resetHeaders: () => ({ 'X-RateLimit-Reset': 'soon' }),
  }),
  'reset-an-hour-away': flaw('X-RateLimit-Reset is an hour away', ['pay.rate.reset-readable'], {
    resetHeaders: (resetAt) => ({ 'X-RateLimit-Reset': String(Math.ceil(resetAt / 1000) + 3600) }),
  }),
  'reset-in-the-past': flaw(
    'X-RateLimit-Reset is an hour ago',
    ['pay.rate.reset-readable'],
    { resetHeaders: (_resetAt, now) => ({ 'X-RateLimit-Reset': String(Math.floor(now / 1000) - 3600) }) },
    ['pay.rate.recovers'],
  ),
  'never-recovers': flaw('A key over the limit stays limited', ['pay.rate.recovers'], { limiter: unforgiving }),
  'limit-shared-by-keys': flaw(
    'The limit is counted over all keys',
    ['pay.rate.per-key'],
    { limiterName: () => 'everyone' },
    // What other keys have used of it is missing to the one that is tried.
    ['pay.rate.full-allowance'],
  ),
  'test-keys-unlimited': flaw('Test keys have no limit', ['pay.rate.limited'], (before) => ({
    ...before,
    limiterName: (key) => (key.test ? `${key.token} ${randomUUID()}` : before.limiterName(key)),
  })),
}
