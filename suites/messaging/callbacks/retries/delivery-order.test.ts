import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { contextOf, deliveryOf, exchangeOf, type Received } from '../../../../tests/made-up/recorded.ts'
import { SEND } from '../../client/api.ts'
import type { CheckContext } from '../../define.ts'
import { SMS_INBOX } from '../deliveries.ts'
import { mayWait, waits } from './delivery-order.ts'

afterEach(() => vi.restoreAllMocks())

/** An attempt at an event of a message, so many ms after the first of all. */
const attempt = (message: string, event: string, at: number, answered: Received['answered'] = 500): Delivery =>
  deliveryOf({ id: 'e', event, data: { message_id: message } }, { inbox: SMS_INBOX, arrivedMono: at, answered })

/** Whether an event of the message m1 may wait, so many ms after the first attempt of all. */
function judged(
  deliveries: readonly Delivery[],
  { now = 1000, retryWithin, message = 'm1' as string | undefined }: Given = {},
) {
  vi.spyOn(performance, 'now').mockReturnValue(now)
  const target = retryWithin === undefined ? {} : { webhooks: { retryWithin } }
  const { t } = contextOf<CheckContext>({ exchanges: [exchangeOf({ operation: SEND })], deliveries, target })
  return mayWait(t, message)
}

interface Given {
  readonly now?: number
  /** s */
  readonly retryWithin?: number
  readonly message?: string | undefined
}

const own = (at = 0, answered?: Received['answered']) => attempt('m1', 'sms.sent', at, answered)
const other = (at = 0, answered?: Received['answered']) => attempt('m2', 'sms.sent', at, answered)

describe('an event that did not come may wait', () => {
  test.for<[string, Delivery[], Given, boolean]>([
    ['behind nothing', [], {}, false],
    ['behind an event of its message that is refused', [own()], {}, true],
    ['behind one that is answered too badly: 300', [own(0, 300)], {}, true],
    ['behind one that is answered not at all', [own(0, { kind: 'reset' })], {}, true],
    ['not behind one that was taken', [own(0, 200)], {}, false],
    ['not behind one that was taken at last', [own(0), own(10, 200)], {}, false],
    ['behind an event of another message, where all are in order', [other()], {}, true],
    ['behind any event, where its message is not known', [other()], { message: undefined }, true],
    // Three pauses after the last attempt nobody comes again.
    ['behind one that was tried again lately', [own(0), own(100)], { now: 400 }, true],
    ['not behind one that was given up', [own(0), own(100)], { now: 401 }, false],
    ['behind one whose last pause was longer', [own(0), own(100), own(300)], { now: 900 }, true],
    ['not long after that, either', [own(0), own(100), own(300)], { now: 901 }, false],
    ['behind a first attempt for any time', [own()], { now: 1e9 }, true],
    ['behind a first attempt within the declared time', [own()], { now: 1000, retryWithin: 1 }, true],
    ['not behind a first attempt after the declared time', [own()], { now: 1001, retryWithin: 1 }, false],
    [
      'not behind one that is given up before the declared time',
      [own(0), own(100)],
      { now: 401, retryWithin: 9 },
      false,
    ],
  ])('%s', ([_, deliveries, given, expected]) => {
    expect(judged(deliveries, given)).toBe(expected)
  })
})

describe('a sender that lets one event overtake another', () => {
  const later = (at: number, message = 'm1') => attempt(message, 'sms.delivered', at, 200)

  test.for<[string, Delivery[], Given, boolean]>([
    ['of one message keeps no order', [own(0), later(50), own(100)], { now: 200 }, false],
    ['came as the first one was taken: it kept the order', [own(0), own(100), later(100)], { now: 200 }, true],
    ['came as the first one came: nothing was overtaken', [later(0), own(0), own(100)], { now: 200 }, true],
    ['of two messages keeps the order of each', [own(0), own(100), later(50, 'm2')], { now: 200 }, true],
    ['of two messages keeps none between them', [other(0), other(100), later(50, 'm3')], { now: 200 }, false],
    ['of another message keeps none at all', [other(0), other(100), later(50, 'm2'), own(150)], { now: 200 }, false],
    ['but of which nothing is refused, waits for nothing', [own(0, 200), later(50)], { now: 200 }, false],
  ])('%s', ([_, deliveries, given, expected]) => {
    expect(judged(deliveries, given)).toBe(expected)
  })
})

test('an event that may wait is not judged', () => {
  const { t, said } = contextOf<CheckContext>({})
  waits(t, 'msg.event.batch-one-each')
  expect(said).toEqual(['unexercised msg.event.batch-one-each'])
})
