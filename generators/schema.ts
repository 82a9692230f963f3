import type { Contract } from '../specs/contract.ts'

export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null'

/** A JSON Schema as far as the descriptions use one, its references replaced by what they name. */
export interface Schema {
  readonly type?: TypeName | readonly TypeName[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly if?: Schema
  readonly then?: Schema
  readonly else?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly default?: unknown
  readonly examples?: readonly unknown[]
}

/** Types that a schema lets through; all of them where it names none. */
const ALL_TYPES: readonly TypeName[] = ['string', 'number', 'boolean', 'object', 'array', 'null']

export function typesOf(schema: Schema): readonly TypeName[] {
  if (schema.type !== undefined) return typeof schema.type === 'string' ? [schema.type] : schema.type
  if (schema.properties !== undefined || schema.required !== undefined) return ['object']
  if (schema.const !== undefined) return [typeOf(schema.const)]
  return ALL_TYPES
}

function typeOf(value: unknown): TypeName {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as TypeName
}

/** What describes an interface. */
export type Describing = Pick<Contract, 'id' | 'description'>

/** A named schema of a description. Throws where there is none. */
export function schemaOf(contract: Describing, name: string): Schema {
  return resolved(contract, { $ref: `#/components/schemas/${name}` })
}

const known = new WeakMap<Describing, Map<string, Schema>>()

/** A part of a description with every reference replaced. The descriptions have no cycles. */
export function resolved(contract: Describing, part: unknown): Schema {
  const cache = known.get(contract) ?? new Map<string, Schema>()
  known.set(contract, cache)
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit)
    if (typeof node !== 'object' || node === null) return node
    const { $ref } = node as { $ref?: unknown }
    if (typeof $ref !== 'string') {
      return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, visit(value)]))
    }
    const found = cache.get($ref) ?? (visit(pointed(contract, $ref)) as Schema)
    cache.set($ref, found)
    return found
  }
  return visit(part) as Schema
}

function pointed(contract: Describing, reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/')
  const found = steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown> | undefined)?.[step],
    contract.description(),
  )
  if (found === undefined) throw new Error(`the ${contract.id} description has nothing at ${reference}`)
  return found
}
