/** Why a text cannot stand at its place, in words that follow its name; undefined where it can. */
export type TextRule = (text: string) => string | undefined

/** Key of a rule in a schema. A symbol, so that neither validators nor printed schemas meet it. */
export const RULE: unique symbol = Symbol('rule')

/** The part of JSON Schema 2020-12 that is written here. */
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
  readonly allOf?: readonly JsonSchema[]
  readonly not?: JsonSchema
  readonly if?: JsonSchema
  readonly then?: JsonSchema
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly propertyNames?: JsonSchema
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minProperties?: number
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  /** Its value is a secret: it is taken in and never shown. */
  readonly writeOnly?: true
  readonly [RULE]?: TextRule
}

declare const described: unique symbol

/** A JSON Schema with the type of what it describes. The type is the compiler's only: no schema carries such a member. */
export interface Schema<T = unknown> extends JsonSchema {
  readonly [described]?: T
}

/** The type of what a schema describes. */
export type Static<S extends JsonSchema> = S extends Schema<infer T> ? T : unknown
