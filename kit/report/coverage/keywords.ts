import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Contract } from '../../../specs/contract.ts'
import { type Node, resolve } from './descriptions.ts'

/** How often values met a keyword at its place, and how often they broke it. */
export interface Met {
  met: number
  broken: number
}

/** Counts by place and keyword: `request /amount minimum`. */
export class Keywords {
  readonly counts = new Map<string, Met>()
  /** Values of every enum by place. */
  readonly enums = new Map<string, Map<string, number>>()
  readonly #contract: Contract

  constructor(contract: Contract) {
    this.#contract = contract
  }

  /** Enters every keyword of a schema, unmet so far. */
  announce(schema: Node | undefined, place: string): void {
    this.#walk(schema, undefined, place, false)
  }

  /** Counts what one value says of a schema. */
  count(schema: Node | undefined, value: unknown, place: string): void {
    this.#walk(schema, value, place, true)
  }

  #walk(given: unknown, value: unknown, place: string, seen: boolean): void {
    const node = resolve(this.#contract, given)
    if (node === undefined) return
    for (const keyword of ASSERTIONS) {
      if (node[keyword] === undefined) continue
      const count = this.#at(`${place} ${keyword}`)
      if (keyword === 'enum') this.#enum(place, node.enum as readonly unknown[], seen ? [value] : [])
      if (seen) count[holds(node, keyword, value) ? 'met' : 'broken'] += 1
    }
    const members = isObject(value) ? value : {}
    for (const name of (node.required ?? []) as readonly string[]) {
      const count = this.#at(`${place}/${name} required`)
      if (seen && isObject(value)) count[Object.hasOwn(members, name) ? 'met' : 'broken'] += 1
    }
    for (const [name, member] of Object.entries((node.properties ?? {}) as Node))
      if (!seen || Object.hasOwn(members, name)) this.#walk(member, members[name], `${place}/${name}`, seen)
    for (const name of ['allOf', 'anyOf', 'oneOf'])
      for (const part of (node[name] ?? []) as readonly unknown[]) this.#walk(part, value, place, seen)
    // A branch speaks of a value only where its condition does.
    for (const [name, when] of [
      ['then', true],
      ['else', false],
    ] as const)
      if (node[name] !== undefined && (!seen || holds(node, 'if', value) === when))
        this.#walk(node[name], value, place, seen)
    if (node.items === undefined) return
    if (!seen) this.#walk(node.items, undefined, `${place}/*`, false)
    else if (Array.isArray(value)) for (const item of value) this.#walk(node.items, item, `${place}/*`, true)
  }

  #at(key: string): Met {
    const known = this.counts.get(key)
    if (known !== undefined) return known
    const count = { met: 0, broken: 0 }
    this.counts.set(key, count)
    return count
  }

  #enum(place: string, values: readonly unknown[], seen: readonly unknown[]): void {
    const counts = this.enums.get(place) ?? new Map(values.map((value) => [String(value), 0]))
    this.enums.set(place, counts)
    for (const value of seen)
      if (values.includes(value)) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
  }
}

const ASSERTIONS = ['type', 'const', 'enum', 'pattern', 'format', 'minLength', 'maxLength', 'minimum'] as const

const isObject = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

// The descriptions are our own: their tests have judged them against the dialect.
const ajv = new Ajv2020({ strict: false, validateSchema: false })
addFormats.default(ajv)
const compiled = new WeakMap<Node, Map<string, ValidateFunction>>()
/** By its text: most nodes say the same, such as that a value is a string. */
const validators = new Map<string, ValidateFunction>()

/** Whether a value meets one keyword of a node, whatever the others say. */
function holds(node: Node, keyword: string, value: unknown): boolean {
  const known = compiled.get(node) ?? new Map<string, ValidateFunction>()
  compiled.set(node, known)
  const validate = known.get(keyword) ?? validatorOf(keyword === 'if' ? node.if : { [keyword]: node[keyword] })
  known.set(keyword, validate)
  return validate(value)
}

function validatorOf(schema: unknown): ValidateFunction {
  const text = JSON.stringify(schema)
  const validate = validators.get(text) ?? ajv.compile(schema as Node)
  validators.set(text, validate)
  return validate
}
