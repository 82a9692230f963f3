import type { HttpCall, JsonObject, Recipe } from './file.ts'

/** The part of JSON Schema 2020-12 that the target file needs. */
export interface JsonSchema {
  readonly $schema?: string
  readonly $id?: string
  readonly title?: string
  readonly description?: string
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  readonly required?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly minItems?: number
  readonly minProperties?: number
  readonly default?: unknown
  readonly examples?: readonly unknown[]
}

/** One schema per field of `T`: a field too many or too few does not compile. */
export type Fields<T> = { readonly [K in keyof Required<T>]: JsonSchema }

export const text = (description: string, ...examples: string[]): JsonSchema => ({
  type: 'string',
  minLength: 1,
  description,
  ...(examples.length > 0 && { examples }),
})

/** How a value of the environment is written. */
export const reference = (variable: string): string => `\${${variable}}`

/** A text that never appears in a message or a report: write an environment reference. */
export const secret = (description: string, variable: string): JsonSchema => text(description, reference(variable))

export const seconds = (description: string, fallback?: number): JsonSchema => ({
  type: 'number',
  exclusiveMinimum: 0,
  description,
  ...(fallback !== undefined && { default: fallback }),
  examples: [fallback ?? 120],
})

/** An object with these fields and no others. */
export const record = (description: string, properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  description,
  properties,
  additionalProperties: false,
})

/** An object whose member names are the deployment's. */
export const open = (description: string, example?: JsonObject): JsonSchema => ({
  type: 'object',
  description,
  additionalProperties: true,
  ...(example !== undefined && { examples: [example] }),
})

export const call: JsonSchema = {
  ...record('An HTTP request. `{id}`, `{reference}` and `{phone}` in the url, the headers and the json are replaced.', {
    method: { ...text('HTTP method.', 'POST'), default: 'POST' },
    url: text('Absolute http or https URL.', 'https://sim.example/payments/{id}'),
    headers: {
      type: 'object',
      description: 'Header lines by name.',
      additionalProperties: { type: 'string' },
      examples: [{ authorization: `Bearer ${reference('SIM_TOKEN')}` }],
    },
    json: { description: 'Any JSON value, sent as the body.', examples: [{ status: 'expired' }] },
  } satisfies Fields<HttpCall>),
  required: ['url'],
}

export const recipe = (description: string): JsonSchema => ({
  ...record(description, {
    with: open('Members that join the request and bring the outcome about.', { phone: '255…' }),
    call,
    run: text('A command, run in the directory of the target file; its placeholders are replaced.', './cancel.sh {id}'),
    ask: text('What a person is asked to do; skipped where nobody can be asked.', 'Reject the prompt on the handset'),
  } satisfies Fields<Recipe>),
  minProperties: 1,
})
