import type { JsonSchema } from '../../schema/schema.ts'
import type { SectionDefinition } from '../section.ts'
import { targetFileSchemaOf } from './schema.ts'

/**
 * JSON Schema of a target file as it is written, for editors: members of the top level may be paths
 * (`library.outcomes.lost`), and what a section needs may stand in a line of its own.
 */
export function pastedSchemaOf(sections: readonly SectionDefinition[]): JsonSchema {
  const { anyOf: _, properties = {}, ...schema } = targetFileSchemaOf(sections)
  const ids = sections.map(({ id }) => id)
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, own]) => [name, ids.includes(name) ? withoutRequired(own) : own]),
    ),
    patternProperties: Object.fromEntries(pathsBelow(properties, '')),
    allOf: [
      {
        anyOf: ids.flatMap((id) => [{ required: [id] }, { not: { propertyNames: { not: { pattern: `^${id}\\.` } } } }]),
      },
      ...sections.flatMap(({ id, schema: { required = [] } }) => required.map((name) => given(id, name))),
    ],
  }
}

/** Where a section is there, a member of it is, in the section or in a line of its own. */
const given = (id: string, name: string): JsonSchema => ({
  if: { required: [id], properties: { [id]: { type: 'object' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { anyOf: [{ properties: { [id]: { required: [name] } } }, { required: [`${id}.${name}`] }] },
})

const withoutRequired = ({ required: _, ...schema }: JsonSchema): JsonSchema => schema

/** Each place below the top level, as a pattern of its path, with the schema of what stands there. */
function pathsBelow(members: Readonly<Record<string, JsonSchema>>, before: string): [string, JsonSchema][] {
  return Object.entries(members).flatMap(([name, schema]) => placesOf(schema, `${before}${name}`))
}

function placesOf(schema: JsonSchema, path: string): [string, JsonSchema][] {
  const own: [string, JsonSchema][] = path.includes('\\.') ? [[`^${path}$`, schema]] : []
  const { properties, additionalProperties, items } = schema
  const entries = items === undefined ? [] : placesOf(items, `${path}\\[\\d+\\]`)
  const below = properties === undefined ? [] : pathsBelow(properties, `${path}\\.`)
  const named = typeof additionalProperties === 'object' ? placesOf(additionalProperties, `${path}\\.\\w+`) : []
  const open: [string, JsonSchema][] = additionalProperties === true ? [[`^${path}(\\.\\w+|\\[\\d+\\])+$`, {}]] : []
  return [...own, ...entries, ...below, ...named, ...open]
}
