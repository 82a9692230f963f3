import { describe, expect, test } from 'vitest'
import type { DeniedClaim } from '../../contract/service.ts'
import { Denials } from './denials.ts'
import { KeyAllocator } from './keys.ts'

const services = {
  library: { baseUrl: 'http://127.0.0.1:9', keys: { reader: ['a', 'b', 'c'], guest: 'g', none: [] } },
  archive: { baseUrl: 'http://127.0.0.1:8', keys: { reader: ['x', 'y'], guest: 'h' } },
}

function allocator(...claims: readonly string[]) {
  const denials = new Denials()
  const denied = claims.map((claim): DeniedClaim => ({ claim, reason: `${claim} is not taken.`, blocks: true }))
  denials.deny(denied, { services })
  return new KeyAllocator({ services }, denials)
}

test('a key of its own is given by its name, as often as it is asked for', () => {
  const keys = allocator()
  expect([keys.key('library', 'guest'), keys.key('library', 'guest')]).toEqual([
    { name: 'guest', value: 'g' },
    { name: 'guest', value: 'g' },
  ])
})

test('of a list the least used is given', () => {
  const keys = allocator()
  const given = Array.from({ length: 7 }, () => keys.key('library', 'reader')?.name)
  expect(given).toEqual([0, 1, 2, 0, 1, 2, 0].map((index) => `reader[${index}]`))
})

test('the least used is the one with the fewest requests, those that are still to come among them', () => {
  const sent: Record<string, number> = { 'library.reader[0]': 4, 'library.reader[1]': 1, 'library.reader[2]': 2 }
  const keys = new KeyAllocator({ services }, new Denials(), (key) => sent[key] ?? 0)
  const given = Array.from({ length: 4 }, () => keys.key('library', 'reader')?.name)
  expect(given).toEqual([1, 1, 2, 1].map((index) => `reader[${index}]`))
  sent['library.reader[1]'] = 9
  expect(keys.key('library', 'reader')?.name).toBe('reader[2]')
})

test('one of a list is given by its place, and is no turn of the list', () => {
  const keys = allocator()
  expect(keys.key('library', 'reader[1]')).toEqual({ name: 'reader[1]', value: 'b' })
  expect([1, 2, 3].map(() => keys.key('library', 'reader')?.value)).toEqual(['a', 'b', 'c'])
})

test('two services with one name of a key never share a count', () => {
  const keys = allocator()
  const given = [
    ...[1, 2].map(() => keys.key('library', 'reader')?.value),
    ...[1, 2, 3].map(() => keys.key('archive', 'reader')?.value),
    keys.key('library', 'reader')?.value,
  ]
  expect(given).toEqual(['a', 'b', 'x', 'y', 'x', 'c'])
  expect([keys.key('library', 'guest')?.value, keys.key('archive', 'guest')?.value]).toEqual(['g', 'h'])
})

test.each([
  ['library', 'unheard'],
  ['library', 'unheard[0]'],
  ['library', 'reader[3]'],
  ['library', 'none'],
  ['museum', 'guest'],
])('%s has no key %s', (service, name) => {
  expect(allocator().key(service, name)).toBeUndefined()
})

describe('a key that the target does not take', () => {
  test('blocks whoever asks for it', () => {
    const keys = allocator('library.keys.guest')
    expect(() => keys.key('library', 'guest')).toThrow('library.keys.guest is not taken.')
    expect(keys.key('archive', 'guest')).toEqual({ name: 'guest', value: 'h' })
  })

  test('is left out of its list', () => {
    const keys = allocator('library.keys.reader[1]')
    expect([1, 2, 3].map(() => keys.key('library', 'reader')?.value)).toEqual(['a', 'c', 'a'])
    expect([1, 2].map(() => keys.key('archive', 'reader')?.value)).toEqual(['x', 'y'])
  })

  test('is not given by its place in a list, as if there were none', () => {
    const keys = allocator('library.keys.reader[1]')
    expect(keys.key('library', 'reader[1]')).toBeUndefined()
    expect(keys.key('library', 'reader[0]')?.value).toBe('a')
  })

  test('blocks a list of which none is left', () => {
    const keys = allocator('archive.keys.reader[0]', 'archive.keys.reader[1]')
    expect(() => keys.key('archive', 'reader')).toThrow('archive.keys.reader[0] is not taken.')
  })
})

test('what those who were given a key are going to send counts, until they have sent it', () => {
  const keys = new KeyAllocator({ services }, new Denials())
  const next = (name: string, requests = 1): string | undefined =>
    keys.key('library', 'reader', { name, requests })?.name
  expect([next('story', 6), next('b'), next('c'), next('d'), next('e')]).toEqual(
    [0, 1, 2, 1, 2].map((index) => `reader[${index}]`),
  )
  // The others have sent theirs, and somebody who was given none sends with a key of theirs.
  for (const [key, by] of [
    [1, 'b'],
    [1, 'd'],
    [2, 'c'],
    [2, 'e'],
    [2, 'f'],
  ] as const)
    keys.sends(`library.reader[${key}]`, by)
  expect(next('g')).toBe('reader[1]')
  expect(next('h')).toBe('reader[1]')
  for (let count = 0; count < 6; count += 1) keys.sends('library.reader[0]', 'story')
  // What was sent counts as it did before it was.
  expect([next('i'), next('j')]).toEqual(['reader[2]', 'reader[1]'])
})
