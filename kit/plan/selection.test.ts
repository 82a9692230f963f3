import { expect, test } from 'vitest'
import { matches, selects } from './selection.ts'

const check = {
  id: 'pay/idempotency/replay',
  covers: ['pay.idempotency.replay-status', 'pay.idempotency.replay-same-payment'],
} as const
const all = { only: [], skip: [] }

test.for([
  ['pay.idempotency.*', true],
  ['*', true],
  ['pay.idempotency.replay-status', true],
  ['pay.idempotency', false],
  ['pay?idempotency.*', false],
  ['PAY.*', false],
] as const)('the pattern %s', ([pattern, expected]) => {
  expect(matches('pay.idempotency.replay-status', pattern)).toBe(expected)
})

test('a check is selected by its own id and by the ids that it covers', () => {
  expect(selects(check, all)).toBe(true)
  expect(selects(check, { ...all, only: ['pay/idempotency/*'] })).toBe(true)
  expect(selects(check, { ...all, only: ['pay.*.replay-status'] })).toBe(true)
  expect(selects(check, { ...all, only: ['pay.rate.*'] })).toBe(false)
})

test('a check is left out when it is named, or when nothing that it covers is left', () => {
  expect(selects(check, { ...all, skip: ['pay/idempotency/*'] })).toBe(false)
  expect(selects(check, { ...all, skip: ['pay.idempotency.replay-status'] })).toBe(true)
  expect(selects(check, { ...all, skip: ['pay.idempotency.*'] })).toBe(false)
})
