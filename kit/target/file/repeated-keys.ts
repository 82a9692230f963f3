import { type Path, showPath } from '../path.ts'
import type { SectionDefinition } from '../section.ts'

/** What a target file says without keys that it gives twice. */
export interface Distinct {
  readonly value: object
  /** One for each that was left out. */
  readonly notes: readonly string[]
}

/**
 * Leaves out keys that have another name already: each name stands for somebody else, and who is two people would be
 * accused of seeing what is theirs.
 */
export function distinctKeys(value: object, sections: readonly SectionDefinition[]): Distinct {
  return sections.reduce<Distinct>(
    (file, { id }) => {
      const section = (file.value as Record<string, unknown>)[id]
      const keys = (section as { readonly keys?: unknown } | undefined)?.keys
      if (typeof keys !== 'object' || keys === null || Array.isArray(keys)) return file
      const { own, notes } = firstOfEach(keys as Record<string, unknown>, [id, 'keys'])
      if (notes.length === 0) return file
      return {
        value: { ...file.value, [id]: { ...(section as object), keys: own } },
        notes: [...file.notes, ...notes],
      }
    },
    { value, notes: [] },
  )
}

function firstOfEach(keys: Readonly<Record<string, unknown>>, path: Path) {
  const known = new Map<unknown, Path>()
  const notes: string[] = []
  const isFirst = (value: unknown, place: Path): boolean => {
    const before = known.get(value)
    if (typeof value !== 'string' || value === '' || before === undefined) {
      known.set(value, place)
      return true
    }
    notes.push(`${showPath(place)}: is the key of ${showPath(before)}, and counts as not said; name another one`)
    return false
  }
  const own = Object.entries(keys).flatMap(([name, value]): (readonly [string, unknown])[] => {
    if (!Array.isArray(value)) return isFirst(value, [...path, name]) ? [[name, value]] : []
    const left = value.filter((each, index) => isFirst(each, [...path, name, index]))
    return left.length === 0 && value.length > 0 ? [] : [[name, left]]
  })
  return { own: Object.fromEntries(own), notes }
}
