import { integer, number, object } from '../../schema/build.ts'
import type { JsonSchema, Schema } from '../../schema/schema.ts'
import type { Budget, Limit, SectionDefinition } from '../section.ts'
import { generated, leading, trailing } from './file.ts'
import { flag, record } from './parts.ts'

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
  const members = {
    ...leading,
    allow: record('Budgets, enforced where requests are sent.', allowed(sections)),
    ...Object.fromEntries(sections.map(({ id, schema }) => [id, schema])),
    ...trailing,
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:assay:target-file',
    title: 'Assay target file',
    ...object({}, members, {
      description: 'A deployment under test: where it is, what it has, what a run may do to it.',
    }),
    anyOf: sections.map(({ id }) => ({ required: [id] })),
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

const budget = ({ what, line }: Budget): Schema =>
  integer({
    minimum: 0,
    description: `${what} a run may cause at most. Without it: a default for environment local, otherwise 0.`,
    examples: [Number(line)],
  })

const limit = ({ description, example }: Limit): Schema =>
  number({ exclusiveMinimum: 0, description, examples: [example] })
