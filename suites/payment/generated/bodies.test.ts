import { expect, test } from 'vitest'
import { PLAIN } from '../../../generators/spelling.ts'
import { type GeneratedCreation, isPlainCustomer, type Liberty, libertyOf } from './bodies.ts'

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

const ASHA = { firstname: 'Asha', lastname: "M'wa-kyusa", email: 'asha+1@shop.example' }

test.for<[string, object, boolean]>([
  ['usual ones', {}, true],
  ['one beyond ASCII', { firstname: 'Zoë' }, false],
  ['one that begins with a sign', { lastname: '-kyusa' }, false],
  ['one of forty letters', { lastname: 'm'.repeat(40) }, true],
  ['one of forty-one', { lastname: 'm'.repeat(41) }, false],
  ['an address with a quoted part', { email: '"asha"@shop.example' }, false],
  ['an address of a number', { email: 'asha@[127.0.0.1]' }, false],
  ['no address', { email: undefined }, false],
])('names and addresses that nobody refuses: %s', ([_, members, expected]) => {
  expect(isPlainCustomer({ customer: { ...ASHA, ...members } })).toBe(expected)
})
