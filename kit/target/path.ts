import type { Path } from '../schema/places.ts'

export type { Path }

/** `library.keys.live[0]`; names that are no plain words are quoted. */
export function showPath(path: Path): string {
  let shown = ''
  for (const part of path) {
    if (typeof part === 'number') shown += `[${part}]`
    else if (/^[\w$-]+$/.test(part)) shown += shown === '' ? part : `.${part}`
    else shown += `[${JSON.stringify(part)}]`
  }
  return shown === '' ? '(whole file)' : shown
}

/** The path of a claim or a line: `keys.live[0]`. */
export const pathFrom = (dotted: string): Path =>
  dotted === ''
    ? []
    : dotted.split('.').flatMap((part) => {
        const [name = '', ...positions] = part.split(/\[|\]\[?/)
        return [name, ...positions.filter((each) => each !== '').map(Number)]
      })

/** The value at a path, undefined where anything on the way is missing. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string | number, unknown>)[part]
  }
  return value
}
