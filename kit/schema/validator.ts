import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

const compiled = new WeakMap<object, ValidateFunction>()

/** What holds values against a JSON Schema, naming every problem; made once for each schema, as that takes long. */
export function validatorFor(schema: object): ValidateFunction {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const ajv = new Ajv2020({ allErrors: true })
  addFormats.default(ajv)
  const validate = ajv.compile(schema)
  compiled.set(schema, validate)
  return validate
}
