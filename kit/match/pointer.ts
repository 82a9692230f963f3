/** Value at a JSON pointer (RFC 6901), undefined where the path leads nowhere. */
export function valueAt(document: unknown, pointer: string): unknown {
  if (pointer === '') return document
  let value = document
  for (const key of partsOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

/** Few pointers are asked for, each of them thousands of times; those of a body are not few. */
const MOST_PARSED = 1000
const parsed = new Map<string, readonly string[]>()

function partsOf(pointer: string): readonly string[] {
  const before = parsed.get(pointer)
  if (before !== undefined) return before
  const parts = pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (parsed.size < MOST_PARSED) parsed.set(pointer, parts)
  return parts
}

interface Leaf {
  readonly pointer: string
  readonly value: unknown
}

const known = new WeakMap<object, readonly Leaf[]>()

/** Every value that is no object or array, with its pointer, in document order. At most 2000. */
export function leaves(document: unknown): readonly Leaf[] {
  if (typeof document !== 'object' || document === null) return [{ pointer: '', value: document }]
  const before = known.get(document)
  if (before !== undefined) return before
  const found: Leaf[] = []
  const walk = (value: unknown, pointer: string, depth: number): void => {
    if (found.length >= 2000 || depth > 32) return
    if (typeof value !== 'object' || value === null) {
      found.push({ pointer, value })
      return
    }
    for (const [key, member] of Object.entries(value)) {
      walk(member, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1)
    }
  }
  walk(document, '', 0)
  known.set(document, found)
  return found
}
