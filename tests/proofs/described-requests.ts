import { type Describing, resolved, type Schema } from '../../generators/schema.ts'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
}

/** One endpoint of a description, as far as its request goes. */
export interface RequestDescription {
  /** `POST /api/v1/payments`. */
  readonly operation: string
  readonly parameters: readonly Parameter[]
  /** Of a JSON body; absent where the endpoint takes none. */
  readonly body?: Schema
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const

interface PathItem {
  readonly parameters?: readonly unknown[]
  readonly [method: string]: unknown
}

interface Operation {
  readonly parameters?: readonly unknown[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> }
}

/** Every request of a service, in the order of its description. */
export function requestsOf(contract: Describing): readonly RequestDescription[] {
  return Object.entries(contract.description().paths ?? {}).flatMap(([path, item]) => {
    const { parameters: shared = [], ...rest } = (item ?? {}) as PathItem
    return METHODS.filter((method) => rest[method] !== undefined).map((method) => {
      const { parameters = [], requestBody } = rest[method] as Operation
      const body = requestBody?.content?.['application/json']?.schema
      return {
        operation: `${method.toUpperCase()} ${path}`,
        parameters: [...shared, ...parameters].map((each) => resolved(contract, each) as unknown as Parameter),
        ...(body === undefined ? {} : { body: resolved(contract, body) }),
      }
    })
  })
}
