import { type Path, pathFrom, showPath, valueAt } from './path.ts'
import type { SectionDefinition } from './section.ts'
import type { Target } from './target.ts'

type Sections = readonly SectionDefinition[]
type HasServices = Pick<Target, 'services'>

/** Every key and token that a target file names: whatever is sent with one of them may be executed. */
export function credentialsOf({ services }: HasServices, sections: Sections): readonly string[] {
  return sections.flatMap(({ id, credentials = [] }) =>
    ['keys', ...credentials].flatMap((name) => textsIn(valueAt(services, [id, name]))),
  )
}

/**
 * Secret to the name of the variable that a target file would take it from, for those that it holds by value: the one
 * that the line of its claim names, numbered from the second of a list.
 */
export function variablesOf({ services }: HasServices, sections: Sections): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { id, claims } of sections) {
    for (const [claim, line] of Object.entries(claims)) {
      const name = /^\[?"\$\{(\w+)\}"\]?$/.exec(line)?.[1]
      if (name === undefined) continue
      const path: Path = [id, ...pathFrom(claim)]
      const value = valueAt(services, path)
      if (typeof value === 'string') found.set(value, name)
      else
        for (const [index, each] of textsIn(value).entries())
          found.set(each, index === 0 ? name : `${name}_${index + 1}`)
    }
  }
  found.delete('')
  return found
}

/** Secret to the place where the target file holds it, the first of several: `library.keys.members[0]`. */
export function placesOf({ services, secrets }: HasServices & Pick<Target, 'secrets'>): ReadonlyMap<string, string> {
  const known = new Set(secrets)
  return placed(services, (value) => known.has(value))
}

/** The same of what is no secret, as far as it can be told from other texts: ids. */
export function plainPlacesOf({
  services,
  secrets,
}: HasServices & Pick<Target, 'secrets'>): ReadonlyMap<string, string> {
  const known = new Set(secrets)
  return placed(services, (value) => value.length >= LONG && !known.has(value))
}

/** Shorter texts stand in many places by chance. */
const LONG = 8

function placed(services: Target['services'], isMeant: (value: string) => boolean): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const visit = (value: unknown, path: Path): void => {
    if (typeof value === 'string') {
      if (value !== '' && isMeant(value) && !found.has(value)) found.set(value, showPath(path))
      return
    }
    if (typeof value !== 'object' || value === null) return
    const isList = Array.isArray(value)
    for (const [name, each] of Object.entries(value)) visit(each, [...path, isList ? Number(name) : name])
  }
  visit(services, [])
  return found
}

/** Texts of a value and of the members and entries below it, empty ones left out. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
