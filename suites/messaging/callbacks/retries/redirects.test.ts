import { expect, test } from 'vitest'
import { deliveryOf, exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { SEND } from '../../client/api.ts'
import { smsRun } from '../../sending/sms-timeline.ts'
import { SMS_INBOX, TRAP } from '../deliveries.ts'
import { redirects } from './redirects.ts'

const ID = 'msg.delivery.redirect-not-followed'

const said = (answered: number, trapped: number): Promise<readonly string[]> =>
  saidBy(redirects[0], {
    exchanges: [exchangeOf({ operation: SEND, status: 200 })],
    deliveries: [
      deliveryOf({ event: 'sms.sent' }, { id: 'd1', inbox: SMS_INBOX, answered }),
      ...Array.from({ length: trapped }, (_, nth) =>
        deliveryOf({ event: 'sms.sent' }, { id: `t${nth}`, inbox: TRAP, answered: 200 }),
      ),
    ],
    fixtures: { [smsRun.name]: {} },
  })

test.for<[string, number, number, string]>([
  ['is not followed', 307, 0, 'pass'],
  ['is followed', 302, 2, 'fail'],
  // Whoever came there without having been sent there is another matter.
  ['was given to nobody', 200, 1, 'unexercised'],
])('a redirect that %s', async ([_, answered, trapped, expected]) => {
  expect(await said(answered, trapped)).toEqual([`${expected} ${ID}`])
})
