/** Changes of a tree at a place, the rest of it left as it is. */

export type Tree = { readonly [member: string]: Tree } & readonly Tree[]

/** Any value in JSON. */
type Value = unknown

/** `a.b.3`, as a list of members. */
const members = (place: string): string[] => place.split('.')

/** The same with another value at a place; a member is left out where that is undefined. */
export function withValue(tree: Value, place: string, change: (value: Value) => Value): Value {
  const step = (value: Value, [name, ...rest]: readonly string[]): Value => {
    if (name === undefined) return change(value)
    if (Array.isArray(value)) {
      const index = Number(name)
      const next = step(value[index], rest)
      return next === undefined ? value.toSpliced(index, 1) : value.with(index, next)
    }
    const own = Object(value) as Readonly<Record<string, Value>>
    const next = step(own[name], rest)
    const { [name]: _, ...others } = own
    // In its place: the order of members is another matter.
    return next === undefined
      ? others
      : name in own
        ? Object.fromEntries(Object.entries(own).map(([key, each]) => [key, key === name ? next : each]))
        : { ...own, [name]: next }
  }
  return step(tree, members(place))
}

export const valueIn = (tree: Value, place: string): Value =>
  members(place).reduce<Value>((value, name) => Object(value)[name], tree)

/** Another value of the same kind. */
export function otherThan(value: Value): Value {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value === 'string') {
    if (!Number.isNaN(Date.parse(value)) && /^\d{4}-/.test(value))
      return new Date(Date.parse(value) + 86_400_000).toISOString()
    if (/^https?:.*127\.0\.0\.1/.test(value)) return value.replace('127.0.0.1', 'pay.example.com')
    return `${value}x`
  }
  if (Array.isArray(value)) return value.length === 0 ? ['x'] : value.slice(1)
  if (value === null || value === undefined) return 'x'
  return Object.fromEntries(Object.entries(value).slice(1))
}
