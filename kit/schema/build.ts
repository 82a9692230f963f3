import type { JsonSchema, Schema, Static } from './schema.ts'

/** What can be said of a value beside its type. */
export type Facts = Omit<JsonSchema, 'type' | 'properties' | 'additionalProperties' | 'required' | 'items' | 'anyOf'>

type Members = Readonly<Record<string, Schema>>
/** The type of an object with members that it has and members that it may have. */
export type Shape<Required extends Members, Optional extends Members> = {
  readonly [K in keyof Required]: Static<Required[K]>
} & { readonly [K in keyof Optional]?: Static<Optional[K]> } extends infer Both
  ? { [K in keyof Both]: Both[K] }
  : never

export const text = (facts: Facts = {}): Schema<string> => ({ type: 'string', ...facts })

export const number = (facts: Facts = {}): Schema<number> => ({ type: 'number', ...facts })

/** A whole number. */
export const integer = (facts: Facts = {}): Schema<number> => ({ type: 'integer', ...facts })

/** A whole number from 0 up. */
export const count = (facts: Facts = {}): Schema<number> => integer({ minimum: 0, ...facts })

export const boolean = (facts: Facts = {}): Schema<boolean> => ({ type: 'boolean', ...facts })

/** Any JSON value. */
export const anything = (facts: Facts = {}): Schema<unknown> => facts

/** This value and no other. */
export const literal = <const V extends string | number | boolean>(value: V, facts: Facts = {}): Schema<V> => ({
  const: value,
  ...facts,
})

/** One of these values. */
export const choice = <const V extends readonly (string | number)[]>(
  values: V,
  facts: Facts = {},
): Schema<V[number]> => ({ enum: values, ...facts })

/** A value of one of these kinds. */
export const either = <const S extends readonly Schema[]>(kinds: S, facts: Facts = {}): Schema<Static<S[number]>> => ({
  anyOf: kinds,
  ...facts,
})

export const list = <S extends Schema>(items: S, facts: Facts = {}): Schema<readonly Static<S>[]> => ({
  type: 'array',
  items,
  ...facts,
})

/** A list of two. */
export const pair = <S extends Schema>(items: S, facts: Facts = {}): Schema<readonly [Static<S>, Static<S>]> => ({
  type: 'array',
  items,
  minItems: 2,
  maxItems: 2,
  ...facts,
})

/** An object whose member names are not known beforehand, its values of one kind. */
export const mapOf = <S extends Schema>(values: S, facts: Facts = {}): Schema<Readonly<Record<string, Static<S>>>> => ({
  type: 'object',
  additionalProperties: values,
  ...facts,
})

/** An object with these members and no others; those of `optional` may be absent. */
export function object<R extends Members, O extends Members = Record<never, never>>(
  required: R,
  optional?: O,
  facts: Facts = {},
): Schema<Shape<R, O>> {
  const names = Object.keys(required)
  return {
    type: 'object',
    ...facts,
    ...(names.length === 0 ? {} : { required: names }),
    properties: { ...required, ...optional },
    additionalProperties: false,
  }
}
