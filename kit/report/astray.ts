import { timeOf } from '../run/presence/suspects.ts'
import type { Delivery } from '../webhooks/delivery.ts'

/** Characters of a path that are shown. */
const SHOWN = 60

const ASTRAY = 'reached the listener for webhooks at a path that this run gave nobody'

/** Whether a note of a report says that. */
export const saysAstray = (note: string): boolean => note.includes(ASTRAY)

/**
 * What is said of requests that reached the listener and matched no inbox: a webhook sent to another path than the one that
 * was given was sent all the same.
 * @param noise the latest of what matched no inbox
 */
export function astray(noise: readonly Delivery[]): readonly string[] {
  const posted = noise.filter(({ method, aborted, fault }) => method === 'POST' && !aborted && fault === undefined)
  const [first] = posted
  if (first === undefined) return []
  const path = first.path.length <= SHOWN ? first.path : `${first.path.slice(0, SHOWN)}…`
  const where = `to ${path} (${timeOf(first.arrivedAt)} UTC)`
  const [what, they] =
    posted.length === 1 ? [`1 POST ${where}`, 'it was'] : [`${posted.length} POSTs, the first ${where},`, 'they were']
  return [
    `${what} ${ASTRAY}: ${they} judged as no webhook, which is to go to the very URL that a request gave; what an earlier run on the same port had still to get comes here as well`,
  ]
}
