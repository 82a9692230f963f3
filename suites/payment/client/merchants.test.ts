import { expect, test } from 'vitest'
import { status } from '../../../kit/match/index.ts'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { ofOtherMerchant, ofSameMerchant } from './merchants.ts'

const key = (name: string) => ({ name, value: 'sk' })
const SAME = 'unless payment.keys.live[1] is a key of another merchant than payment.keys.live[0]'
const OTHER = 'unless payment.keys.otherMerchant is a key of the same merchant'

const same = ofSameMerchant(key('live[1]'), key('live[0]'), status('2xx'), status(404))
const other = ofOtherMerchant(status(404))

test.for([
  ['another key of a merchant', same, 200, undefined],
  ['another key of a merchant', same, 404, SAME],
  ['another key of a merchant', same, 500, undefined],
  ['the key of another merchant', other, 404, undefined],
  ['the key of another merchant', other, 200, OTHER],
  ['the key of another merchant', other, 409, OTHER],
  ['the key of another merchant', other, 403, undefined],
] as const)('%s that is answered %3$i', ([_, expected, code, note]) => {
  const outcome = expected.test(exchangeOf({ status: code }))
  expect(outcome.ok ? undefined : outcome.note).toBe(note)
})
