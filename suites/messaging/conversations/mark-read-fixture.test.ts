import { expect, test } from 'vitest'
import { withOffset } from './mark-read-fixture.ts'

test('a time in a zone ahead of UTC is the same moment, which reads as a later one without its offset', () => {
  const at = new Date('2026-03-01T22:30:00.250Z')
  expect(withOffset(at)).toBe('2026-03-02T01:30:00.250+03:00')
  expect(Date.parse(withOffset(at))).toBe(at.getTime())
})
