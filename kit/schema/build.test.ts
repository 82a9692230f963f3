import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  anything,
  boolean,
  choice,
  count,
  either,
  integer,
  list,
  literal,
  mapOf,
  number,
  object,
  text,
} from './build.ts'
import type { Static } from './schema.ts'

const loan = object(
  { title: text({ minLength: 1 }), days: count(), state: choice(['out', 'back']) },
  { fee: number(), tags: list(text()), notes: mapOf(list(integer())), by: object({ id: text() }), more: anything() },
)
const accepts = new Ajv2020({ strict: true }).compile(loan)
const whole = { title: 'a', days: 1, state: 'out' }

test('types come from the declaration', () => {
  expectTypeOf<Static<typeof loan>>().toEqualTypeOf<{
    readonly title: string
    readonly days: number
    readonly state: 'out' | 'back'
    readonly fee?: number
    readonly tags?: readonly string[]
    readonly notes?: Readonly<Record<string, readonly number[]>>
    readonly by?: { readonly id: string }
    readonly more?: unknown
  }>()
  const kinds = either([literal('x'), literal(1), boolean(), object({ y: text() })])
  expectTypeOf<Static<typeof kinds>>().toEqualTypeOf<'x' | 1 | boolean | { readonly y: string }>()
  expectTypeOf<Static<{ type: 'string' }>>().toBeUnknown()
})

describe('the same declaration judges values', () => {
  test.each([[whole], [{ ...whole, fee: 0.5, tags: [], notes: { a: [1] }, by: { id: '' }, more: null }]])(
    '%j is accepted',
    (value) => {
      expect(accepts(value)).toBe(true)
    },
  )

  test.each([
    ['a member that is missing', { title: 'a', days: 1 }],
    ['one too many', { ...whole, colour: 'red' }],
    ['an empty text', { ...whole, title: '' }],
    ['a count below none', { ...whole, days: -1 }],
    ['a count that is not whole', { ...whole, days: 0.5 }],
    ['no such choice', { ...whole, state: 'lost' }],
    ['an entry of another type', { ...whole, tags: [1] }],
    ['a value of another type', { ...whole, notes: { a: ['1'] } }],
    ['what is missing below', { ...whole, by: {} }],
  ])('%s is refused', (_, value) => {
    expect(accepts(value)).toBe(false)
  })
})

test('an object without members that it must have says nothing of them', () => {
  expect(object({}, { a: text() }, { description: 'd' })).toEqual({
    type: 'object',
    description: 'd',
    properties: { a: { type: 'string' } },
    additionalProperties: false,
  })
})
