import { type Path, pathFrom, showPath, valueAt } from '../path.ts'
import type { Distinct, SectionDefinition } from '../section.ts'

/** What a target file says without values that it gives twice. */
export interface Unrepeated {
  readonly value: object
  /** One for each that was left out. */
  readonly notes: readonly string[]
}

/** Each key stands for somebody else: who is two people would be accused of seeing what is theirs. */
const KEYS: Distinct = { at: 'keys', what: 'key' }

/** Leaves out keys, and what else a section has distinct, that have another name already: the first one counts. */
export function distinctValues(value: object, sections: readonly SectionDefinition[]): Unrepeated {
  const groups = sections.flatMap(({ id, distinct = [] }) =>
    [KEYS, ...distinct].map((group) => ({ ...group, path: [id, ...pathFrom(group.at)] })),
  )
  return groups.reduce<Unrepeated>(
    (file, { path, what, names }) => {
      const members = valueAt(file.value, path)
      if (typeof members !== 'object' || members === null || Array.isArray(members)) return file
      const { own, notes } = firstOfEach(members as Record<string, unknown>, path, what, names)
      if (notes.length === 0) return file
      return { value: replaced(file.value, path, own), notes: [...file.notes, ...notes] }
    },
    { value, notes: [] },
  )
}

function firstOfEach(members: Readonly<Record<string, unknown>>, path: Path, what: string, names?: readonly string[]) {
  const known = new Map<unknown, Path>()
  const notes: string[] = []
  const isFirst = (value: unknown, place: Path): boolean => {
    const before = known.get(value)
    if (typeof value !== 'string' || value === '' || before === undefined) {
      known.set(value, place)
      return true
    }
    notes.push(`${showPath(place)}: is the ${what} of ${showPath(before)}, and counts as not said; name another one`)
    return false
  }
  const own = Object.entries(members).flatMap(([name, value]): (readonly [string, unknown])[] => {
    if (names !== undefined && !names.includes(name)) return [[name, value]]
    if (!Array.isArray(value)) return isFirst(value, [...path, name]) ? [[name, value]] : []
    const left = value.filter((each, index) => isFirst(each, [...path, name, index]))
    return left.length === 0 && value.length > 0 ? [] : [[name, left]]
  })
  return { own: Object.fromEntries(own), notes }
}

/** A tree of objects with another value at a path. */
function replaced(tree: object, [name, ...rest]: Path, value: object): object {
  if (name === undefined) return value
  return { ...tree, [name]: replaced((tree as Record<string | number, object>)[name] ?? {}, rest, value) }
}
