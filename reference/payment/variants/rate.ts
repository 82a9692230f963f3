import { countingRefused, slidingWindow, tokenBucket, windowEndsSoon } from '../../limiter.ts'
import { reset, seconds } from './patches.ts'
import type { Variant } from './variant.ts'

/** How the rate is counted, and told. */
export const rateVariants = {
  'limiter-sliding': { title: 'The rate is counted over a sliding window', patch: { limiter: slidingWindow } },
  'limiter-counts-refused': {
    title: 'Refused requests count against the rate',
    patch: { limiter: countingRefused },
  },
  'profiles-are-read-before-the-rate': {
    title: 'Whether the body of a profile update can be read comes before its rate',
    patch: (before) => ({ ...before, steps: { ...before.steps, profile: ['authenticate', 'parse', 'limit'] } }),
  },
  'limiter-window-ends-soon': {
    title: 'The counted minute happens to end just after a refusal',
    patch: { limiter: windowEndsSoon },
  },
  'limiter-token-bucket': { title: 'The rate is a token bucket', patch: { limiter: tokenBucket } },
  'reset-epoch-seconds': { title: 'Reset is in Unix seconds', patch: reset((at) => String(seconds(at))) },
  'reset-told-twice': {
    title: 'The gateway and the service say the reset, each in a line',
    patch: reset((at) => `${seconds(at)}, ${seconds(at)}`),
  },
  'reset-delta-seconds': { title: 'Reset counts seconds', patch: reset((at, now) => String(seconds(at - now))) },
  'reset-epoch-ms': { title: 'Reset is in Unix milliseconds', patch: reset((at) => String(Math.ceil(at))) },
  'reset-http-date': {
    title: 'Reset is an HTTP date',
    patch: reset((at) => new Date(seconds(at) * 1000).toUTCString()),
  },
  'reset-iso': { title: 'Reset is in ISO 8601', patch: reset((at) => new Date(Math.ceil(at)).toISOString()) },
  'reset-duration': {
    title: 'Reset is a duration with its unit',
    patch: reset((at, now) => `${((at - now) / 1000).toFixed(3)}s`),
  },
  'retry-after': {
    title: 'A 429 carries Retry-After besides, and every answer the rate',
    patch: (before) => ({
      ...before,
      resetHeaders: (at, now, operation) => ({
        ...before.resetHeaders(at, now, operation),
        'Retry-After': String(seconds(at - now)),
      }),
      responseHeaders: () => ({ ...before.responseHeaders(), 'X-RateLimit-Limit': String(before.limit) }),
    }),
  },
} as const satisfies Record<string, Variant>
