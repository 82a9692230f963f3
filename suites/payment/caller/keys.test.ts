import { expect, test } from 'vitest'
import { formOf } from './keys.ts'

test.for([
  ['0190f2a4-5b6c-7d8e-9f00-112233445566', 'a UUID'],
  ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'a ULID'],
  // No letter of its alphabet.
  ['01ARZ3NDEKTSV4RRFFQ69G5FAU', '26 characters'],
  ['01ARZ3NDEKTSV4RRFFQ69G5FA', '25 characters'],
  ['order-7', '7 characters'],
  ['', '0 characters'],
])('the key %j is %s', ([key = '', form]) => {
  expect(formOf(key)).toBe(form)
})
