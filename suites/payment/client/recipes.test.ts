import { expect, test } from 'vitest'
import { lenient, status } from '../../../kit/match/index.ts'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { refusedBy } from './recipes.ts'

const MISTAKE = 'unless payment.outcomes.declined of the target file does not bring it about'

test.for<[string, number, object]>([
  ['refused as it is to be', 402, { ok: true }],
  ['refused otherwise', 409, { ok: false, actual: '409' }],
  ['taken, which the recipe may be to blame for', 201, { ok: false, actual: '201', note: MISTAKE }],
])('a creation that its recipe has refused is %s', ([_, code, expected]) => {
  const outcome = refusedBy('declined', status(402)).test(exchangeOf({ status: code, answer: [] }))
  expect({ ...outcome, ...('actual' in outcome ? { actual: outcome.actual.slice(0, 3) } : {}) }).toEqual(expected)
})

test('a reason that is given already stays', () => {
  const because = refusedBy('declined', lenient(status(402), 'by a reading'))
  expect(because.test(exchangeOf({ status: 201 }))).toMatchObject({ ok: false, soft: true, note: 'by a reading' })
})
