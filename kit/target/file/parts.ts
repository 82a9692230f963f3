import {
  boolean,
  either,
  type Facts,
  mapOf,
  number,
  object,
  text as plainText,
  type Shape,
} from '../../schema/build.ts'
import { RULE, type Schema, type Static, type TextRule } from '../../schema/schema.ts'
import { urlFault } from '../address.ts'

/** An object whose members are the deployment's own. */
export type JsonObject = { [name: string]: unknown }

type Members = Readonly<Record<string, Schema>>

const shown = (examples: readonly unknown[]): Facts => (examples.length === 0 ? {} : { examples })

/** A text that is not empty. */
export const text = (description: string, ...examples: string[]): Schema<string> =>
  plainText({ minLength: 1, description, ...shown(examples) })

/** A text with a rule of its own, which holds where it is not empty. */
export const ruled = (rule: TextRule, description: string, facts: Facts = {}): Schema<string> =>
  plainText({ minLength: 1, description, ...facts, [RULE]: rule })

/** An absolute http or https URL. */
export const url = (description: string, ...examples: string[]): Schema<string> =>
  ruled(urlFault, description, shown(examples))

/** The same, or an empty text. */
export const urlOrNone = (description: string, ...examples: string[]): Schema<string> =>
  ruled(urlFault, description, { ...shown(examples), minLength: 0 })

/** A JSON pointer to a member of a body. */
export const pointer = (description: string, example: string): Schema<string> =>
  ruled(
    (value) => (/^(\/([^~/]|~[01])*)+$/.test(value) ? undefined : `expected a JSON pointer such as ${example}`),
    description,
    { examples: [example] },
  )

/** How a value of the environment is written. */
export const reference = (variable: string): string => `\${${variable}}`

/** A text that never appears in a message or a report: write an environment reference. */
export const secret = (description: string, variable: string): Schema<string> =>
  plainText({ minLength: 1, description, examples: [reference(variable)], writeOnly: true })

/** Seconds, more than none. */
export const seconds = (description: string, fallback?: number): Schema<number> =>
  number({
    exclusiveMinimum: 0,
    description,
    ...(fallback === undefined ? {} : { default: fallback }),
    examples: [fallback ?? 120],
  })

/** Something that is so or not. */
export const flag = (description: string, facts: Facts = {}): Schema<boolean> => boolean({ description, ...facts })

/** An object with these members and no others, each of which may be absent. */
export const record = <M extends Members>(
  description: string,
  members: M,
  facts: Facts = {},
): Schema<Shape<Record<never, never>, M>> => object({}, members, { description, ...facts })

/** The same; nothing of it is ever shown, nor is what stands in it under a misspelt name. */
export const secrets = <M extends Members>(description: string, members: M): Schema<Shape<Record<never, never>, M>> =>
  record(description, members, { writeOnly: true })

/** An object whose member names are the deployment's. */
export const open = (description: string, example?: JsonObject): Schema<JsonObject> => ({
  type: 'object',
  description,
  additionalProperties: true,
  ...(example !== undefined && { examples: [example] }),
})

const callSchema = object(
  { url: url('Absolute http or https URL.', 'https://sim.example/{id}') },
  {
    method: plainText({ minLength: 1, description: 'HTTP method.', examples: ['POST'], default: 'POST' }),
    headers: mapOf(plainText(), {
      description: 'Header lines by name.',
      examples: [{ authorization: `Bearer ${reference('SIM_TOKEN')}` }],
    }),
    json: { description: 'Any JSON value, sent as the body.', examples: [{ status: 'expired' }] } as Schema<unknown>,
  },
  {
    description:
      'An HTTP request. `{id}`, `{reference}` and `{phone}` in the url, the headers and the json are replaced.',
  },
)

/** An HTTP request that a target file has sent beside those that are judged. Its placeholders are replaced. */
export type HttpCall = Static<typeof callSchema>

export const call: Schema<HttpCall> = callSchema

const recipeMembers = {
  with: open('Members that join the request and bring the outcome about.', { phone: '255…' }),
  call,
  run: text('A command, run in the directory of the target file; its placeholders are replaced.', './cancel.sh {id}'),
  ask: text('What a person is asked to do; skipped where nobody can be asked.', 'Reject the prompt on the handset'),
}

/** How an outcome is brought about. `with` joins the request; the others act after it. */
export type Recipe = Shape<Record<never, never>, typeof recipeMembers>

export const recipe = (description: string): Schema<Recipe> => record(description, recipeMembers, { minProperties: 1 })

/** A window into effects that the API does not show. */
export const probe: Schema<{ readonly call: HttpCall }> = object({ call }, {}, { description: 'One probe.' })

/** Either of two things, or a text with a rule. */
export const flagOr = (rule: TextRule, what: string, description: string, example: string): Schema<boolean | string> =>
  either([boolean(), text(what)], { description, examples: [example], [RULE]: rule })
