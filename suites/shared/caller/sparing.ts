import type { Evidence, Finding, SharedContext } from '../../../kit/check/context.ts'

/** An answer that is as late as this may have been given up, ms. */
const LATE_MS = 500

const LATE = 'an answer to the client was late, because this machine stood still'

/** A context in which what a client did about an answer of ours that was late blocks, and accuses nobody. */
export function sparing<T extends Pick<SharedContext, 'conclude' | 'markBlocked' | 'lateness'>>(t: T): T {
  const isLate = (each: Evidence): boolean =>
    'answer' in each && each.answer.kind === 'status' && t.lateness(each, 0) >= LATE_MS
  const conclude = (id: string, finding: Finding): boolean => {
    if (finding.ok || !finding.evidence.some(isLate)) return t.conclude(id, finding)
    t.markBlocked(id, LATE, finding.evidence)
    return false
  }
  return new Proxy(t, {
    get(target, name) {
      if (name === 'conclude') return conclude
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
