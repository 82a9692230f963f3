import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { nearest } from './nearest.ts'
import { isSecretPath, type Path, showPath } from './path.ts'
import { targetFileSchema } from './schema.ts'
import type { JsonSchema } from './schema-parts.ts'

const KINDS: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
}

/** A value as it may appear in a message: secrets and everything that is not a plain value are only named. */
export function showValue(value: unknown, path: Path, secrets: readonly string[]): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object') return 'an object'
  const shown = String(value)
  const holdsSecret = secrets.some((secret) => shown === secret || (secret.length >= 4 && shown.includes(secret)))
  if (isSecretPath(path) || /sk_(test|live)_/.test(shown) || holdsSecret) return '(secret)'
  return typeof value === 'string' ? JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value) : shown
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

function problemOf(error: ErrorObject, root: unknown, secrets: readonly string[]): string | undefined {
  const path = pathOf(error.instancePath, root)
  const at = showPath(path)
  const got = `got ${showValue(error.data, path, secrets)}`
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
      return error.schemaPath.includes('/anyOf/')
        ? undefined
        : `${showPath([...path, error.params.missingProperty])}: missing`
    case 'anyOf':
      return 'nothing to test: at least one of payment, messaging is needed'
    case 'type': {
      const quote = schema.type === 'string' && typeof error.data === 'number' ? '; put it in quotes' : ''
      return `${at}: expected ${KINDS[schema.type ?? ''] ?? schema.type}, ${got}${quote}`
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

let compiled: ValidateFunction | undefined

/** Every contradiction between a target file and its schema, one line each; empty where there is none. */
export function schemaProblems(file: unknown, secrets: readonly string[]): string[] {
  compiled ??= new Ajv2020({ allErrors: true, verbose: true, strict: true, strictRequired: false }).compile(
    targetFileSchema,
  )
  if (compiled(file)) return []
  const problems = (compiled.errors ?? []).map((error) => problemOf(error, file, secrets))
  return [...new Set(problems.filter((problem) => problem !== undefined))]
}
