import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Schema } from './schema.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
const validators = new WeakMap<Schema, ValidateFunction>()
/** Many schemas say the same: compiling one takes longer than all that is asked of it. */
const byText = new Map<string, ValidateFunction>()

function validatorOf(schema: Schema): ValidateFunction {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const text = JSON.stringify(schema)
  const made = byText.get(text) ?? ajv.compile(schema)
  byText.set(text, made)
  validators.set(schema, made)
  return made
}

export function isValid(schema: Schema, value: unknown): boolean {
  return validatorOf(schema)(value)
}

/** A test of one schema, compiled at once. */
export function testOf(schema: Schema): (value: unknown) => boolean {
  const validate = validatorOf(schema)
  return (value) => validate(value)
}

/** Where and by which keyword a value fails; keywords that only pass on what others found are left out. */
export interface Fault {
  /** JSON pointer into the value; of a missing member, the pointer that it would have. */
  readonly pointer: string
  readonly keyword: string
}

const VALUE_ITSELF = ['enum', 'const']
const PASSING_ON = ['if', 'anyOf', 'oneOf', 'allOf']

/** Everything that a schema holds against a value. */
export function faultsOf(schema: Schema, value: unknown): readonly Fault[] {
  const validate = validatorOf(schema)
  if (validate(value)) return []
  const found = (validate.errors ?? []).filter(({ keyword }) => !PASSING_ON.includes(keyword)).map(faultOf)
  // What has another type is none of the values either.
  const mistyped = found.filter(({ keyword }) => keyword === 'type').map(({ pointer }) => pointer)
  return found.filter(({ pointer, keyword }) => !(VALUE_ITSELF.includes(keyword) && mistyped.includes(pointer)))
}

function faultOf({ instancePath, keyword, params }: ErrorObject): Fault {
  const missing = keyword === 'required' ? `/${(params as { missingProperty: string }).missingProperty}` : ''
  return { pointer: `${instancePath}${missing}`, keyword }
}
