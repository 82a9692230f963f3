import fc from 'fast-check'
import { formatted, matching } from './formats.ts'
import { flattened, merge } from './merge.ts'
import { type Schema, type TypeName, typesOf } from './schema.ts'
import { text } from './text.ts'
import { isValid, testOf } from './validity.ts'

/** Values that a member of this name usually has; what the schema does not let through is left out. */
export type Usual = (name: string) => fc.Arbitrary<unknown> | undefined

export interface ValueOptions {
  readonly usual?: Usual
  /** Members with values of their own, by JSON pointer: `/customer/email`. They must be valid where they stand. */
  readonly fixed?: Readonly<Record<string, fc.Arbitrary<unknown>>>
  /** Further members, of names that the schema does not know. */
  readonly extra?: boolean
}

interface Place extends ValueOptions {
  readonly pointer: string
}

/** Valid values of a schema. Whatever they shrink to is valid as well. */
export function valuesOf(schema: Schema, options: ValueOptions = {}): fc.Arbitrary<unknown> {
  const made = of(schema, { ...options, pointer: '' })
  return needsFilter(schema) ? made.filter(testOf(schema)) : made
}

/** Alternatives and conditions are made one way and then held against the whole. */
function needsFilter(schema: Schema): boolean {
  const { anyOf, oneOf, if: condition, allOf = [], properties = {}, items } = schema
  if (anyOf !== undefined || oneOf !== undefined || condition !== undefined) return true
  return [...allOf, ...Object.values(properties), ...(items === undefined ? [] : [items])].some(needsFilter)
}

function of(given: Schema, place: Place): fc.Arbitrary<unknown> {
  const own = place.fixed?.[place.pointer]
  if (own !== undefined) return own
  const { anyOf, oneOf, if: condition, then, else: otherwise, ...schema } = flattened(given)
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((each) => of(merge(schema, flattened(each)), place)))
  if (condition === undefined) return plain(schema, place)
  const met = merge(merge(schema, condition), then ?? {})
  const unmet = merge(schema, otherwise ?? {})
  const ways: fc.Arbitrary<unknown>[] = []
  if (!isFixedOtherwise(condition, place)) ways.push(plain(met, place))
  if (!isFixedThus(condition, place)) ways.push(plain(unmet, place).filter((value) => !isValid(condition, value)))
  return fc.oneof(...ways)
}

const fixedMembers = (condition: Schema, { fixed = {}, pointer }: Place): readonly [Schema, fc.Arbitrary<unknown>][] =>
  Object.entries(condition.properties ?? {}).flatMap(([name, wanted]) => {
    const own = fixed[`${pointer}/${name}`]
    return own === undefined ? [] : [[wanted, own] as [Schema, fc.Arbitrary<unknown>]]
  })

const sampled = (own: fc.Arbitrary<unknown>): unknown[] => fc.sample(own, { numRuns: 20, seed: 1 })

/** Whether what is fixed keeps a condition from being met. */
function isFixedOtherwise(condition: Schema, place: Place): boolean {
  return fixedMembers(condition, place).some(([wanted, own]) => sampled(own).every((value) => !isValid(wanted, value)))
}

/** Whether what is fixed meets a condition by itself. */
function isFixedThus(condition: Schema, place: Place): boolean {
  const members = fixedMembers(condition, place)
  if (members.length < Object.keys(condition.properties ?? {}).length) return false
  return members.every(([wanted, own]) => sampled(own).every((value) => isValid(wanted, value)))
}

function plain(schema: Schema, place: Place): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const types = typesOf(schema)
  return types.length === 1
    ? typed(schema, types[0]!, place)
    : fc.oneof(...types.map((type) => typed(schema, type, place)))
}

function typed(schema: Schema, type: TypeName, place: Place): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return schema.properties === undefined
        ? fc.dictionary(fc.constantFrom('a', 'b', 'é'), fc.jsonValue({ maxDepth: 1 }), {
            maxKeys: 3,
            noNullPrototype: true,
          })
        : members(schema, place)
    case 'array':
      return fc.array(
        schema.items === undefined
          ? fc.jsonValue({ maxDepth: 1 })
          : of(schema.items, { ...place, pointer: `${place.pointer}/*` }),
        { maxLength: 4 },
      )
    case 'string':
      return texts(schema, place)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: 2 ** 31 })
    case 'number':
      return numbers(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
  }
}

function members({ properties = {}, required = [] }: Schema, place: Place): fc.Arbitrary<unknown> {
  const entries = Object.entries(properties).map(
    ([name, schema]) => [name, of(schema, { ...place, pointer: `${place.pointer}/${name}` })] as const,
  )
  const known = fc.record(Object.fromEntries(entries), { requiredKeys: [...required], noNullPrototype: true })
  if (place.extra !== true) return known
  const more = fc.dictionary(fc.constantFrom('x_note', 'é', 'X-1'), fc.jsonValue({ maxDepth: 1 }), {
    maxKeys: 2,
    noNullPrototype: true,
  })
  return fc.tuple(more, known).map(([others, own]) => ({ ...others, ...own }))
}

const lastStep = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1)

function texts(schema: Schema, { usual, pointer }: Place): fc.Arbitrary<string> {
  const { pattern, format, minLength: min, maxLength: max } = schema
  const fits = testOf({ type: 'string', ...pick(schema) })
  const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  const source = format !== undefined ? formatted(format) : pattern !== undefined ? matching(pattern) : text(bounds)
  const alone =
    (format === undefined ? 0 : 1) +
      (pattern === undefined ? 0 : 1) +
      (min === undefined && max === undefined ? 0 : 1) <
    2
  const made = alone ? source : source.filter(fits)
  const likely = usual?.(lastStep(pointer))
  if (likely === undefined) return made
  return fc.oneof({ arbitrary: likely.filter(fits) as fc.Arbitrary<string>, weight: 4 }, { arbitrary: made, weight: 1 })
}

const pick = ({ pattern, format, minLength, maxLength }: Schema): Schema => ({
  ...(pattern === undefined ? {} : { pattern }),
  ...(format === undefined ? {} : { format }),
  ...(minLength === undefined ? {} : { minLength }),
  ...(maxLength === undefined ? {} : { maxLength }),
})

/** Whole numbers for the most part, then hundredths, then what needs an exponent. */
function numbers({ minimum = -1e9 }: Schema): fc.Arbitrary<number> {
  const least = Math.ceil(minimum)
  const whole = fc.integer({ min: least, max: Math.max(least + 1, 2 ** 31) })
  const near = fc.integer({ min: least, max: least + 20 })
  const hundredths = fc.integer({ min: least * 100, max: least * 100 + 1_000_000_00 }).map((value) => value / 100)
  const large = fc.constantFrom(2 ** 31, 2 ** 32 + 1, 2 ** 53 - 1, 1e21, 1.5e300).filter((value) => value >= minimum)
  return fc.oneof(
    { arbitrary: whole, weight: 4 },
    { arbitrary: near, weight: 2 },
    { arbitrary: hundredths, weight: 2 },
    { arbitrary: large, weight: 1 },
  )
}
