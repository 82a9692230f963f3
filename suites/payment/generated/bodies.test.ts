import { expect, test } from 'vitest'
import { PLAIN } from '../../../generators/spelling.ts'
import { type GeneratedCreation, type Liberty, libertyOf } from './bodies.ts'

const plain: GeneratedCreation = { body: { amount: 500 }, referenceTail: 'a-1', keyTail: 'b_2', spelling: PLAIN }

test.for<[string, Partial<GeneratedCreation>, Liberty | undefined]>([
  ['none', {}, undefined],
  ['an amount that is not whole', { body: { amount: 500.5 } }, 'pay.open.amount-forms'],
  ['an amount with a point', { spelling: { ...PLAIN, numbers: 'point' } }, 'pay.open.amount-forms'],
  ['a reference with a blank', { referenceTail: 'a b' }, 'pay.open.text-lengths'],
  ['a key with a sign', { keyTail: 'b/2' }, 'pay.open.idempotency-key-characters'],
])('a creation makes use of a freedom: %s', ([_, members, liberty]) => {
  expect(libertyOf({ ...plain, ...members })).toBe(liberty)
})
