import { expect, test } from 'vitest'
import { type Told, told } from '../../../tests/made-up/payment-events.ts'
import { saidBy } from '../../../tests/made-up/recorded.ts'
import { Records, records } from '../client/records.ts'
import { statusRules } from './statuses.ts'

test.for<[string, Told[], string]>([
  ['that it failed, and then that it is completed', [{ status: 'failed' }, { status: 'completed' }], 'fail'],
  ['that it failed, in two spellings', [{ status: 'failed' }, { status: 'FAILED' }], 'unexercised'],
  ['a change from an end to another', [{ status: 'completed', previous: 'failed' }], 'fail'],
  // It may have been filled in late.
  ['a change from an end to going on', [{ status: 'processing', previous: 'failed' }], 'warn'],
  ['a change from an end to itself', [{ status: 'failed', previous: 'failed' }], 'unexercised'],
  // What it has become is judged elsewhere.
  ['a change from an end to nothing', [{ status: undefined, previous: 'failed' }], 'unexercised'],
])('the events of a payment tell %s', async ([_, events, expected]) => {
  const said = await saidBy(
    statusRules.find(({ id }) => id === 'pay/statuses/terminal-is-final'),
    {
      deliveries: events.map((each, nth) => told({ name: 'payment.changed', ...each, id: `d${nth}` })),
      fixtures: { [records.name]: new Records({}) },
    },
  )
  expect(said).toEqual([`${expected} pay.status.terminal-is-final`])
})
