import type { Key } from '../check/context.ts'
import type { Target } from '../target/target.ts'
import type { Denials } from './denials.ts'

/** Hands out the keys of each service, of several with one name the least used. */
export class KeyAllocator {
  readonly #services: Target['services']
  readonly #denials: Denials
  readonly #handedOut = new Map<string, number>()

  constructor({ services }: Pick<Target, 'services'>, denials: Denials) {
    this.#services = services
    this.#denials = denials
  }

  /**
   * @param name `guest`, `members` for the least used of a list, `members[1]` for that one
   * @returns undefined where the target file has none, and for one of a list that the target does not take
   * @throws Blocked where the target does not take it, nor any other of its name
   */
  key(service: string, name: string): Key | undefined {
    const indexed = /^(.*)\[(\d+)\]$/.exec(name)
    const value = this.#services[service]?.keys?.[indexed?.[1] ?? name]
    if (typeof value === 'string') {
      this.#denials.assertBorneOut([`${service}.keys.${name}`])
      return { name, value }
    }
    if (value === undefined) return undefined
    if (indexed !== null) {
      const one = value[Number(indexed[2])]
      return one === undefined || this.#isDenied(service, name) ? undefined : { name, value: one }
    }
    this.#denials.assertBorneOut([`${service}.keys.${name}`])
    const load = (key: string): number => this.#handedOut.get(`${service}.${key}`) ?? 0
    const [least] = value
      .map((each, index): Key => ({ name: `${name}[${index}]`, value: each }))
      .filter((each) => !this.#isDenied(service, each.name))
      .toSorted((a, b) => load(a.name) - load(b.name))
    if (least !== undefined) this.#handedOut.set(`${service}.${least.name}`, load(least.name) + 1)
    return least
  }

  #isDenied(service: string, name: string): boolean {
    return this.#denials.has(`${service}.keys.${name}`)
  }
}
