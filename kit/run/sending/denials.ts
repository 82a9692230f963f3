import { Blocked } from '../../check/signals.ts'
import type { DeniedClaim } from '../../contract/service.ts'
import type { Target } from '../../target/target.ts'

/** Claims of the target file that the target does not bear out: what needs one is blocked. */
export class Denials {
  readonly #reasons = new Map<string, string>()

  /** What needs one of these claims is blocked from now on; a list of keys once none of them is left. */
  deny(denied: readonly DeniedClaim[], { services }: Pick<Target, 'services'>): void {
    for (const { claim, reason, blocks } of denied) if (blocks) this.#reasons.set(claim, reason)
    for (const [service, { keys = {} }] of Object.entries(services)) {
      for (const [name, value] of Object.entries(keys)) {
        if (!Array.isArray(value) || value.length === 0) continue
        const list = `${service}.keys.${name}`
        const reasons = value.map((_, index) => this.#reasons.get(`${list}[${index}]`))
        if (reasons.every((each) => each !== undefined)) this.#reasons.set(list, reasons[0] ?? '')
      }
    }
  }

  has(claim: string): boolean {
    return this.#reasons.has(claim)
  }

  /** @throws Blocked with the reason of the first of these claims that is denied */
  assertBorneOut(claims: readonly string[]): void {
    const reason = claims.map((claim) => this.#reasons.get(claim)).find((each) => each !== undefined)
    if (reason !== undefined) throw new Blocked(reason)
  }
}
