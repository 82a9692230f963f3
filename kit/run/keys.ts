import type { Key } from '../check/context.ts'
import type { Target } from '../target/target.ts'
import type { Denials } from './denials.ts'

/** Hands out the keys of each service, of several with one name the least used. */
export class KeyAllocator {
  readonly #services: Target['services']
  readonly #denials: Denials
  readonly #sent: (key: string) => number
  /** What each key will have sent once all who were given it have sent a request. */
  readonly #expected = new Map<string, number>()

  /** @param sent requests sent so far with a key, qualified by its service */
  constructor({ services }: Pick<Target, 'services'>, denials: Denials, sent: (key: string) => number = () => 0) {
    this.#services = services
    this.#denials = denials
    this.#sent = sent
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
    const [least] = value
      .map((each, index): Key => ({ name: `${name}[${index}]`, value: each }))
      .filter((each) => !this.#isDenied(service, each.name))
      .toSorted((a, b) => this.#load(service, a) - this.#load(service, b))
    if (least !== undefined) this.#expected.set(`${service}.${least.name}`, this.#load(service, least) + 1)
    return least
  }

  /** Whoever was given a key may send one request with it or twenty: what counts is what was sent. */
  #load(service: string, { name }: Key): number {
    const key = `${service}.${name}`
    return Math.max(this.#expected.get(key) ?? 0, this.#sent(key))
  }

  #isDenied(service: string, name: string): boolean {
    return this.#denials.has(`${service}.keys.${name}`)
  }
}
