import { type Path, pathFrom, showPath } from '../path.ts'
import type { SectionDefinition } from '../section.ts'

/** Stands where only a UUID may. */
const NIL = '00000000-0000-0000-0000-000000000000'
const SIGN = /(?:^|[\s/])…(?:$|[\s/])/

/** Whether a proposed text is for its author to replace, whole or in a part. */
const isOpenText = (text: string): boolean => text === NIL || SIGN.test(text)

/** What a target file says once what is still to be replaced is left out. */
export interface Filled {
  readonly value: object
  /** One note for all of it; none where nothing was left out. */
  readonly notes: readonly string[]
}

/**
 * Leaves out what still holds the sign that its author replaces, each with the member that it makes useless: as good as not
 * said. Pasted as it is proposed, a line harms nothing.
 */
export function filledIn(value: object, sections: readonly SectionDefinition[]): Filled {
  const places = openPlaces(value, [])
  if (places.length === 0) return { value, notes: [] }
  const useless = places.map((place) => uselessBy(place, sections))
  const shown = (paths: readonly Path[]): string => [...new Set(paths.map(showPath))].join(', ')
  const many = new Set(useless.map(showPath)).size
  return {
    value: useless.reduce<object>((left, path) => without(left, path) as object, value),
    notes: [
      `${shown(places)}: still to be filled in; until then ${shown(useless)} ${many === 1 ? 'counts' : 'count'} as not said`,
    ],
  }
}

/** Where a value, that at a path, still holds the sign that its author replaces. */
export function openPlaces(value: unknown, path: Path): readonly Path[] {
  if (typeof value === 'string') return isOpenText(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return members.flatMap(([name, member]) => (name === '…' ? [path] : openPlaces(member, [...path, name])))
}

/** The claim that a place belongs to, of several the widest; the section, where it is the section's address. */
function uselessBy(path: Path, sections: readonly SectionDefinition[]): Path {
  const [id, ...below] = path
  const section = sections.find((each) => each.id === id)
  if (id === undefined || section === undefined) return path.slice(0, 2)
  const named = Object.keys(section.claims).filter((name) => name !== '')
  const claims = named.map((name) => pathFrom(name)).toSorted((a, b) => a.length - b.length)
  const claim = claims.find((each) => each.every((name, index) => below[index] === name))
  if (claim !== undefined) return [id, ...claim]
  const open = Object.keys(section.openClaims ?? {}).find((name) => below[0] === name)
  if (open !== undefined) return path.slice(0, 3)
  return below.length === 1 ? [id] : path.slice(0, 2)
}

function without(value: unknown, [name, ...below]: Path): unknown {
  if (name === undefined || typeof value !== 'object' || value === null || !(name in value)) return value
  if (Array.isArray(value)) return value.map((each, index) => (index === name ? without(each, below) : each))
  const { [name as string]: member, ...rest } = value as Record<string, unknown>
  return below.length === 0 ? rest : { ...rest, [name]: without(member, below) }
}
