import { isDeepStrictEqual } from 'node:util'
import { isTree } from '../lines.ts'
import { type Path, pathFrom } from '../path.ts'
import { TargetFileError } from './target-file-error.ts'

type Tree = { [name: string]: unknown }

const DOTTED = /^[A-Za-z]\w*(\.\w+|\[\d+\])+$/

/**
 * Whether a member of the top level is a path: `library.outcomes.lost`, `library.keys.reader[1]`. What every object inherits
 * is no place of a file.
 */
export const isDotted = (name: string): boolean =>
  DOTTED.test(name) && !name.split(/[.[\]]/).some((step) => step in Object.prototype)

/**
 * Takes members of the top level whose names are paths to their places, so that the lines that a report proposes can be
 * pasted as they are, in any order and beside what the file has already.
 * @throws TargetFileError where two of them say different things of one place
 */
export function expandDotted(path: string, tree: Tree): Tree {
  const dotted = Object.keys(tree).filter(isDotted)
  if (dotted.length === 0) return tree
  const plain = Object.entries(structuredClone(tree)).filter(([name]) => !isDotted(name))
  // A list comes before its further entries.
  const ordered = dotted
    .map((name) => ({ name, way: pathFrom(name) }))
    .toSorted((a, b) => a.way.length - b.way.length || Number(a.way.at(-1)) - Number(b.way.at(-1)) || 0)
  return ordered.reduce<Tree>(
    (before, { name, way }) => placed(before, way, structuredClone(tree[name]), { path, name, at: '' }) as Tree,
    Object.fromEntries(plain),
  )
}

interface Whose {
  readonly path: string
  readonly name: string
  /** The name of what is looked at. */
  readonly at: string
}

/** A value that holds another one at the end of a way. */
function placed(before: unknown, [step, ...rest]: Path, value: unknown, whose: Whose): unknown {
  const { path, name, at } = whose
  if (step === undefined) return both(before, value, whose)
  const below = { ...whose, at: String(step) }
  if (typeof step === 'number') {
    const list = before ?? []
    if (!Array.isArray(list))
      throw new TargetFileError(path, [`${name}: ${at} is given a value of another kind elsewhere`])
    if (step > list.length) throw new TargetFileError(path, [`${name}: ${at} has no entry before it; begin with [0]`])
    return list.toSpliced(step, 1, placed(list[step], rest, value, below))
  }
  const own = before ?? {}
  if (!isTree(own)) throw new TargetFileError(path, [`${name}: ${at} is given a value of another kind elsewhere`])
  return { ...own, [step]: placed(own[step], rest, value, below) }
}

/**
 * What two places of a file say of one member.
 * @throws TargetFileError where that does not go together
 */
export const merged = (
  before: unknown,
  value: unknown,
  whose: { readonly path: string; readonly name: string },
): unknown => both(before, value, { ...whose, at: '' })

/** What two places of a file say of one member, where that goes together. */
function both(before: unknown, value: unknown, whose: Whose): unknown {
  if (isTree(before) && isTree(value)) {
    const members = Object.entries(value).map(([name, member]) => [name, both(before[name], member, whose)] as const)
    return { ...before, ...Object.fromEntries(members) }
  }
  // What says that there is none gives way to a line that says more.
  if (before === undefined || before === null || before === 0 || before === false || before === '') return value
  if (isDeepStrictEqual(before, value)) return before
  throw new TargetFileError(whose.path, [`${whose.name} is given twice, with different values; keep one of them`])
}
