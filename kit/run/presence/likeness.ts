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
export interface Likeness {
  /** Equal for requests that are alike. */
  readonly name: string
  /** Whether it has a body that nobody can read as JSON: servers in the making end over such a one. */
  readonly isUnreadable: boolean
}

export function likenessOf(operation: string, body: string): Likeness {
  if (body === '') return { name: `${operation} undefined`, isUnreadable: false }
  try {
    return { name: `${operation} ${formOf(JSON.parse(body))}`, isUnreadable: false }
  } catch {
    return { name: `${operation} ${body.slice(0, LIKE)}`, isUnreadable: true }
  }
}
