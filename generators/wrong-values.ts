import fc from 'fast-check'
import { MALFORMED, matching } from './formats.ts'
import { type Schema, type TypeName, typesOf } from './schema.ts'
import { text } from './text.ts'
import { testOf } from './validity.ts'

/** Values of a type that cannot be taken for one of another: no text of digits, no 0 or 1 for a boolean. */
const OF_TYPE: Readonly<Record<TypeName, fc.Arbitrary<unknown>>> = {
  string: fc.constantFrom('abc', 'none', 'x'),
  number: fc.constantFrom(12345, 6.5, -7),
  integer: fc.constantFrom(12345, -7),
  boolean: fc.boolean(),
  object: fc.constantFrom({}, { value: 'none' }, { a: { b: 1 } }),
  array: fc.constantFrom([], ['none'], [[1]]),
  null: fc.constant(null),
}

/** The ways in which a value can have a type that a schema does not let through: one set of values for each. */
export function wrongTypes(
  schema: Schema,
): readonly { readonly type: string; readonly values: fc.Arbitrary<unknown> }[] {
  const allowed = typesOf(schema)
  const isNumeric = allowed.includes('number') || allowed.includes('integer')
  const types = (['string', 'number', 'boolean', 'object', 'array', 'null'] as const).filter(
    (type) => !allowed.includes(type) && !(type === 'number' && isNumeric),
  )
  const found = types.map((type) => ({ type: type as string, values: OF_TYPE[type] }))
  if (!allowed.includes('integer') || allowed.includes('number')) return found
  return [...found, { type: 'fraction', values: fc.constantFrom(6.5, 0.1, -1.25) }]
}

/**
 * Values that one keyword of a schema refuses and every other one takes; undefined for a keyword that refuses nothing by
 * itself.
 * @param known texts that its pattern takes; any when absent
 */
export function wrongValues(
  schema: Schema,
  keyword: keyof Schema,
  known?: fc.Arbitrary<string>,
): fc.Arbitrary<unknown> | undefined {
  const source = sourceOf(schema, keyword, known)
  if (source === undefined) return undefined
  const { [keyword]: own, ...rest } = schema
  const takes = testOf({ [keyword]: own } as Schema)
  const others = testOf(rest as Schema)
  return source.filter((value) => !takes(value) && others(value))
}

const ALMOST = ['', ' ', 'x', 'é', '😀', '0', '-', '+', '.', 'pigeon', 'https:/', 'ftp://example.com/']

/** A known value in other letters, and with a blank behind it. */
const misspelt = (value: unknown): string[] => (typeof value === 'string' ? [value.toUpperCase(), `${value} `] : [])

function sourceOf(
  { const: only, enum: values = [only], pattern = '', minLength = 0, maxLength = 0, minimum = 0, format }: Schema,
  keyword: keyof Schema,
  known: fc.Arbitrary<string> | undefined,
): fc.Arbitrary<unknown> | undefined {
  switch (keyword) {
    case 'const':
    case 'enum':
      return fc.oneof(fc.constantFrom(...ALMOST, ...values.flatMap(misspelt)), text())
    case 'pattern':
      return fc.oneof(
        fc.constantFrom(...ALMOST, 'http://example.com/hook'),
        text(),
        spoilt(known ?? matching(pattern)),
        fc.tuple(fc.constantFrom('+', '0', '00'), known ?? matching(pattern)).map((parts) => parts.join('')),
      )
    case 'format':
      return malformed(format ?? '')
    case 'minLength':
      return fc.string({ maxLength: Math.max(0, minLength - 1) })
    case 'maxLength':
      return fc.integer({ min: 1, max: 300 }).map((over) => 'k'.repeat(maxLength + over))
    case 'minimum':
      return fc.oneof(
        fc.constantFrom(minimum - 1, minimum - 0.5, minimum - 0.01, 1, 0, -1, -minimum),
        fc.integer({ min: -1_000_000, max: minimum - 1 }),
      )
    default:
      return undefined
  }
}

/** A text with one character too many in it. */
const spoilt = (whole: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(whole, fc.nat({ max: 20 }), fc.constantFrom('x', 'Z', ' ', '-', 'é', '+', '٣'))
    .map(([text, at, more]) => text.slice(0, at) + more + text.slice(at))

function malformed(format: string): fc.Arbitrary<string> {
  const plain = MALFORMED[format] ?? []
  const hosts =
    format === 'uri' ? ['https://', 'https://exa mple.com/', 'https://example.com/a b', 'https://<host>/'] : []
  return fc.constantFrom(...plain, ...hosts)
}
