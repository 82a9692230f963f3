import { expect, test } from 'vitest'
import { errorCodeIn } from './error-code.ts'

test.each([
  [{ error_code: 'a' }, 'a'],
  [{ error: { code: 'b' } }, 'b'],
  [{ errors: [{ code: 'c' }, { code: 'd' }] }, 'c'],
  [{ error_code: 'a', error: { code: 'b' } }, 'a'],
  [{ error_code: null, error: { code: 'b' } }, 'b'],
  [{ error_code: 400 }, undefined],
  [{ code: 'e' }, undefined],
  ['error_code', undefined],
  [undefined, undefined],
])('%j carries the code %s', (body, code) => {
  expect(errorCodeIn(body)).toBe(code)
})
