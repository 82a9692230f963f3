import fc from 'fast-check'
import { flattened, merge } from './merge.ts'
import type { Schema } from './schema.ts'
import { faultsOf, isValid } from './validity.ts'
import { wrongTypes, wrongValues } from './wrong-values.ts'

type JsonObject = { readonly [name: string]: unknown }

/** One way to break a schema: one keyword at one place, nothing else. */
export interface Violation {
  /** `amount: type array`, `customer.email: format`, `phone_number: missing`. */
  readonly name: string
  /** JSON pointer of what is wrong or missing. */
  readonly pointer: string
  readonly keyword: string
  /** Valid values broken in this way and in no other. */
  of(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown>
}

/** What has to hold of a value before a keyword counts: the branch of a condition that it stands in. */
type Ready = (value: unknown) => unknown

const asIs: Ready = (value) => value

/** Texts of the pattern of a member, by its name, where not every one will do: what breaks the pattern is made of these. */
export type Known = (name: string) => fc.Arbitrary<string> | undefined

/** Where in a schema a violation stands. */
interface Spot {
  /** JSON pointer. */
  readonly pointer: string
  readonly ready: Ready
  readonly known: Known
}

const KEYWORDS = ['const', 'enum', 'pattern', 'format', 'minLength', 'maxLength', 'minimum'] as const

/** Every violation of every keyword of every node of a schema; of alternatives the first one is taken. */
export function violationsOf(schema: Schema, known: Known = () => undefined): readonly Violation[] {
  return at(schema, { pointer: '', ready: asIs, known }).map(({ of, ...violation }) => {
    const alone = (value: unknown): boolean => {
      const [fault, ...others] = faultsOf(schema, value)
      return others.length === 0 && fault?.pointer === violation.pointer && fault.keyword === violation.keyword
    }
    return { ...violation, of: (valid) => of(valid).filter(alone) }
  })
}

function at(given: Schema, spot: Spot): readonly Violation[] {
  const { if: condition, then, else: otherwise, ...schema } = flattened(given)
  const { properties = {}, required = [] } = schema
  const branches =
    condition === undefined
      ? []
      : [
          ...(then === undefined ? [] : conditional(schema, then, { ...spot, ready: meeting(condition) })),
          ...(otherwise === undefined
            ? []
            : conditional(schema, otherwise, { ...spot, ready: missing(condition, schema) })),
        ]
  return [
    ...own(schema, spot),
    ...required.map((name) => absent(below(spot, name))),
    ...Object.entries(properties).flatMap(([name, member]) => at(member, below(spot, name))),
    ...branches,
  ]
}

const below = (spot: Spot, name: string): Spot => ({ ...spot, pointer: `${spot.pointer}/${name}` })

/** What a branch says beyond the schema itself. */
function conditional(schema: Schema, branch: Schema, spot: Spot): readonly Violation[] {
  const members = Object.entries(branch.properties ?? {}).flatMap(([name, member]) => {
    const whole = merge(flattened(schema.properties?.[name] ?? {}), member)
    const keywords = KEYWORDS.filter((keyword) => member[keyword] !== undefined)
    return keywords.flatMap((keyword) => byKeyword(whole, keyword, below(spot, name)))
  })
  return [...members, ...(branch.required ?? []).map((name) => absent(below(spot, name)))]
}

function own(schema: Schema, spot: Spot): readonly Violation[] {
  const types = wrongTypes(schema).map(({ type, values }) => violation(spot, 'type', ` ${type}`, values))
  return [
    ...(schema.type === undefined ? [] : types),
    ...KEYWORDS.flatMap((keyword) => byKeyword(schema, keyword, spot)),
  ]
}

function byKeyword(schema: Schema, keyword: keyof Schema, spot: Spot): Violation[] {
  const values =
    schema[keyword] === undefined
      ? undefined
      : wrongValues(schema, keyword, spot.known(spot.pointer.slice(spot.pointer.lastIndexOf('/') + 1)))
  return values === undefined ? [] : [violation(spot, keyword, '', values)]
}

function violation({ pointer, ready }: Spot, keyword: string, more: string, values: fc.Arbitrary<unknown>): Violation {
  return {
    name: `${nameOf(pointer)}: ${keyword}${more}`,
    pointer,
    keyword,
    of: (valid) => fc.tuple(values, valid).map(([wrong, whole]) => replaced(ready(whole), pointer, wrong)),
  }
}

function absent({ pointer, ready }: Spot): Violation {
  return {
    name: `${nameOf(pointer)}: missing`,
    pointer,
    keyword: 'required',
    of: (valid) => valid.map((whole) => replaced(ready(whole), pointer, undefined)),
  }
}

const nameOf = (pointer: string): string => (pointer === '' ? 'body' : pointer.slice(1).replaceAll('/', '.'))

/** The value with another one at a pointer; undefined takes the member away. Objects that lack on the way are made. */
export function replaced(whole: unknown, pointer: string, value: unknown): unknown {
  if (pointer === '') return value
  const [step = '', ...rest] = pointer.slice(1).split('/')
  const members = { ...(typeof whole === 'object' && whole !== null ? (whole as JsonObject) : {}) } as Record<
    string,
    unknown
  >
  const next = rest.length === 0 ? value : replaced(members[step], `/${rest.join('/')}`, value)
  if (next === undefined) delete members[step]
  else members[step] = next
  return members
}

/** Gives the members of a condition values that meet it. */
function meeting(condition: Schema): Ready {
  const wanted = Object.entries(condition.properties ?? {}).map(
    ([name, { const: value, enum: values }]) => [name, values?.[0] ?? value] as const,
  )
  return (value) => ({ ...(value as JsonObject), ...Object.fromEntries(wanted) })
}

/** Takes away, or replaces by the default, the members by which a condition is met. */
function missing(condition: Schema, schema: Schema): Ready {
  return (value) => {
    if (!isValid(condition, value)) return value
    const members = { ...(value as JsonObject) } as Record<string, unknown>
    for (const name of Object.keys(condition.properties ?? {})) {
      const other = schema.properties?.[name]?.default
      if (other === undefined) delete members[name]
      else members[name] = other
    }
    return members
  }
}
