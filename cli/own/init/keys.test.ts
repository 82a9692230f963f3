import { expect, test } from 'vitest'
import { keysOf } from './keys.ts'

const PAYMENT = 'http://127.0.0.1:1'
const MESSAGING = 'http://127.0.0.1:2'

test('keys of a payment service are its live ones, each by a variable', () => {
  const { answers, values } = keysOf({ payment: PAYMENT, key: ['sk_1', 'OTHER'] }, { OTHER: 'sk_2' })
  expect(answers.liveKeyEnv).toEqual(['PAY_KEY', 'OTHER'])
  expect(values).toMatchObject({ PAY_KEY: 'sk_1', OTHER: 'sk_2' })
})

test('keys of a messaging service are the one that is bound to an app, and the one that is not', () => {
  const one = keysOf({ messaging: MESSAGING, key: ['mk_1'] }, {}).answers
  expect([one.boundKeyEnv, one.unboundKeyEnv]).toEqual(['MSG_KEY_BOUND', undefined])
  const { answers, values } = keysOf({ messaging: MESSAGING, key: ['mk_1', 'mk_2'] }, {})
  expect([answers.boundKeyEnv, answers.unboundKeyEnv]).toEqual(['MSG_KEY_BOUND', 'MSG_KEY_UNBOUND'])
  expect(values).toMatchObject({ MSG_KEY_BOUND: 'mk_1', MSG_KEY_UNBOUND: 'mk_2' })
  expect(() => keysOf({ messaging: MESSAGING, key: ['a', 'b', 'c'] }, {})).toThrow('--key: 3 keys are given')
})

test('a key that no header carries is refused before anybody is asked, by name and not by value', () => {
  expect(() => keysOf({ payment: PAYMENT, key: ['sk_1\n'] }, {})).toThrow(
    '--key (PAY_KEY): the key has a line break beside it; write the key alone',
  )
  expect(() => keysOf({ payment: PAYMENT, key: ['OTHER'] }, { OTHER: 'Bearer sk_2' })).toThrow(
    '--key (OTHER): the key begins with its scheme',
  )
  expect(() => keysOf({ payment: PAYMENT, key: [''] }, {})).toThrow('--key (PAY_KEY): the key is empty')
})
