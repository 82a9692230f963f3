import { schemasOn } from '../schema/places.ts'
import type { JsonSchema } from '../schema/schema.ts'
import type { Path } from './path.ts'
import type { SectionDefinition } from './section.ts'

/** What of a target file is never shown. */
export interface Secrecy {
  /** Whether a value at this path is a secret. */
  hides(path: Path): boolean
  /** A value as it may appear in a message: secrets and everything that is not a plain value are only named. */
  show(value: unknown, path: Path): string
}

const HEADER = /^(authorization|proxy-authorization|cookie)$|key|token|secret|signature|password/i
/** Of members that no schema describes: bodies of calls, values of recipes, misspelt names. */
const MEMBER = /^(keys?|bearer|password)$|secret|token|(api|app|signing|access|private)[_-]?key/i
const MOST_SHOWN = 80

/**
 * @param schema of the whole file
 * @param secrets values that were found to be such
 */
export function secrecyOf(
  schema: JsonSchema,
  sections: readonly SectionDefinition[],
  secrets: readonly string[] = [],
): Secrecy {
  const hides = (path: Path): boolean => isSecretPlace(schema, path)
  const looksSecret = (text: string): boolean => sections.some(({ secretLike }) => secretLike?.test(text) === true)
  const holdsSecret = (text: string): boolean =>
    secrets.some((each) => text === each || (each.length >= 4 && text.includes(each)))
  return {
    hides,
    show: (value, path) => {
      if (value === null || value === undefined) return 'nothing'
      if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
      if (typeof value === 'object') return 'an object'
      const text = String(value)
      if (hides(path) || looksSecret(text) || holdsSecret(text)) return '(secret)'
      if (typeof value !== 'string') return text
      return JSON.stringify(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text)
    },
  }
}

function isSecretPlace(root: JsonSchema, path: Path): boolean {
  const said = schemasOn(root, path)
  return path.some((part, index) => {
    const own = said[index + 1]
    if (own?.writeOnly === true) return true
    if (typeof part !== 'string') return false
    if (path[index - 1] === 'headers') return HEADER.test(part)
    return own === undefined && MEMBER.test(part)
  })
}
