import type { Key } from '../../check/context.ts'
import type { Target } from '../../target/target.ts'
import type { Denials } from './denials.ts'

/** Who is given a key. */
export interface Asker {
  readonly name: string
  readonly requests: number
}

/** Hands out the keys of each service, of several with one name the least used. */
export class KeyAllocator {
  readonly #services: Target['services']
  readonly #denials: Denials
  readonly #sent: (key: string) => number
  /** Requests that were to be sent with a key, which a limiter may hold up. */
  readonly #asked = new Map<string, number>()
  /** Requests that those who were given a key have yet to send with it, by key and name. */
  readonly #ahead = new Map<string, Map<string, number>>()

  /** @param sent requests sent so far with a key, qualified by its service */
  constructor({ services }: Pick<Target, 'services'>, denials: Denials, sent: (key: string) => number = () => 0) {
    this.#services = services
    this.#denials = denials
    this.#sent = sent
  }

  /**
   * @param name `guest`, `members` for the least used of a list, `members[1]` for that one
   * @param by who is given it, and how many requests are usually sent with it then
   * @returns undefined where the target file has none, and for one of a list that the target does not take
   * @throws Blocked where the target does not take it, nor any other of its name
   */
  key(service: string, name: string, by: Asker = { name: '', requests: 1 }): Key | undefined {
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
    if (least !== undefined) this.#expect(`${service}.${least.name}`, by.name, by.requests)
    return least
  }

  /** A request is sent with a key, qualified by its service. */
  sends(key: string, by: string): void {
    this.#asked.set(key, (this.#asked.get(key) ?? 0) + 1)
    const left = this.#ahead.get(key)?.get(by) ?? 0
    if (left > 0) this.#expect(key, by, -1)
  }

  #expect(key: string, by: string, requests: number): void {
    const all = this.#ahead.get(key) ?? new Map<string, number>()
    all.set(by, (all.get(by) ?? 0) + requests)
    this.#ahead.set(key, all)
  }

  /** What was sent and is yet to be: whoever was given a key may send one request with it or twenty. */
  #load(service: string, { name }: Key): number {
    const key = `${service}.${name}`
    const ahead = [...(this.#ahead.get(key)?.values() ?? [])].reduce((sum, each) => sum + each, 0)
    return Math.max(this.#sent(key), this.#asked.get(key) ?? 0) + ahead
  }

  #isDenied(service: string, name: string): boolean {
    return this.#denials.has(`${service}.keys.${name}`)
  }
}
