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

/** Headers that say nothing of what is asked, or whose key stands beside them. */
const SILENT_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'user-agent',
  'accept-encoding',
  'authorization',
  'x-api-key',
])

/** What a text is made of, and about how long it is: twice the length is another form. */
function formOfText(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu.test(text)) return 'uuid'
  const plain = /^[\w./:;=, -]*$/u.test(text) ? 'plain' : 'other'
  return `${plain}${Math.floor(Math.log2(text.length + 1))}`
}

/** Path and headers of a request without their values. */
function envelopeOf({ url, headers }: Asked['request']): string {
  const { pathname, search } = URL.canParse(url) ? new URL(url) : { pathname: url, search: '' }
  const said = headers
    .filter(([name]) => !SILENT_HEADERS.has(name.toLowerCase()))
    .map(([name, value]) => `${name.toLowerCase()}:${formOfText(value)}`)
  return [...pathname.split('/'), search].map(formOfText).concat(said.toSorted()).join()
}

/** A request as far as it may be what a service ended by. */
interface Asked {
  readonly operation: string
  /** Name of the key that it was sent with. */
  readonly key: string
  readonly body: string
  readonly request: { readonly url: string; readonly headers: readonly (readonly [string, string])[] }
}

const callerOf = ({ operation, key }: Asked): string => `${operation} ${key}`

/** Added to the rank of one that is likely to have been turned away before anything was done for it. */
const TURNED_AWAY = 0.5

/** The rank of what has a body like others that were answered, and a path or headers like none. */
const UNUSUAL_ENVELOPE = 2.6

/** From here on a request is like some that were answered. */
export const ALIKE = 3

/**
 * How far from likely it is that a service ended by a request, by what it has answered: 0 is the likeliest. What is like
 * nothing of that comes first, of it what nobody can read, and what is no object; then what has a path or headers of
 * another form (a key of twice the length), and what no other request of its kind with its key was answered. Of what is
 * equal by this, what came without a key is last where others without one were answered: a service looks at that first.
 */
export function unlikelihoodAmong(answered: readonly Asked[]): (asked: Asked) => number {
  const names = new Set(answered.map(({ operation, body }) => likenessOf(operation, body).name))
  const callers = new Set(answered.map(callerOf))
  const envelope = ({ operation, request }: Asked): string => `${operation} ${envelopeOf(request)}`
  const envelopes = new Set(answered.map(envelope))
  const isNoKeyAnswered = answered.some(({ key }) => key === '')
  return (asked) => {
    const { name, body } = likenessOf(asked.operation, asked.body)
    const later = asked.key === '' && isNoKeyAnswered ? TURNED_AWAY : 0
    if (!names.has(name)) return ['unreadable', 'no object', 'usual'].indexOf(body) + later
    if (!envelopes.has(envelope(asked))) return UNUSUAL_ENVELOPE + later
    return (callers.has(callerOf(asked)) ? ALIKE + 1 : ALIKE) + later
  }
}
