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

/** Patterns of areas like the one that a pattern names: `lib.loans.*`. */
export function areasNear(pattern: string, names: readonly string[]): string[] {
  const area = pattern.replace(/[./]?\*.*$/, '')
  const areas = new Set(names.flatMap((name) => /^\w+([./])[\w-]+(?=\1)/.exec(name)?.[0] ?? []))
  // Ids of requirements have dots, those of checks slashes.
  const alike = [...areas].filter((each) => each.includes('/') === area.includes('/'))
  // Of an area whose name is cut short the rest is missing alone.
  const begun = /[./]./.test(area) ? alike.filter((each) => each.startsWith(area)).slice(0, MOST) : []
  const near = begun.length > 0 ? begun : nearestOf(area, alike)
  return (near.length > 0 ? near : nearestOf(area, [...areas])).map(
    (each) => `${each}${each.includes('/') ? '/' : '.'}*`,
  )
}
