import { type JsonSchema, RULE } from './schema.ts'

/** Where a value stands in a tree: member names and list positions from the root. */
export type Path = readonly (string | number)[]

/**
 * What a schema says of each value on the way to a path, from the root to the value itself; undefined where it says
 * nothing. Alternatives (`anyOf`) are not followed.
 */
export function schemasOn(root: JsonSchema, path: Path): readonly (JsonSchema | undefined)[] {
  const found: (JsonSchema | undefined)[] = [root]
  for (const part of path) found.push(below(found.at(-1), part))
  return found
}

/** What a schema says of the value at a path; undefined where nothing. */
export const schemaAt = (root: JsonSchema, path: Path): JsonSchema | undefined => schemasOn(root, path).at(-1)

function below(schema: JsonSchema | undefined, part: string | number): JsonSchema | undefined {
  if (schema === undefined) return undefined
  if (typeof part === 'number') return schema.items
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, part)) return schema.properties[part]
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
}

/** A text that its schema's rule finds wrong. */
export interface TextFault {
  readonly path: Path
  readonly value: string
  readonly fault: string
}

/** Texts of a tree that stand against a rule of its schema. Empty ones and values of another type are left to the schema. */
export function textFaults(schema: JsonSchema, value: unknown, path: Path = []): readonly TextFault[] {
  if (typeof value === 'string') {
    const fault = value === '' ? undefined : schema[RULE]?.(value)
    return fault === undefined ? [] : [{ path, value, fault }]
  }
  if (typeof value !== 'object' || value === null) return []
  const members: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return members.flatMap(([name, member]) => {
    const own = below(schema, name)
    return own === undefined ? [] : textFaults(own, member, [...path, name])
  })
}
