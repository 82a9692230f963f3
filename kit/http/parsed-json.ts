import { isTooDeep } from '../schema/nesting.ts'

/** Levels of what a service sends: whatever looks through a deeper one would come to the end of its stack. */
const MOST_LEVELS = 1000

/**
 * The value of a JSON text. Whatever it is, it can be put into words: see `tellable`.
 * @throws SyntaxError, also for values that lie very deep in each other
 */
export function parsedJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const mayBeDeep = text.split(/[[{]/, MOST_LEVELS + 1).length > MOST_LEVELS
  if (mayBeDeep && isTooDeep(value, MOST_LEVELS)) throw new SyntaxError(`nested deeper than ${MOST_LEVELS} levels`)
  return mayNameToString(text) ? tellable(value) : value
}

/** Whether an object may have a member `toString`, however it is written. */
export const mayNameToString = (text: string): boolean => /toString|\\u/i.test(text)

/**
 * The same value, made so that it can be put into words: an object with a member `toString` of its own, which any target
 * may send, otherwise throws where it is shown.
 */
export function tellable(value: unknown): unknown {
  const open = [value]
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (typeof each !== 'object' || each === null) continue
    // Not to be seen where values are compared, listed or written.
    if (Object.hasOwn(each, 'toString'))
      Object.defineProperty(each, Symbol.toPrimitive, { value: () => '[object Object]' })
    for (const member of Object.values(each)) if (typeof member === 'object' && member !== null) open.push(member)
  }
  return value
}
