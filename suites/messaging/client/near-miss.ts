import type { FixtureContext } from '../define.ts'

/** Characters that stand for each other. */
const KINDS = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ']
/** Characters at the end that differ: the last one alone may carry bits that a decoder leaves out. */
const DIFFERENT = 4
/** Texts below this length are no model for another one. */
const SHORTEST = 8
const DIGITS = 32

/**
 * A text of the form of another, of which the end is of other characters of their kind. Whoever judges the form first finds
 * nothing wrong with it, and whoever compares the beginning alone takes it.
 */
export function nearMiss(t: Pick<FixtureContext, 'random'>, model: string): string {
  const of = (alphabet: string): string => alphabet[Math.floor(t.random() * alphabet.length)] ?? ''
  const places = [...model].flatMap((each, place) => (kindOf(each) === undefined ? [] : [place]))
  const end = places.at(-DIFFERENT)
  if (model.length < SHORTEST || end === undefined)
    return Array.from({ length: DIGITS }, () => of('0123456789abcdef')).join('')
  return [...model]
    .map((each, place) => {
      const alphabet = place < end ? undefined : kindOf(each)
      return alphabet === undefined ? each : of(alphabet.replace(each, ''))
    })
    .join('')
}

const kindOf = (character: string): string | undefined => KINDS.find((kind) => kind.includes(character))
