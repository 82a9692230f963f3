/** Values from which something is said of all of them. */
export const ENOUGH = 4
/** Part of the values that makes a rule of them. */
const NEARLY_ALL = 0.95

/** The value of nearly all; undefined where there is none. */
export function rule<T>(values: readonly T[]): T | undefined {
  const found = commonest(values)
  return found !== undefined && values.length >= ENOUGH && found.many >= values.length * NEARLY_ALL
    ? found.value
    : undefined
}

/** The value that is there most often, and how often; undefined of none. */
export function commonest<T>(values: readonly T[]): { readonly value: T; readonly many: number } | undefined {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1])
  return first === undefined ? undefined : { value: first[0], many: first[1] }
}

/** The median of the numbers among them; 0 where there are too few. */
export function median(values: readonly number[]): number {
  const known = values.filter(Number.isFinite).toSorted((a, b) => a - b)
  return known.length < ENOUGH ? 0 : (known[Math.floor(known.length / 2)] ?? 0)
}
