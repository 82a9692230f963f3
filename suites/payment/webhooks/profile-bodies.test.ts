import { expect, test } from 'vitest'
import { told } from '../../../tests/made-up/payment-events.ts'
import { type Answered, exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { CREATE, PROFILE } from '../client/api.ts'
import { inboxName } from './deliveries.ts'
import { RUN_DEFAULT } from './merchant-defaults.ts'
import { profileBodies } from './profile-bodies.ts'

const URL = 'http://127.0.0.1/in'
const LABEL = 'bad profile body'

const update = (status: number, sent: unknown = { webhook_url: URL }): Answered => ({
  operation: PROFILE,
  status,
  sent,
})
const creation = (sent: unknown): Answered => ({ operation: CREATE, status: 201, sent })
const LIST = { webhook_url: [URL] }

test.for<[string, Answered[], boolean | 'elsewhere', string]>([
  ['comes after it was rejected', [update(400)], true, 'fail'],
  ['comes to the former URL instead', [update(400)], 'elsewhere', 'pass'],
  // Nothing may have been told at all.
  ['does not come', [update(400)], false, 'unexercised'],
  ['comes after another update with it was accepted', [update(400), update(200)], true, 'unexercised'],
  // In a list a target may look for it as well.
  ['comes after it was accepted in a list', [update(400), update(200, LIST)], true, 'unexercised'],
  ['comes after a creation with it', [update(400), creation({ callback_url: [URL] })], true, 'unexercised'],
  [
    'comes, and whether it was rejected is not known',
    [{ operation: PROFILE, sent: { webhook_url: URL } }],
    true,
    'unexercised',
  ],
])('an event at a URL of a profile update %s', async ([_, answers, comes, expected]) => {
  const said = await saidBy(
    profileBodies.find(({ id }) => id === 'pay/profile/refused-in-force'),
    {
      exchanges: answers.map((each, nth) => exchangeOf({ id: `x${nth}`, ...each })),
      deliveries:
        comes === false
          ? []
          : [{ ...told({ status: 'completed', of: comes === true ? LABEL : RUN_DEFAULT }), arrivedAt: 1000 }],
      inboxes: { [inboxName(LABEL, 'webhook')]: URL },
    },
  )
  expect(said).toEqual([`${expected} pay.profile.rejected-unchanged`])
})
