import type { FixtureContext } from '../define.ts'

/** So many of a list, decided by the seed: the others have their turn in other runs. All of it at full depth. */
export function drawn<T>(t: Pick<FixtureContext, 'depth' | 'random'>, from: readonly T[], count: number): readonly T[] {
  if (t.depth === 'deep' || from.length <= count) return from
  const left = [...from]
  return Array.from({ length: count }, () => left.splice(Math.floor(t.random() * left.length), 1)).flat()
}
