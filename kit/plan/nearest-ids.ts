import { nearest } from '../target/file/nearest.ts'

const MOST = 5

/** Ids that were probably meant: the nearest one, then those that share the most parts with it. */
export function nearestOf(id: string, known: readonly string[]): string[] {
  const parts = new Set(id.toLowerCase().split(/[.\-/]/))
  const shared = (each: string): number => each.split(/[.\-/]/).filter((part) => parts.has(part)).length
  const first = nearest(id, known)
  const alike = [...new Set(known)]
    .filter((each) => each !== first && shared(each) > 1)
    .toSorted((a, b) => shared(b) - shared(a))
  return [...(first === undefined ? [] : [first]), ...alike].slice(0, MOST)
}
