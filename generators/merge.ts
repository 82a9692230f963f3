import { type Schema, type TypeName, typesOf } from './schema.ts'

/** One schema that says what both say. Throws where the two cannot be said in one. */
export function merge(one: Schema, other: Schema): Schema {
  const { properties, required, type, enum: values, minimum, minLength, maxLength, ...rest } = other
  for (const [name, value] of Object.entries(rest)) {
    const before = one[name as keyof Schema]
    const isNote = name === 'default' || name === 'examples' || name === 'description'
    if (!isNote && before !== undefined && JSON.stringify(before) !== JSON.stringify(value))
      throw new Error(`two schemas of one value differ in ${name}`)
  }
  const least = (a: number | undefined, b: number | undefined, pick: typeof Math.max) =>
    a === undefined ? b : b === undefined ? a : pick(a, b)
  const merged = {
    ...one,
    ...rest,
    type: one.type === undefined ? type : type === undefined ? one.type : common(typesOf(one), typesOf(other)),
    properties: mergeProperties(one.properties, properties),
    required: one.required === undefined ? required : [...new Set([...one.required, ...(required ?? [])])],
    enum:
      one.enum === undefined
        ? values
        : values === undefined
          ? one.enum
          : one.enum.filter((each) => values.includes(each)),
    minimum: least(one.minimum, minimum, Math.max),
    minLength: least(one.minLength, minLength, Math.max),
    maxLength: least(one.maxLength, maxLength, Math.min),
  }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined)) as Schema
}

/** The schema without `allOf`: its parts merged into it. */
export function flattened(schema: Schema): Schema {
  const { allOf = [], ...rest } = schema
  return allOf.map(flattened).reduce(merge, rest)
}

function mergeProperties(one: Schema['properties'], other: Schema['properties']): Schema['properties'] {
  if (one === undefined || other === undefined) return one ?? other
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return Object.fromEntries(
    names.map((name) => {
      const [a, b] = [one[name], other[name]]
      return [name, a === undefined ? (b ?? {}) : b === undefined ? a : merge(flattened(a), flattened(b))]
    }),
  )
}

function common(one: readonly TypeName[], other: readonly TypeName[]): TypeName[] {
  const both = one.filter((each) => other.includes(each))
  if (both.length === 0) throw new Error(`no value is both ${one.join(' or ')} and ${other.join(' or ')}`)
  return both
}
