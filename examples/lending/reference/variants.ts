import { hmac } from './behaviour.ts'
import { countingRefused, slidingWindow } from './limiter.ts'
import { type Patch, problems, waive } from './patch.ts'

/** A lawful choice where the document leaves one. */
export interface Variant {
  readonly title: string
  readonly patch: Patch
}

export const libraryVariants = {
  'return-without-body': { title: 'A return answers 204', patch: { returnShows: false } },
  'list-newest-first': {
    title: 'The list begins with the latest loan',
    patch: (before) => ({ ...before, list: (...given) => before.list(...given).toReversed() }),
  },
  'odd-ids': {
    title: 'Ids hold characters that mean something in a path',
    patch: { id: (kind, number) => `${kind}/№${number}?a=b#c%2F` },
  },
  'more-members': {
    title: 'Bodies and problems have members of their own',
    patch: (before) => ({
      ...before,
      loan: (...given) => ({ ...before.loan(...given), branch: 'main' }),
      hold: (...given) => ({ ...before.hold(...given), branch: 'main' }),
      problem: (refusal) => ({ ...before.problem(refusal), instance: '/problems/17', type: '/problems/kind' }),
      payload: (attempt) => ({ ...before.payload(attempt), branch: 'main' }),
    }),
  },
  'limit-before-copy': {
    title: 'What the member may is looked at before the copy',
    patch: { objections: ['limit', 'kept', 'on-loan'] },
  },
  'limits-before-keys': { title: 'The rate is looked at before the key', patch: { steps: ['limit', 'authenticate'] } },
  'hold-on-shelf': { title: 'A copy on the shelf can be held', patch: waive('on-shelf') },
  'sliding-window': { title: 'The rate counts the last 10 seconds', patch: { limiter: slidingWindow } },
  'refusals-count': { title: 'What was refused for the rate counts as well', patch: { limiter: countingRefused } },
  'retry-after-date': {
    title: 'Retry-After is a date',
    patch: {
      retryAfter: (resetAt) => ({ 'Retry-After': new Date(Math.ceil(resetAt / 1000) * 1000).toUTCString() }),
    },
  },
  'two-secrets': {
    title: 'The secret is being replaced: two signatures, the known one second',
    patch: {
      signature: ({ secret, t, body }) =>
        `t=${t},v1=${hmac('the next secret', `${t}.${body}`)},v1=${hmac(secret, `${t}.${body}`)}`,
    },
  },
  'first-timestamp': {
    title: 'Every attempt is signed with the time of the first',
    patch: { timestamp: ({ firstAt }) => firstAt },
  },
  'events-twice': { title: 'Every event arrives twice', patch: { copiesAfterSuccess: 1 } },
  'problems-with-charset': {
    title: 'The media type of problems has a parameter',
    patch: { problemType: 'application/problem+json; charset=utf-8' },
  },
  'long-details': {
    title: 'Details are long and hold more than ASCII',
    patch: problems((problem) => ({
      ...problem,
      detail: `${String(problem.detail)} Bücher №17, «${'…'.repeat(300)}».`,
    })),
  },
} as const satisfies Record<string, Variant>
