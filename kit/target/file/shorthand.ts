import { isTree } from '../lines.ts'
import type { SectionDefinition, Shorthand } from '../section.ts'
import { merged } from './dotted.ts'
import { TargetFileError } from './target-file-error.ts'

type Tree = { [name: string]: unknown }

/** A section that can be written shortly. */
export type Abbreviated = SectionDefinition & { readonly shorthand: Shorthand }

/** Sections by the member of the top level that they may be written under: `receiver`. */
export function abbreviatedIn(sections: readonly SectionDefinition[]): ReadonlyMap<string, readonly Abbreviated[]> {
  const found = new Map<string, Abbreviated[]>()
  for (const section of sections.filter(isAbbreviated))
    found.set(section.shorthand.name, [...(found.get(section.shorthand.name) ?? []), section])
  return found
}

const isAbbreviated = (section: SectionDefinition): section is Abbreviated => section.shorthand !== undefined

/** Member of a short form that names what it stands for, where its other members do not tell. */
export const WHOSE = 'service'

/**
 * Takes members of the top level that are short for sections (`receiver: { url, secret }`) to these sections, beside what
 * the file says of them in the long form.
 * @param path what the file is called in problems
 * @throws TargetFileError where a short form does not tell which section it is, or contradicts the long form
 */
export function expandShorthand(path: string, tree: Tree, sections: readonly SectionDefinition[]): Tree {
  let whole = tree
  for (const [name, own] of abbreviatedIn(sections)) {
    const { [name]: value, ...rest } = whole
    // What is no object is left to the schema.
    if (!isTree(value)) continue
    whole = rest
    for (const [id, section] of meant(path, name, value, own))
      whole = { ...whole, [id]: merged(whole[id], section, { path, name }) }
  }
  return whole
}

/** The sections that a short form stands for, by id. */
function meant(
  path: string,
  name: string,
  value: Tree,
  own: readonly Abbreviated[],
): readonly (readonly [string, Tree])[] {
  const refuse = (problem: string): never => {
    throw new TargetFileError(path, [`${name}: ${problem}`])
  }
  const nested = own.filter(({ shorthand: { as } }) => Object.hasOwn(value, as))
  if (nested.length > 0) {
    const names = own.map(({ shorthand: { as } }) => as)
    const strange = Object.keys(value).filter((each) => !names.includes(each))
    if (strange.length > 0)
      refuse(
        `${strange.join(', ')} stands beside ${nested.map(({ shorthand: { as } }) => as).join(', ')}; write it within`,
      )
    return nested.map(({ id, shorthand: { as } }) => [id, (value[as] ?? {}) as Tree])
  }
  const { [WHOSE]: whose, ...members } = value
  const named = whose === undefined ? undefined : own.find(({ shorthand: { as } }) => as === whose)
  if (whose !== undefined && named === undefined)
    refuse(`${WHOSE} is one of ${own.map(({ shorthand: { as } }) => as).join(', ')}`)
  const told = own.filter(({ shorthand: { by } }) => by.some((each) => Object.hasOwn(members, each)))
  const foreign = named && told.filter((each) => each !== named)
  if (foreign !== undefined && foreign.length > 0)
    refuse(
      `${foreign.flatMap(({ shorthand: { by } }) => by.filter((each) => Object.hasOwn(members, each))).join(', ')} is no member of ${name}.${String(whose)}; leave it or ${WHOSE} out`,
    )
  const chosen = named === undefined ? told : [named]
  if (chosen.length === 0) refuse(`says not whose it is; ${ways(name, own)}`)
  return chosen.map((section) => [section.id, without(members, chosen, section)])
}

/** What one of several sections is given: none of the members that only another has. */
function without(members: Tree, chosen: readonly Abbreviated[], section: Abbreviated): Tree {
  const others = chosen.filter((each) => each !== section).flatMap(({ shorthand: { by } }) => by)
  return Object.fromEntries(Object.entries(members).filter(([name]) => !others.includes(name)))
}

/** How a short form can tell which section it is. */
function ways(name: string, own: readonly Abbreviated[]): string {
  const told = own.map(({ shorthand: { as, by } }) =>
    by.length === 0 ? `${WHOSE}: ${as}` : `${by.join(' or ')} for that of ${as}`,
  )
  return `add ${told.join(', ')}, or write ${own.map(({ shorthand: { as } }) => `${name}.${as}`).join(' and ')}`
}
