import { expect, test } from 'vitest'
import { showsNothingMade } from './refusal.ts'

test.each([400, 401, 403, 404, 409, 422, 429, 301, 307, 308])('%i shows that nothing was made', (status) => {
  expect(showsNothingMade(status)).toBe(true)
})

test.each([undefined, 200, 201, 202, 302, 303, 408, 500, 502, 503, 504])('%s does not', (status) => {
  expect(showsNothingMade(status)).toBe(false)
})
