import { Blocked } from './signals.ts'

/** Characters of an id that a path is given. */
const MOST = 512

/**
 * An id as one segment of a path, percent-encoded: it comes from a target, and must lead nowhere else.
 * @throws Blocked for one that no path can carry as a segment of its own
 */
export function pathSegment(id: string): string {
  const odd = oddityOf(id)
  if (odd !== undefined) throw new Blocked(`an id of the target cannot stand in a path: ${odd}`)
  return encodeURIComponent(id)
}

/** Why a text is no segment of a path; undefined where it is one. */
function oddityOf(id: string): string | undefined {
  if (id === '') return 'it is empty'
  // Also escaped they would be resolved before anybody sees them.
  if (id === '.' || id === '..') return `${JSON.stringify(id)} names another place`
  if (id.length > MOST) return `it has ${id.length} characters`
  return /\p{Cs}/u.test(id) ? 'it holds half a character' : undefined
}
