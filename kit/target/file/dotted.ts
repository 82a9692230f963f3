import { TargetFileError } from './target-file-error.ts'

type Tree = { [name: string]: unknown }

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Takes members of the top level whose names are paths (`library.outcomes.lost`) to their places, so that the lines
 * that a report proposes can be pasted as they are. Throws TargetFileError where two lines give one member.
 */
export function expandDotted(path: string, tree: Tree): Tree {
  // What every object inherits is no place of a file.
  const dotted = Object.keys(tree).filter(
    (name) => /^[A-Za-z]\w*(\.\w+)+$/.test(name) && !name.split('.').some((step) => step in Object.prototype),
  )
  if (dotted.length === 0) return tree
  const result = structuredClone(tree)
  for (const name of dotted) {
    delete result[name]
    const steps = name.split('.')
    const last = steps.pop()!
    let place = result
    for (const step of steps) {
      const below = place[step] ?? {}
      if (!isTree(below))
        throw new TargetFileError(path, [`${name}: ${step} is given a value of another kind elsewhere`])
      place[step] = below
      place = below
    }
    if (Object.hasOwn(place, last)) throw new TargetFileError(path, [`${name} is given twice`])
    place[last] = tree[name]
  }
  return result
}
