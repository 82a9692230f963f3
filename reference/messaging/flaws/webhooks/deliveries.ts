import type { Outcome } from '../../../post.ts'
import type { Patch } from '../../patch.ts'
import { type Flaw, flaw } from '../flaw.ts'

const isOk = ({ kind, status }: Outcome): boolean => kind === 'answered' && status >= 200 && status < 300

/** Gives up where the outcome fits. */
const givesUp = (when: (outcome: Outcome) => boolean): Patch => ({ retries: (outcome) => !when(outcome) })

const answered =
  (from: number) =>
  ({ kind, status }: Outcome): boolean =>
    kind === 'answered' && status >= from && status < from + 100

export const deliveryFlaws: Record<string, Flaw> = {
  'repeats-after-ok': flaw(
    'An attempt answered with 200 is repeated as if it had failed',
    ['msg.delivery.ends-after-ok'],
    { succeeded: (outcome) => isOk(outcome) && outcome.status !== 200 },
  ),
  'repeats-after-no-content': flaw(
    'An attempt answered with a 2xx other than 200 is repeated',
    ['msg.delivery.ends-after-other-success'],
    { succeeded: (outcome) => outcome.kind === 'answered' && outcome.status === 200 },
  ),
  'repeats-after-unusual-success': flaw(
    'An attempt answered with a 2xx that few receivers give is repeated',
    ['msg.delivery.ends-after-other-success'],
    { succeeded: ({ kind, status }) => kind === 'answered' && [200, 201, 202, 204].includes(status) },
  ),
  'reads-answer-body': flaw('A 2xx whose body speaks of an error is repeated', ['msg.delivery.body-ignored'], {
    succeeded: (outcome) => isOk(outcome) && !/error|fail|false|retry/i.test(outcome.text ?? ''),
  }),
  'gives-up-after-server-error': flaw(
    'An attempt answered with a 5xx is the last',
    ['msg.delivery.retry-after-server-error'],
    givesUp(answered(500)),
  ),
  'gives-up-after-client-error': flaw(
    'An attempt answered with a 4xx is the last',
    ['msg.delivery.retry-after-client-error'],
    givesUp(answered(400)),
  ),
  'gives-up-when-gone': flaw(
    'An attempt answered with 410 is the last',
    ['msg.delivery.retry-after-client-error'],
    givesUp(({ kind, status }) => kind === 'answered' && status === 410),
  ),
  'gives-up-after-bad-request': flaw(
    'An attempt answered with 400 is the last',
    ['msg.delivery.retry-after-client-error'],
    givesUp(({ kind, status }) => kind === 'answered' && status === 400),
  ),
  'gives-up-when-not-found': flaw(
    'An attempt answered with 404 is the last',
    ['msg.delivery.retry-after-client-error'],
    givesUp(({ kind, status }) => kind === 'answered' && status === 404),
  ),
  'gives-up-when-limited': flaw(
    'An attempt answered with 429 is the last',
    ['msg.delivery.retry-after-client-error'],
    givesUp(({ kind, status }) => kind === 'answered' && status === 429),
  ),
  'repeats-after-empty-answer': flaw(
    'An attempt answered with 204 is repeated',
    ['msg.delivery.ends-after-other-success'],
    { succeeded: (outcome) => isOk(outcome) && outcome.status !== 204 },
  ),
  'parses-answer-body': flaw('A 2xx whose body is no JSON is repeated', ['msg.delivery.body-ignored'], {
    succeeded: (outcome) => isOk(outcome) && !/^[^{]/.test(outcome.text ?? ''),
  }),
  'reports-are-told-once': flaw(
    'The first attempt at a delivery report is the last',
    ['msg.delivery.retry-after-client-error', 'msg.delivery.retry-after-redirect', 'msg.delivery.retry-after-reset'],
    { retries: (_outcome, { event }) => !['delivered', 'expired', 'reportFailed'].includes(event.kind) },
  ),
  'gives-up-when-unavailable': flaw(
    'An attempt answered with 503 is the last',
    ['msg.delivery.retry-after-server-error', 'msg.delivery.bounded'],
    givesUp(({ kind, status }) => kind === 'answered' && status === 503),
  ),
  'gives-up-after-second-timeout': flaw(
    'The second attempt of an event that was not answered at first is the last',
    ['msg.delivery.retry-after-client-error'],
    (before) => {
      const slow = new Set<string>()
      return {
        ...before,
        retries: (outcome, facts) => {
          const wasSlow = slow.has(facts.event.id)
          if (outcome.kind === 'timeout') slow.add(facts.event.id)
          return !(wasSlow && outcome.kind === 'answered') && before.retries(outcome, facts)
        },
      }
    },
  ),
  'expired-is-told-once': flaw('The first attempt at sms.expired is the last', ['msg.delivery.retry-after-redirect'], {
    retries: (_outcome, { event }) => event.kind !== 'expired',
  }),
  'failed-submit-is-told-once': flaw(
    'The first attempt at a submit that failed is the last',
    ['msg.delivery.retry-after-server-error'],
    { retries: (_outcome, { event }) => event.kind !== 'submitFailed' },
  ),
  'gives-up-after-redirect': flaw(
    'An attempt answered with a 3xx counts as a success',
    ['msg.delivery.retry-after-redirect'],
    givesUp(answered(300)),
  ),
  'follows-redirect': flaw('A redirect is followed', ['msg.delivery.redirect-not-followed'], {
    followsRedirects: true,
  }),
  'gives-up-after-timeout': flaw(
    'An attempt that is not answered is the last',
    ['msg.delivery.retry-after-timeout'],
    givesUp(({ kind }) => kind === 'timeout'),
  ),
  'gives-up-after-reset': flaw(
    'An attempt whose connection is reset is the last',
    ['msg.delivery.retry-after-reset'],
    givesUp(({ kind }) => kind === 'failure'),
  ),
  'never-retries': flaw(
    'Every attempt is the last',
    [
      'msg.delivery.retry-after-server-error',
      'msg.delivery.retry-after-client-error',
      'msg.delivery.retry-after-redirect',
      'msg.delivery.retry-after-timeout',
      'msg.delivery.retry-after-reset',
    ],
    { maxAttempts: 1 },
  ),
  'pauses-alike': flaw(
    'The pauses between attempts stay the same',
    ['msg.delivery.backoff-grows', 'msg.delivery.backoff-exponential'],
    {
      retryPauseMs: () => 30_000,
    },
  ),
  'pauses-alike-with-jitter': flaw(
    'The pauses between attempts differ by jitter alone',
    ['msg.delivery.backoff-grows', 'msg.delivery.backoff-exponential'],
    { retryPauseMs: (attempts) => 30_000 * (attempts % 2 === 1 ? 0.86 : 1.14) },
  ),
  'pauses-halve': flaw(
    'Each pause between attempts is half of the one before',
    ['msg.delivery.backoff-grows', 'msg.delivery.backoff-exponential'],
    { retryPauseMs: (attempts) => 32_000 / 2 ** (attempts - 1) },
  ),
  'third-attempt-at-once': flaw(
    'The third attempt follows the second one at once',
    ['msg.delivery.backoff-exponential', 'msg.delivery.backoff-grows'],
    (before) => ({
      ...before,
      retryPauseMs: (attempts) => (attempts === 2 ? 1000 : before.retryPauseMs(attempts)),
    }),
  ),
  'three-attempts-of-five': flaw('An event has three attempts where five are configured', ['msg.delivery.bounded'], {
    maxAttempts: 3,
  }),
  'eight-attempts-of-five': flaw('An event has eight attempts where five are configured', ['msg.delivery.bounded'], {
    maxAttempts: 8,
    retryPauseMs: (attempts) => 30_000 * 1.2 ** (attempts - 1),
  }),
  'never-gives-up': flaw('An event is repeated without end', ['msg.delivery.bounded'], {
    maxAttempts: Number.POSITIVE_INFINITY,
    retryPauseMs: (attempts) => 30_000 * 1.12 ** (attempts - 1),
  }),
}
