import { describe, expect, test } from 'vitest'
import { isLinearizable, type Operation, type Result } from './linearizable.ts'

const at = (begin: number, end: number, key: string, result: Result, reference = 'r'): Operation => ({
  key,
  reference,
  begin,
  end,
  result,
})
const made = (id: string): Result => ({ kind: 'made', id })
const duplicate: Result = { kind: 'duplicate' }
const conflict: Result = { kind: 'conflict' }
const unknown: Result = { kind: 'unknown' }

describe('explained by some order', () => {
  test.for<[string, Operation[]]>([
    ['one payment told twice', [at(0, 9, 'a', made('1')), at(1, 8, 'a', made('1'))]],
    [
      'one winner, the others duplicates',
      [at(0, 9, 'a', duplicate), at(1, 8, 'b', made('1')), at(2, 7, 'c', duplicate)],
    ],
    ['a conflict while the key is at work', [at(0, 9, 'a', made('1')), at(1, 2, 'a', conflict)]],
    ['a duplicate while the key is at work', [at(0, 9, 'a', made('1')), at(1, 2, 'a', duplicate)]],
    ['two references', [at(0, 9, 'a', made('1')), at(0, 9, 'b', made('2'), 's')]],
    ['a duplicate of a request that timed out', [at(0, 1, 'a', unknown), at(2, 3, 'b', duplicate)]],
    ['a retry of a request that timed out', [at(0, 1, 'a', unknown), at(2, 3, 'a', made('1'))]],
    ['a time-out that was never executed', [at(0, 1, 'a', unknown), at(2, 3, 'b', made('1'))]],
  ])('%s', ([, operations]) => {
    expect(isLinearizable(operations)).toBe(true)
  })
})

describe('explained by none', () => {
  test.for<[string, Operation[]]>([
    ['two payments of one key', [at(0, 9, 'a', made('1')), at(1, 8, 'a', made('2'))]],
    ['two live payments of one reference', [at(0, 9, 'a', made('1')), at(1, 8, 'b', made('2'))]],
    ['one payment for two keys', [at(0, 9, 'a', made('1')), at(0, 9, 'b', made('1'), 's')]],
    ['duplicates without a payment', [at(0, 9, 'a', duplicate), at(1, 8, 'b', duplicate)]],
    ['a duplicate before the payment', [at(0, 1, 'a', duplicate), at(2, 3, 'b', made('1'))]],
    ['a conflict long after', [at(0, 1, 'a', made('1')), at(2, 3, 'a', conflict)]],
    ['a retry that meets its own reference', [at(0, 1, 'a', made('1')), at(2, 3, 'a', duplicate)]],
  ])('%s', ([, operations]) => {
    expect(isLinearizable(operations)).toBe(false)
  })
})

test('nine operations are refused', () => {
  expect(() => isLinearizable(Array.from({ length: 9 }, (_, index) => at(0, 9, `k${index}`, duplicate)))).toThrow(
    RangeError,
  )
})
