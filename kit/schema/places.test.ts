import { describe, expect, test } from 'vitest'
import { anything, either, list, mapOf, object, text } from './build.ts'
import { schemaAt, schemasOn, textFaults } from './places.ts'
import { RULE } from './schema.ts'

const short = text({ description: 'short', [RULE]: (value) => (value.length > 2 ? 'too long' : undefined) })
const proxy = either([text(), list(text())], { [RULE]: (value) => (value === 'no' ? 'refused' : undefined) })
const schema = object({ a: short }, { many: list(short), byName: mapOf(object({ b: short })), open: anything(), proxy })

describe('the schema at a path', () => {
  test.each([
    [['a'], 'short'],
    [['many', 3], 'short'],
    [['byName', 'whatever', 'b'], 'short'],
    [['open', 'deep'], undefined],
    [['a', 'deeper'], undefined],
    [['nowhere'], undefined],
    [['many', 'x'], undefined],
    [['toString'], undefined],
  ])('%j', (path, description) => {
    expect(schemaAt(schema, path)?.description).toBe(description)
  })

  test('is the last of those on the way', () => {
    expect(schemasOn(schema, ['byName', 'x'])).toEqual([
      schema,
      schema.properties?.byName,
      expect.objectContaining({ required: ['b'] }),
    ])
  })
})

describe('texts against the rules of their schema', () => {
  test('are found wherever they stand', () => {
    const value = {
      a: 'long',
      many: ['ok', 'longer'],
      byName: { x: { b: 'longest' } },
      open: { a: 'free' },
      proxy: 'no',
    }
    expect(textFaults(schema, value)).toEqual([
      { path: ['a'], value: 'long', fault: 'too long' },
      { path: ['many', 1], value: 'longer', fault: 'too long' },
      { path: ['byName', 'x', 'b'], value: 'longest', fault: 'too long' },
      { path: ['proxy'], value: 'no', fault: 'refused' },
    ])
  })

  test.each([[undefined], [null], ['text'], [{ a: '' }], [{ a: 3 }], [{ a: ['long'] }], [{ many: 'long' }]])(
    '%j breaks none',
    (value) => {
      expect(textFaults(schema, value)).toEqual([])
    },
  )
})
