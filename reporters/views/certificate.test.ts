import { expect, test } from 'vitest'
import { countsText } from './certificate.ts'

test('requirements are counted by verdict, one of them in the singular', () => {
  expect(countsText({ pass: 12, fail: 1, warn: 2, noted: 1 })).toBe('1 broken promise, 2 warnings, 12 kept, 1 noted')
})
