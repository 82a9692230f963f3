import { expect, test } from 'vitest'
import { deliveryOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import { isOut } from './outage.ts'

const upstream = { troubleIn: (_: unknown, id: string) => (id === 'lib.upstream' ? undefined : 'out for a moment') }

test.for<[string, boolean, Parameters<typeof isOut>]>([
  [
    'a gateway whose service is out says nothing of what was asked',
    true,
    [exchangeOf({ status: 502 }), undefined, 'lib.a'],
  ],
  ['nor where the service says what trouble is', true, [exchangeOf({ status: 503 }), upstream, 'lib.a']],
  ['it does where that is what was asked', false, [exchangeOf({ status: 502 }), upstream, 'lib.upstream']],
  ['a refusal is one', false, [exchangeOf({ status: 400 }), undefined, 'lib.a']],
  ['a webhook is no answer', false, [deliveryOf({}), undefined, 'lib.a']],
])('%s', ([_, expected, asked]) => {
  expect(isOut(...asked)).toBe(expected)
})
