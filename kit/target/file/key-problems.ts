import type { Path } from '../path.ts'
import { showPath, valueAt } from '../path.ts'
import { secrecyOf } from '../secrecy.ts'
import type { SectionDefinition } from '../section.ts'
import { targetFileSchemaOf } from './schema.ts'

/** What may stand in a header as one word. */
const ONE_WORD = /^[\x21-\x7e]+$/
const SCHEME = /^(?:Authorization:\s*)?Bearer\s/i
/** As it comes from files and pasted variables. */
const BROKEN_OFF = /^[\r\n]|[\r\n]$/

/** Shorter ones are hidden by their place alone, and no word is much longer. */
const PLAIN_WORD = /^[A-Za-z]{4,16}$/
const IS_WORD =
  'this secret is of letters alone, as a word is, and is hidden wherever they stand, in paths and in all that is said as well; one with a digit in it leaves them whole'

/**
 * Keys that no header can carry as they are, and secrets with a line break of their file beside them: what came of them
 * would be held against the target. They are named by their place and variable, never by their value.
 *
 * @param variables secret value to the name of the environment variable it came from
 */
export function keyProblems(
  file: unknown,
  sections: readonly SectionDefinition[],
  variables: ReadonlyMap<string, string>,
): readonly string[] {
  const { hides } = secrecyOf(targetFileSchemaOf(sections), sections)
  return sections.flatMap(({ id, credentials = [] }) =>
    placesOf(valueAt(file, [id]), [id]).flatMap(({ path, value }) => {
      const isKey = ['keys', ...credentials].includes(String(path[1]))
      const fault = isKey ? keyFault(value) : hides(path) ? secretFault(value) : undefined
      return fault === undefined ? [] : [`${named({ path, value }, variables)}: ${fault}`]
    }),
  )
}

/** Secrets that may be plain words: hidden as any other, which takes the word out of everything that is said. */
export function wordNotes(
  file: unknown,
  sections: readonly SectionDefinition[],
  variables: ReadonlyMap<string, string>,
): readonly string[] {
  const { hides } = secrecyOf(targetFileSchemaOf(sections), sections)
  return placesOf(file, [])
    .filter(({ path, value }) => PLAIN_WORD.test(value) && hides(path))
    .map((place) => `${named(place, variables)}: ${IS_WORD}`)
}

const named = ({ path, value }: Place, variables: ReadonlyMap<string, string>): string => {
  const variable = variables.get(value)
  return `${showPath(path)}${variable === undefined ? '' : ` (from ${variable})`}`
}

/** Why no header carries a key as it is; undefined where one does. */
export function keyFault(key: string): string | undefined {
  // What is empty is named elsewhere.
  if (key === '' || ONE_WORD.test(key)) return undefined
  if (SCHEME.test(key)) return 'begins with its scheme; write the key alone, which is sent behind "Bearer "'
  if (ONE_WORD.test(key.trim()))
    return `has a ${/[\r\n]/.test(key) ? 'line break' : 'blank'} beside it; write the key alone`
  return 'holds blanks, line breaks or letters that no header carries; write the key alone, one word of ASCII characters'
}

/** What signs may be any text, but for what nobody means to be a part of it. */
const secretFault = (secret: string): string | undefined =>
  BROKEN_OFF.test(secret) ? 'has a line break beside it; write the secret alone' : undefined

interface Place {
  readonly path: Path
  readonly value: string
}

/** Texts in a tree, with where they stand. */
function placesOf(tree: unknown, path: Path): readonly Place[] {
  if (typeof tree === 'string') return [{ path, value: tree }]
  if (Array.isArray(tree)) return tree.flatMap((each, index) => placesOf(each, [...path, index]))
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([name, value]) => placesOf(value, [...path, name]))
}
