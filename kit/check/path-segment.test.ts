import { expect, test } from 'vitest'
import { pathSegment } from './path-segment.ts'

test.each([
  ['3f2b8c1e-0000-4000-8000-000000000000', '3f2b8c1e-0000-4000-8000-000000000000'],
  ['aGk/Zm9v+w==', 'aGk%2FZm9v%2Bw%3D%3D'],
  ['../x', '..%2Fx'],
  ['...', '...'],
  ['%2e%2e', '%252e%252e'],
  ['é?#', '%C3%A9%3F%23'],
])('%j stands in a path as %s', (id, segment) => {
  expect(pathSegment(id)).toBe(segment)
  expect(new URL(`http://x/a/${segment}/b`).pathname).toBe(`/a/${segment}/b`)
})

test.each(['', '.', '..', '\ud800', 'x'.repeat(600)])('%j blocks', (id) => {
  expect(() => pathSegment(id)).toThrow(/^an id of the target cannot stand in a path: /)
})
