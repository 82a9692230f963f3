import { integer, number, object } from '../../schema/build.ts'
import type { JsonSchema, Schema } from '../../schema/schema.ts'
import type { Budget, Limit, SectionDefinition } from '../section.ts'
import { generated, leading, trailing } from './file.ts'
import { flag, record } from './parts.ts'
import { type Abbreviated, abbreviatedIn, WHOSE } from './shorthand.ts'

/** What was made for lists that begin with a section. */
const known = new WeakMap<SectionDefinition, (readonly [readonly SectionDefinition[], JsonSchema])[]>()

/**
 * JSON Schema of a target file with these sections, for validation and for editors. One object for the same sections:
 * what is compiled from it is dear, and can be kept.
 */
export function targetFileSchemaOf(sections: readonly SectionDefinition[]): JsonSchema {
  const [first] = sections
  const before = first === undefined ? [] : (known.get(first) ?? [])
  const same = before.find(
    ([each]) => each.length === sections.length && each.every((section, place) => section === sections[place]),
  )
  if (same !== undefined) return same[1]
  const schema = schemaWith(sections)
  if (first !== undefined) known.set(first, [...before, [sections, schema]])
  return schema
}

function schemaWith(sections: readonly SectionDefinition[]): JsonSchema {
  const short = abbreviatedIn(sections)
  const members = {
    ...leading,
    allow: record('Budgets, enforced where requests are sent.', allowed(sections)),
    ...Object.fromEntries(sections.map(({ id, schema }) => [id, schema])),
    ...Object.fromEntries([...short].map(([name, own]) => [name, shorthandSchema(own)])),
    ...trailing,
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:assay:target-file',
    title: 'Assay target file',
    ...object({}, members, {
      description: 'A deployment under test: where it is, what it has, what a run may do to it.',
    }),
    anyOf: [...sections.map(({ id }) => id), ...short.keys()].map((id) => ({ required: [id] })),
  }
}

/** What may stand in place of sections: one of them, told by its members or named, or several by their short names. */
function shorthandSchema(own: readonly Abbreviated[]): JsonSchema {
  const ids = own.map(({ id }) => id)
  const names = own.map(({ shorthand: { as } }) => as)
  const properties = Object.assign({}, ...own.map(({ schema }) => schema.properties)) as JsonSchema['properties']
  const told = own.map(({ shorthand: { as, by } }) =>
    by.length === 0 ? `\`${WHOSE}: ${as}\`` : `\`${by.join('`, `')}\` for that of ${as}`,
  )
  return {
    description: `Short for ${ids.map((id) => `\`${id}\``).join(' or ')}: the members of one of them, told by ${told.join(', ')}; or an object with ${names.map((name) => `\`${name}\``).join(' and ')}, each with its own.`,
    anyOf: [
      {
        type: 'object',
        properties: {
          ...properties,
          [WHOSE]: { enum: names, description: 'Whose it is, where its members do not tell.' },
        },
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: Object.fromEntries(own.map(({ shorthand: { as }, schema }) => [as, schema])),
        additionalProperties: false,
        minProperties: 1,
      },
    ],
  }
}

function allowed(sections: readonly SectionDefinition[]): Readonly<Record<string, Schema>> {
  const brought = sections.map(({ allow = {} }) => allow)
  return {
    ...each(
      brought.map(({ budgets }) => budgets),
      budget,
    ),
    ...each(
      brought.map(({ limits }) => limits),
      limit,
    ),
    generated,
    ...each(
      brought.map(({ permissions }) => permissions),
      ({ description }) => flag(description, { examples: [false] }),
    ),
  }
}

const each = <T>(groups: readonly (Readonly<Record<string, T>> | undefined)[], schemaOf: (one: T) => Schema) =>
  Object.fromEntries(
    groups.flatMap((group) => Object.entries(group ?? {}).map(([name, one]) => [name, schemaOf(one)] as const)),
  )

const budget = ({ what, line, local }: Budget): Schema =>
  integer({
    minimum: 0,
    description: `${what} a run may cause at most. Without it: ${local} for environment local, otherwise 0.`,
    examples: [Number(line)],
  })

const limit = ({ description, example }: Limit): Schema =>
  number({ exclusiveMinimum: 0, description, examples: [example] })
