import { type Path, pathFrom, valueAt } from './path.ts'
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
 * that the line of its claim names, numbered where it is one of a list.
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
      else for (const [index, each] of textsIn(value).entries()) found.set(each, `${name}_${index + 1}`)
    }
  }
  found.delete('')
  return found
}

/** Texts of a value and of the members and entries below it, empty ones left out. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
