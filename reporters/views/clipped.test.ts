import { expect, test } from 'vitest'
import { clipped } from './clipped.ts'

test.each([
  ['a text that has room', 20, 'a text that has room'],
  ['got 404 RESOURCE_NOT_FOUND, not 400', 30, 'got 404 RESOURCE_NOT_FOUND…'],
  ['got 404 RESOURCE_NOT_FOUND, not 400', 24, 'got…'],
  ['got 404 RESOURCE_NOT_FOUND, not 400', 28, 'got 404 RESOURCE_NOT_FOUND…'],
  ['expected 400, got 409', 20, 'expected 400…'],
  ['got {"error_code":"A","message":"no such payment"}', 30, 'got {"error_code":"A"…'],
  [
    'got 400 INVALID_JSON, not 400 VALIDATION_ERROR or 400 INVALID_REQUEST',
    60,
    'got 400 INVALID_JSON, not 400 VALIDATION_ERROR…',
  ],
  ['onewordthatislongerthantheroom', 10, 'onewordth…'],
])('%s in %i', (text, most, shown) => {
  expect(clipped(text, most)).toBe(shown)
})
