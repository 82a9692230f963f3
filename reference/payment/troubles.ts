import { tokenBucket } from '../limiter.ts'
import { isTerminal, type Operation } from './domain/payment.ts'
import { type Cause, type Refusal, refusalOf } from './http/refusal.ts'
import type { Patch } from './patch.ts'
import type { Variant } from './variants/variant.ts'

/** A page of what stands before the service. */
const page = (status: number) => (): Refusal => ({ cause: 'gateway', status, code: '', message: PAGES[status] ?? '' })

const PAGES: Record<number, string> = {
  403: '<html><body><h1>403 Forbidden</h1></body></html>',
  429: '<html><body><h1>429 Too Many Requests</h1></body></html>',
  502: '<html><body><h1>502 Bad Gateway</h1></body></html>',
  503: '<html><body><h1>503 Service Unavailable</h1></body></html>',
  504: '<html><body><h1>504 Gateway Time-out</h1></body></html>',
}

const KINDS: Record<string, () => Refusal> = {
  'page-403': page(403),
  'page-429': page(429),
  'page-502': page(502),
  'page-503': page(503),
  'page-504': page(504),
  limited: () => ({
    cause: 'gateway',
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Another user of the key was there',
  }),
  dropped: () => ({ cause: 'gateway', status: 0, code: '', message: '' }),
}

/** What befalls answers: the service has done what it was asked. */
const LOST: Record<string, () => Refusal> = {
  'lost-504': page(504),
  'lost-502': page(502),
  lost: KINDS.dropped as () => Refusal,
}

/** What befalls valid requests only: a payment is screened, and the upstream is asked, once it could be made. */
const LATER: Record<string, { readonly cause: Cause; readonly of: readonly Operation[] }> = {
  'key-not-known': { cause: 'key-unknown', of: ['create', 'read', 'refresh', 'profile'] },
  'blocked-by-screening': { cause: 'screening', of: ['create'] },
  'provider-out': { cause: 'provider-unavailable', of: ['create', 'refresh'] },
}

/** One request of so many meets it. */
const PERIODS = [5, 8, 13] as const

const isPage = ({ cause, code }: Refusal): boolean => cause === 'gateway' && code === ''

const every = (period: number, kind: string): Patch => {
  return (before) => {
    let seen = 0
    const isNext = () => {
      seen += 1
      return seen % period === 0
    }
    const lost = LOST[kind]
    if (lost !== undefined)
      return {
        ...before,
        loses: (operation) => (isNext() ? lost() : before.loses(operation)),
        errorBody: (refusal) => (isPage(refusal) ? refusal.message : before.errorBody(refusal)),
        errorType: (refusal) => (isPage(refusal) ? 'text/html' : before.errorType(refusal)),
      }
    const later = LATER[kind]
    if (later !== undefined)
      return {
        ...before,
        objects: (operation, to) =>
          later.of.includes(operation) && isNext() ? later.cause : before.objects(operation, to),
      }
    return {
      ...before,
      interrupts: (operation) =>
        (kind !== 'limited' || operation === 'create') && isNext() ? KINDS[kind]?.() : before.interrupts(operation),
      errorBody: (refusal) => (isPage(refusal) ? refusal.message : before.errorBody(refusal)),
      errorType: (refusal) => (isPage(refusal) ? 'text/html' : before.errorType(refusal)),
      errorHeaders: (refusal) => ({
        ...before.errorHeaders(refusal),
        ...(refusal.cause === 'gateway' && refusal.status === 429 && !isPage(refusal)
          ? { 'X-RateLimit-Reset': '1' }
          : {}),
      }),
    }
  }
}

/** A gateway that lets so many through at once and a few more each second, whoever asks, and answers the others itself. */
const guarded =
  (status: number, isEmpty: boolean): Patch =>
  (before) => {
    const bucket = tokenBucket(AT_ONCE, AT_ONCE * EACH_MS)
    const refused = page(status)
    return {
      ...before,
      interrupts: (operation) =>
        bucket.take('everyone', Date.now()).allowed ? before.interrupts(operation) : refused(),
      errorBody: (refusal) => (isPage(refusal) ? (isEmpty ? '' : refusal.message) : before.errorBody(refusal)),
      errorType: (refusal) => (isPage(refusal) ? 'text/html' : before.errorType(refusal)),
    }
  }

const AT_ONCE = 20
const EACH_MS = 100

const GUARDS: Readonly<Record<string, Variant>> = {
  'guarded-429': { title: 'A gateway answers floods with a page of 429', patch: guarded(429, false) },
  'guarded-429-empty': { title: 'A gateway answers floods with 429 and nothing', patch: guarded(429, true) },
  'guarded-503': { title: 'A gateway answers floods with a page of 503', patch: guarded(503, false) },
}

/** Of the payments that are replayed the n-th meets an unexpected failure once. */
const failingOnce = (nth: number): Patch => {
  return (before) => {
    const met = new Set<unknown>()
    return {
      ...before,
      objects: (operation, to) => {
        const many = met.size
        if (operation === 'replay') met.add(to.payment?.id)
        return met.size > many && met.size === nth ? 'internal' : before.objects(operation, to)
      },
    }
  }
}

/** The first refresh of a payment that has ended meets an unexpected failure. */
const failsToRefreshOnce: Patch = (before) => {
  const met = new Set<string>()
  return {
    ...before,
    objects: (operation, to) => {
      const { payment } = to
      const isMet = payment === undefined || !isTerminal(payment.status) || met.has(payment.id)
      if (operation !== 'refresh' || isMet) return before.objects(operation, to)
      met.add(payment.id)
      return 'internal'
    },
  }
}

/** Bad moments in the midst of a run, and what little is shown by: what they leave unjudged is told so, and nothing is accused. */
export const paymentTroubles: Readonly<Record<string, Variant>> = {
  ...Object.fromEntries(
    [...Object.keys(KINDS), ...Object.keys(LOST), ...Object.keys(LATER)].flatMap((kind) =>
      PERIODS.map((period) => [
        `${kind}-every-${period}`,
        { title: `One request of ${period} meets ${kind}`, patch: every(period, kind) },
      ]),
    ),
  ),
  ...GUARDS,
  'refresh-of-ended-fails-once': {
    title: 'The first refresh of each payment that has ended answers 500',
    patch: failsToRefreshOnce,
  },
  'payments-are-found-before-the-rate': {
    title: 'A read of a payment that does not exist is counted, and answered 404 over the rate as well',
    patch: (before) => ({
      ...before,
      refuse: (refusal, facts) =>
        refusal.cause === 'rate' && facts.operation === 'read' && facts.payment === undefined
          ? before.refuse(refusalOf('not-found', facts), facts)
          : before.refuse(refusal, facts),
    }),
  },
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((nth) => [
      `replay-${nth}-fails`,
      {
        title: `The first replay of one payment answers 500: of the ${nth}. that is replayed`,
        patch: failingOnce(nth),
      },
    ]),
  ),
}
