import { expect, test } from 'vitest'
import { type Told, told } from '../../../../tests/made-up/payment-events.ts'
import { saidBy } from '../../../../tests/made-up/recorded.ts'
import { afterSuccess } from './after-success.ts'

type Attempt = Told & { readonly second: number }

/** Another event, refused and tried again two seconds later. */
const retried: readonly Attempt[] = [
  { eventId: '33333333-3333-4333-8333-333333333333', status: 'processing', answered: 500, second: 0 },
  { eventId: '33333333-3333-4333-8333-333333333333', status: 'processing', second: 2 },
]

const saidOf = (attempts: readonly Attempt[], now: number): Promise<string[]> =>
  saidBy(afterSuccess[0], {
    deliveries: attempts.map(({ second, ...event }, nth) => ({
      ...told({ id: `d${nth}`, ...event }),
      arrivedMono: second * 1000,
    })),
    context: { clock: { mono: () => now * 1000, now: () => now * 1000, scaled: (seconds: number) => seconds * 1000 } },
  })

const completed = (second: number, more: Told = {}): Attempt => ({ status: 'completed', second, ...more })

test.for<[string, Attempt[], number, string]>([
  ['comes no more', [completed(3), ...retried], 60, 'pass'],
  ['comes once more', [completed(3), completed(9), ...retried], 60, 'pass'],
  ['comes again and again', [completed(3), completed(9), completed(15), ...retried], 60, 'fail'],
  // Who has several senders tells at once what one tells.
  ['comes three times at once', [completed(3), completed(3.1), completed(3.2), ...retried], 60, 'pass'],
  [
    'comes again with other statuses',
    [completed(3), ...[9, 15].map((second) => completed(second, { status: 'failed' })), ...retried],
    60,
    'pass',
  ],
  ['comes again after a refusal', [completed(3, { answered: 500 }), completed(9), completed(15)], 60, 'pass'],
  ['came a moment ago', [completed(3)], 9, 'unexercised'],
])('an event that was taken %s', async ([_, attempts, now, expected]) => {
  expect(new Set(await saidOf(attempts, now))).toEqual(new Set([`${expected} pay.delivery.ends-after-2xx`]))
})
