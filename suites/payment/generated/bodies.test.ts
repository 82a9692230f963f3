import { expect, test } from 'vitest'
import { PLAIN } from '../../../generators/spelling.ts'
import { type GeneratedCreation, isPlainCustomer, type Liberty, libertiesOf } from './bodies.ts'

const plain: GeneratedCreation = { body: { amount: 500 }, referenceTail: 'a-1', keyTail: 'b_2', spelling: PLAIN }

test.for<[string, Partial<GeneratedCreation>, Liberty[]]>([
  ['none', {}, []],
  ['an amount that is not whole', { body: { amount: 500.5 } }, ['pay.open.amount-forms']],
  ['an amount with a point', { spelling: { ...PLAIN, numbers: 'point' } }, ['pay.open.amount-forms']],
  ['a reference with a blank', { referenceTail: 'a b' }, ['pay.open.text-lengths']],
  [
    'a reference with a blank and a key with a sign',
    { referenceTail: 'a b', keyTail: 'b/2' },
    ['pay.open.text-lengths', 'pay.open.idempotency-key-characters'],
  ],
  ['a key with a sign', { keyTail: 'b/2' }, ['pay.open.idempotency-key-characters']],
])('a creation makes use of a freedom: %s', ([_, members, liberties]) => {
  expect(libertiesOf({ ...plain, ...members })).toEqual(liberties)
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
