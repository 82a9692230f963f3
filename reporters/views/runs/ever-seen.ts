import type { Report, ReportedRequirement } from '../../../kit/report/report.ts'
import { cellsOf, type SeenCells } from '../cells.ts'

/** What a statement ranges over, as far as one run after the other has looked at it. */
export interface EverSeen extends SeenCells {
  readonly id: string
  /** In the last run alone. */
  readonly lately: number
}

/** What one run after the other has looked at, of each statement that the last of them judges by cells. */
export function cellsEverSeen(reports: readonly Report[]): EverSeen[] {
  const last = reports.at(-1)?.requirements ?? []
  const judgements = new Map<string, ReportedRequirement['judgements']>()
  for (const { id, judgements: own } of reports.flatMap(({ requirements }) => requirements))
    judgements.set(id, [...(judgements.get(id) ?? []), ...own])
  return last.flatMap((requirement) => {
    const lately = cellsOf(requirement)
    const ever = cellsOf({ ...requirement, judgements: judgements.get(requirement.id) ?? [] })
    return lately === undefined || ever === undefined ? [] : [{ ...ever, id: requirement.id, lately: lately.seen }]
  })
}

/** `637 of 679 cells in the last run, 661 in all of them`. */
export function everSeenLine({
  cells,
  runs,
}: {
  readonly cells: readonly EverSeen[]
  readonly runs: readonly unknown[]
}): string | undefined {
  if (cells.length === 0) return undefined
  const sum = (pick: (each: EverSeen) => number): number => cells.reduce((total, each) => total + pick(each), 0)
  const all = runs.length === 1 ? '' : `, ${sum(({ seen }) => seen)} in these ${runs.length} together`
  return `${sum(({ lately }) => lately)} of ${sum(({ of }) => of)} cells looked at in the last run${all}`
}
