import type { ReportedRequirement } from '../../kit/report/report.ts'

/** How much of what a requirement ranges over was looked at. */
export interface SeenCells {
  readonly seen: number
  readonly of: number
  /** `3 of 8 endpoints`; of several dimensions together `12 of 32 endpoints × credentials`. */
  readonly text: string
  /** The cells that were not: `POST /loans, guest`. */
  readonly unseen: readonly string[]
}

/** Undefined where the requirement speaks of one thing. */
export function cellsOf({ over, judgements }: Pick<ReportedRequirement, 'over' | 'judgements'>): SeenCells | undefined {
  if (over === undefined) return undefined
  const names = Object.keys(over)
  const nameOf = (cell: Readonly<Record<string, string>>): string => names.map((name) => cell[name]).join(', ')
  const seen = new Set(judgements.flatMap(({ cells = [] }) => cells.map(nameOf)))
  const all = names.reduce<readonly string[]>(
    (before, name) =>
      (over[name] ?? []).flatMap((value) =>
        before.length === 0 ? [value] : before.map((each) => `${each}, ${value}`),
      ),
    [],
  )
  const dimensions = names.map((name) => plural(name)).join(' × ')
  return {
    seen: seen.size,
    of: all.length,
    text: `${seen.size} of ${all.length} ${dimensions}`,
    unseen: all.filter((each) => !seen.has(each)),
  }
}

/** One line of what a run looked at, of all that statements range over. Undefined where none ranges over anything. */
export function cellsLine(requirements: readonly ReportedRequirement[]): string | undefined {
  const all = requirements.flatMap((each) => cellsOf(each) ?? [])
  if (all.length === 0) return undefined
  const sum = (pick: (each: SeenCells) => number): number => all.reduce((total, each) => total + pick(each), 0)
  return `${sum(({ seen }) => seen)} of ${sum(({ of }) => of)} cells that ${all.length} statements range over`
}

/** A dimension of which a run meets many of a kind: what is counted are kinds. */
const OF_KINDS: readonly string[] = ['delivery', 'event']

const plural = (name: string): string => (OF_KINDS.includes(name) ? `kinds of ${pluralOf(name)}` : pluralOf(name))

const pluralOf = (name: string): string =>
  /s$/.test(name) ? `${name}es` : /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`
