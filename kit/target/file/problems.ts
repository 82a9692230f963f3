import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema } from '../../schema/schema.ts'
import { type Path, showPath } from '../path.ts'
import { type Secrecy, secrecyOf } from '../secrecy.ts'
import type { SectionDefinition } from '../section.ts'
import { nearest } from './nearest.ts'
import { targetFileSchemaOf } from './schema.ts'

const KINDS: Readonly<Record<NonNullable<JsonSchema['type']>, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
}

/** JSON pointer of ajv to a path; numbers become list positions where the data is a list. */
function pathOf(pointer: string, root: unknown): Path {
  let value = root
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
      const step = Array.isArray(value) ? Number(name) : name
      value = (value as Record<string | number, unknown> | undefined)?.[step]
      return step
    })
}

function problemOf(error: ErrorObject, root: unknown, secrecy: Secrecy): string {
  const path = pathOf(error.instancePath, root)
  const at = showPath(path)
  const got = `got ${secrecy.show(error.data, path)}`
  const schema = (error.parentSchema ?? {}) as JsonSchema
  switch (error.keyword) {
    case 'additionalProperties': {
      const unknown = String(error.params.additionalProperty)
      const known = Object.keys(schema.properties ?? {})
      const meant = nearest(unknown, known)
      const hint = meant === undefined ? '' : `; did you mean ${meant}?`
      return `${showPath([...path, unknown])}: unknown key${hint} (known here: ${known.join(', ')})`
    }
    case 'required':
      return `${showPath([...path, error.params.missingProperty])}: missing`
    case 'anyOf':
      return path.length === 0
        ? `nothing to test: at least one of ${sectionsIn(schema).join(', ')} is needed`
        : `${at}: expected ${(schema.anyOf ?? []).map(kindOf).join(' or ')}, ${got}`
    case 'type': {
      const quote = schema.type === 'string' && typeof error.data === 'number' ? '; put it in quotes' : ''
      return `${at}: expected ${kindOf(schema)}, ${got}${quote}`
    }
    case 'enum':
      return `${at}: expected one of ${(schema.enum ?? []).join(', ')}, ${got}`
    case 'minimum':
      return `${at}: expected ${schema.minimum} or more, ${got}`
    case 'exclusiveMinimum':
      return `${at}: expected more than ${schema.exclusiveMinimum}, ${got}`
    case 'minLength':
      return `${at}: expected a text, got an empty one`
    case 'minItems':
      return `${at}: expected at least ${schema.minItems} entry, got an empty list`
    case 'minProperties':
      return `${at}: expected at least one of ${Object.keys(schema.properties ?? {}).join(', ')}`
    default:
      return `${at}: ${error.message ?? error.keyword}, ${got}`
  }
}

const kindOf = ({ type }: JsonSchema): string => (type === undefined ? 'another value' : KINDS[type])

/** Sections of which the file needs one: what its alternatives require. */
const sectionsIn = ({ anyOf = [] }: JsonSchema): readonly string[] => anyOf.flatMap(({ required = [] }) => required)

const compiled = new WeakMap<JsonSchema, ValidateFunction>()

function validatorOf(schema: JsonSchema): ValidateFunction {
  const validate =
    compiled.get(schema) ??
    new Ajv2020({ allErrors: true, verbose: true, strict: true, strictRequired: false }).compile(schema)
  compiled.set(schema, validate)
  return validate
}

/** Every contradiction between a target file and its schema, one line each; empty where there is none. */
export function schemaProblems(
  file: unknown,
  sections: readonly SectionDefinition[],
  secrets: readonly string[],
): string[] {
  const schema = targetFileSchemaOf(sections)
  const validate = validatorOf(schema)
  if (validate(file)) return []
  const secrecy = secrecyOf(schema, sections, secrets)
  const problems = (validate.errors ?? [])
    // Of alternatives the whole is told, not why each of them is not met.
    .filter(({ schemaPath }) => !schemaPath.includes('/anyOf/'))
    .map((error) => problemOf(error, file, secrecy))
  return [...new Set(problems)]
}
