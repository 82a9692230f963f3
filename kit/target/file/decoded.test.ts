import { expect, test } from 'vitest'
import { decoded } from './decoded.ts'

const TEXT = 'name: Zürich €'

test('a text is read as editors and shells write it', () => {
  const little = Buffer.from(`\ufeff${TEXT}`, 'utf16le')
  const big = Buffer.from(little).swap16()
  for (const bytes of [Buffer.from(TEXT), Buffer.from(`\ufeff${TEXT}`), little, big]) expect(decoded(bytes)).toBe(TEXT)
  expect(decoded(Buffer.alloc(0))).toBe('')
})
