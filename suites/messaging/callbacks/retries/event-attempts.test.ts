import { expect, test } from 'vitest'
import { contextOf, deliveryOf, type Received } from '../../../../tests/made-up/recorded.ts'
import { identityOf } from '../deliveries.ts'
import type { SmsWebhook } from '../sms-webhook.ts'
import { isTaken, repeatsAny, repeatsEach, takenAlike } from './event-attempts.ts'

type Attempt = readonly [message: string, answered: Received['answered']]

const delivery = ([message_id, answered]: Attempt, nth: number) =>
  deliveryOf({ event: 'sms.sent', data: { message_id } }, { id: `d${nth}`, answered: answered ?? 200 })

/** Whether another event came again than the first one, of which this is the question. */
function repeats(own: Received['answered'], others: readonly Attempt[]): boolean {
  const deliveries = [['m0', own] as const, ...others].map(delivery)
  return repeatsAny({ inbox: { deliveries } } as unknown as SmsWebhook, deliveries[0])
}

const twice = (answered: Received['answered']): Attempt[] => [
  ['m1', answered],
  ['m1', answered],
]
const again = (answered: Received['answered']): Attempt[] => [
  ['m2', answered],
  ['m2', answered],
]
const ODD: Received['answered'] = { kind: 'status', status: 200, body: '{"ok":false}' }

test.for<[string, Received['answered'], Attempt[], boolean]>([
  ['a plain 200, and another event twice after it as well', 200, twice(200), false],
  ['a plain 200, and another event twice after 202', 200, twice(202), true],
  ['a plain 200, and another event twice after an odd body', 200, twice(ODD), true],
  // Who takes one of them for a failure may take them all.
  ['202, and another event twice after 204', 202, twice(204), false],
  ['202, and another event twice after a plain 200', 202, twice(200), true],
  ['a plain 200, and another event twice after 500', 200, twice(500), false],
  ['a plain 200, and another event once', 200, [['m1', 202]], false],
  [
    'a plain 200, and the same event again',
    200,
    [
      ['m0', 202],
      ['m0', 202],
    ],
    false,
  ],
])('an event was answered %s', ([_, own, others, expected]) => {
  expect(repeats(own, others)).toBe(expected)
})

test.for<[string, Received['answered'], string[][]]>([
  // 204 and 206 are what a sender may take for a failure that takes 202 for one.
  ['202', 202, [['d3', 'd4'], ['d6']]],
  ['a plain 200', 200, [['d5']]],
  ['an odd body', ODD, []],
])('alike to an event that was answered %s are those whose first attempt was', ([_, own, expected]) => {
  const others: Attempt[] = [
    ['m1', 500],
    ['m1', 200],
    ['m2', 204],
    ['m2', 204],
    ['m3', 200],
    ['m4', 206],
  ]
  const deliveries = [['m0', own] as const, ...others].map(delivery)
  const [accepted] = deliveries
  if (accepted === undefined) throw new Error('there is none')
  const found = takenAlike({ inbox: { deliveries } } as unknown as SmsWebhook, accepted)
  expect(found.map((each) => each.map(({ id }) => id))).toEqual(expected)
})

test('where no event is left out any that came again counts', () => {
  const webhook = (attempts: readonly Attempt[]) =>
    ({ inbox: { deliveries: attempts.map(delivery) } }) as unknown as SmsWebhook
  expect(repeatsAny(webhook(twice(200)))).toBe(true)
  expect(repeatsAny(webhook(twice(500)))).toBe(false)
})

test('any 2xx takes an event', () => {
  expect([199, 200, 204, 299, 300, 500].filter(isTaken)).toEqual([200, 204, 299])
})

test.for<[string, Attempt[], boolean]>([
  [
    'no event came again',
    [
      ['m1', 200],
      ['m2', 202],
    ],
    false,
  ],
  ['one of two came again', [...twice(200), ['m2', 202]], false],
  ['one came again, and there is no other', twice(200), false],
  ['each of two came again', [...twice(200), ...again(202)], true],
  ['one of three came once', [...twice(200), ...again(202), ['m3', 200]], false],
  [
    'each of three came again, beside one that was refused at first',
    [...twice(200), ...again(202), ['m3', 204], ['m3', 204], ['m4', 500], ['m4', 200]],
    true,
  ],
  ['none was taken at once', twice(500), false],
])('%s', ([_, attempts, expected]) => {
  const deliveries = [['m0', 500] as const, ...attempts].map(delivery)
  const webhook = { inbox: { deliveries }, partOf: () => undefined } as unknown as SmsWebhook
  const among = new Set(deliveries.map(identityOf))
  const timely = (lateMs: number) =>
    contextOf<Parameters<typeof repeatsEach>[0]>({ context: { lateness: () => lateMs } }).t
  expect(repeatsEach(timely(0), webhook, among)).toBe(expected)
  expect(repeatsEach(timely(0), webhook, new Set())).toBe(false)
  // Who never read the answers has its reasons.
  expect(repeatsEach(timely(60_000), webhook, among)).toBe(false)
})
