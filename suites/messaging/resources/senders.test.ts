import { expect, test } from 'vitest'
import { exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { allSenders } from './own-records.ts'
import { senders } from './senders.ts'

const sender = (id: string, is_active: unknown) => ({ id, is_active, is_default: false })
const ALL = [sender('s1', true), sender('s2', false)]

test.for<[string, object[], string]>([
  ['those that fit', [sender('s1', true)], 'pass'],
  ['one that does not', [sender('s1', true), sender('s2', false)], 'fail'],
  // Whether it fits is not told.
  ['one that does not say', [sender('s1', true), { id: 's2', is_default: false }], 'warn'],
  ['one of null', [sender('s1', true), sender('s2', null)], 'warn'],
  ['one of the wrong type, which is judged elsewhere', [sender('s1', true), sender('s2', 'no')], 'pass'],
  ['fewer than fit', [], 'warn'],
  ['one that the whole list has not', [sender('s1', true), sender('s3', true)], 'warn'],
])('the active senders are %s', async ([_, shown, expected]) => {
  const lists = [{ filter: { is_active: true }, answer: exchangeOf({ status: 200, answer: shown }) }]
  const said = await saidBy(
    senders.find(({ id }) => id === 'msg/senders/filters'),
    {
      fixtures: { [allSenders.name]: exchangeOf({ status: 200, answer: ALL }), 'filtered-senders': lists },
    },
  )
  expect(said.filter((each) => each.endsWith(' msg.senders.filter-active'))).toEqual([
    `${expected} msg.senders.filter-active`,
  ])
})
