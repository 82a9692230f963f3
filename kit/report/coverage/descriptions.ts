import type { Contract } from '../../../specs/contract.ts'

/** A node of a schema; what it says is read keyword by keyword. */
export type Node = Readonly<Record<string, unknown>>

/** What a description says of one endpoint. */
export interface Described {
  readonly contract: Contract
  /** `POST /loans`. */
  readonly operation: string
  readonly request: Node | undefined
  /** Schema by status as described: `200`, `2XX`. */
  readonly responses: ReadonlyMap<string, Node | undefined>
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch']
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Follows references until there is none. */
export function resolve(contract: Contract, part: unknown): Node | undefined {
  if (!isNode(part)) return undefined
  if (typeof part.$ref !== 'string') return part
  const steps = part.$ref.replace(/^#\//, '').split('/')
  return resolve(
    contract,
    steps.reduce<unknown>((node, step) => (isNode(node) ? node[step] : undefined), contract.description()),
  )
}

const schemaIn = (contract: Contract, part: Node | undefined): Node | undefined => {
  const content = isNode(part?.content) ? part.content : {}
  const media = isNode(content['application/json']) ? content['application/json'] : {}
  return resolve(contract, media.schema)
}

/** Every endpoint of a service, in the order of its description. */
export function describedBy(contract: Contract): readonly Described[] {
  return Object.entries(contract.description().paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {})
      .filter(([method]) => METHODS.includes(method))
      .map(([method, given]) => {
        const operation = given as Node
        const responses = Object.entries(isNode(operation.responses) ? operation.responses : {})
        return {
          contract,
          operation: `${method.toUpperCase()} ${path}`,
          request: schemaIn(contract, resolve(contract, operation.requestBody)),
          responses: new Map(
            responses.map(([status, answer]) => [status, schemaIn(contract, resolve(contract, answer))]),
          ),
        }
      }),
  )
}
