import type { FixtureContext } from '../define.ts'

/** Characters that stand for each other. */
const KINDS = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ']
/** Texts below this length are no model for another one. */
const SHORTEST = 8
const DIGITS = 32

/**
 * A text of the form of another: the first `kept` characters are the same, those after them others of their kind. Whoever
 * judges the form first finds nothing wrong with it.
 */
export function nearMiss(t: Pick<FixtureContext, 'random'>, model: string, kept: number): string {
  const of = (alphabet: string): string => alphabet[Math.floor(t.random() * alphabet.length)] ?? ''
  if (model.length < SHORTEST) return Array.from({ length: DIGITS }, () => of('0123456789abcdef')).join('')
  return [...model]
    .map((each, index) => {
      const alphabet = index < kept ? undefined : KINDS.find((kind) => kind.includes(each))
      return alphabet === undefined ? each : of(alphabet.replace(each, ''))
    })
    .join('')
}
