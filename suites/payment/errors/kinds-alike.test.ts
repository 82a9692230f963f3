import { expect, test } from 'vitest'
import { exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { CREATE } from '../client/api.ts'
import { kindsAlike } from './kinds-alike.ts'

const bodies = { mobile: { type: 'mobile', amount: 500 }, card: { type: 'card', amount: 500 } }
const LISTED = [{ field: 'amount', message: 'is no number' }]

const refused = (type: string, amount: unknown, details?: object) =>
  exchangeOf({
    ...{ id: `${type} ${JSON.stringify(amount)}`, operation: CREATE, sent: { type, amount }, status: 400 },
    answer: {
      success: false,
      message: 'no',
      error_code: 'INVALID_REQUEST',
      ...(details === undefined ? {} : { details }),
    },
  })

test.for<[string, unknown, unknown, object | undefined, string]>([
  ['a list, which is listed for both', [], [], LISTED, 'pass'],
  ['a list, which is listed for one of them', [], [], undefined, 'fail'],
  ['null, which is listed for one of them', null, null, undefined, 'fail'],
  // Another value may be refused by other hands.
  ['null for one and a list for the other', null, [], undefined, 'unexercised'],
  ['null for one and an object for the other', null, {}, undefined, 'unexercised'],
])('the same member of creations of two kinds is %s', async ([_, one, other, details, expected]) => {
  const said = await saidBy(kindsAlike[0], {
    exchanges: [refused('mobile', one, LISTED), refused('card', other, details)],
    service: { bodies },
  })
  expect(said.filter((each) => !each.startsWith('pass') || expected === 'pass')).toContain(
    `${expected} pay.error.details-binding`,
  )
})
