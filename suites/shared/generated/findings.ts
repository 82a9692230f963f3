import type { Evidence, Finding, SharedContext } from '../../../kit/check/context.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { type Exchange, isBrokenOff } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher } from '../../../kit/match/index.ts'

/** What one tried value says against a requirement. */
export interface Contradiction extends Omit<Extract<Finding, { readonly ok: false }>, 'ok'> {
  readonly requirement: string
}

/** Nothing can be said of a value: an outage, the limiter, or a fault of the transport came in between. */
export class Undecided extends Error {
  override readonly name = 'Undecided'
}

/** What trying one value came to. */
export class Findings {
  readonly contradictions: Contradiction[] = []
  readonly kept: { readonly requirement: string; readonly evidence: readonly Evidence[] }[] = []
  readonly observations: { readonly id: string; readonly value: string; readonly evidence: readonly Evidence[] }[] = []

  /** Holds an answer against a requirement. Returns whether it is kept. */
  judge(requirement: string, answer: Exchange, expected: Matcher<Exchange>): boolean {
    decided(answer)
    const outcome = expected.test(answer)
    const { actual, soft, note } = outcome.ok ? { actual: '', soft: undefined, note: undefined } : outcome
    return this.conclude(requirement, {
      ok: outcome.ok,
      subject: subjectOf(answer),
      expected: expected.expected,
      actual,
      evidence: [answer],
      ...(soft === undefined ? {} : { soft }),
      ...(note === undefined ? {} : { note }),
    })
  }

  /** Judges something that no single answer shows. Returns whether it is kept. */
  conclude(requirement: string, finding: Finding): boolean {
    if (finding.ok) this.kept.push({ requirement, evidence: finding.evidence })
    else {
      const { ok: _, ...contradiction } = finding
      this.contradictions.push({ requirement, ...contradiction })
    }
    return finding.ok
  }

  observe(id: string, value: string, evidence: readonly Evidence[]): void {
    this.observations.push({ id, value, evidence })
  }
}

/** Those of a limiter, and of a gateway whose service, or of a service whose upstream, is out: none speaks of the value. */
const OF_OTHERS: readonly number[] = [429, 502, 503, 504]

/** Stops where an answer is none of the request: nothing came, or somebody else spoke. A silence is the matter of its own rule. */
export function decided(answer: Exchange): void {
  if (answer.response === undefined || OF_OTHERS.includes(answer.response.status)) throw new Undecided(cameBack(answer))
}

/** Whether a service broke over a value: it kept silent, or ended the connection. An outage in between says nothing of the value. */
export function brokeOver(answer: Exchange): boolean {
  const broke = answer.fault?.kind === 'timeout' || isBrokenOff(answer)
  if (!broke) decided(answer)
  return broke || (answer.response?.status ?? 0) >= 500
}

/** Tells at the end what all values came to. */
export class PropertyTally {
  readonly #t: SharedContext
  readonly #kept = new Map<string, { count: number; evidence: readonly Evidence[] }>()
  readonly #observed = new Map<string, readonly Evidence[]>()

  constructor(t: SharedContext) {
    this.#t = t
  }

  note({ kept, observations }: Findings): void {
    for (const { requirement, evidence } of kept) {
      const before = this.#kept.get(requirement)
      if (before === undefined) this.#kept.set(requirement, { count: 1, evidence })
      else before.count += 1
    }
    for (const { id, value, evidence } of observations) {
      const key = JSON.stringify([id, value])
      if (!this.#observed.has(key)) this.#observed.set(key, evidence)
    }
  }

  close(covers: readonly string[], contradicted: readonly string[]): void {
    for (const [key, evidence] of [...this.#observed].slice(0, 40)) {
      const [id, value] = JSON.parse(key) as [string, string]
      this.#t.observe(id, value, evidence)
    }
    for (const id of covers) {
      const kept = this.#kept.get(id)
      if (contradicted.includes(id)) continue
      if (kept === undefined) this.#t.markUnexercised(id, 'not met', 'no value of this run came to it')
      else
        this.#t.conclude(id, {
          ok: true,
          subject: `${kept.count} generated requests`,
          expected: 'kept',
          actual: '',
          evidence: kept.evidence,
        })
    }
  }
}
