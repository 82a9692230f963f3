/** The form of a value without the value: types, and of an object the names. */
function formOf(value: unknown): string {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value
  if (Array.isArray(value)) return 'array'
  return Object.entries(value)
    .map(([name, member]) => `${name}:${formOf(member)}`)
    .toSorted()
    .join()
}

/** Characters by which bodies that nobody can read are told apart: another mistake may be another end. */
const LIKE = 60

/** What a service may meet in a request, whatever the values in it. */
interface Likeness {
  /** Equal for requests that are alike. */
  readonly name: string
  /** What servers in the making end over: a body that nobody can read as JSON, and one that is no object. */
  readonly body: 'unreadable' | 'no object' | 'usual'
}

function likenessOf(operation: string, body: string): Likeness {
  if (body === '') return { name: `${operation} undefined`, body: 'usual' }
  try {
    const value: unknown = JSON.parse(body)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return { name: `${operation} ${formOf(value)}`, body: isObject ? 'usual' : 'no object' }
  } catch {
    return { name: `${operation} ${body.slice(0, LIKE)}`, body: 'unreadable' }
  }
}

/** Equal for requests that a service may take for alike, whatever the values in them. */
export const likenessName = (operation: string, body: string): string => likenessOf(operation, body).name

/** A request as far as it may be what a service ended by. */
interface Asked {
  readonly operation: string
  /** Name of the key that it was sent with. */
  readonly key: string
  readonly body: string
}

const callerOf = ({ operation, key }: Asked): string => `${operation} ${key}`

/** Added to the rank of one that is likely to have been turned away before anything was done for it. */
const TURNED_AWAY = 0.5

/** From here on a request is like some that were answered. */
export const ALIKE = 3

/**
 * How far from likely it is that a service ended by a request, by what it has answered: 0 is the likeliest. What is like
 * nothing of that comes first, of it what nobody can read, and what is no object; then what no other request of its kind
 * with its key was answered. Of what is equal by this, what came without a key is last where others without one were
 * answered: a service looks at that first.
 */
export function unlikelihoodAmong(answered: readonly Asked[]): (asked: Asked) => number {
  const names = new Set(answered.map(({ operation, body }) => likenessOf(operation, body).name))
  const callers = new Set(answered.map(callerOf))
  const isNoKeyAnswered = answered.some(({ key }) => key === '')
  return (asked) => {
    const { name, body } = likenessOf(asked.operation, asked.body)
    const later = asked.key === '' && isNoKeyAnswered ? TURNED_AWAY : 0
    if (!names.has(name)) return ['unreadable', 'no object', 'usual'].indexOf(body) + later
    return (callers.has(callerOf(asked)) ? ALIKE + 1 : ALIKE) + later
  }
}
