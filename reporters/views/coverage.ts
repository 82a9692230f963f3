import type { Coverage } from '../../kit/report/coverage/coverage.ts'

/** One line of what a run has seen of the descriptions. */
export function coverageLine({ operations, errorRows }: Coverage): string {
  const asked = operations.filter(({ requests }) => requests > 0).length
  const keywords = operations.map(({ keywords: { seen, unseen } }) => ({
    seen: Object.keys(seen).length,
    all: Object.keys(seen).length + unseen.length,
  }))
  const sum = (pick: (each: { seen: number; all: number }) => number): number =>
    keywords.reduce((total, each) => total + pick(each), 0)
  const values = operations.flatMap(({ enums }) => Object.values(enums).flatMap((counts) => Object.values(counts)))
  const rows = Object.values(errorRows)
  const seen = rows.reduce((total, each) => total + Object.keys(each.seen).length, 0)
  const unseen = rows.reduce((total, each) => total + each.unseen.length, 0)
  return [
    `${asked} of ${operations.length} operations`,
    ...(seen + unseen === 0 ? [] : [`${seen} of ${seen + unseen} error rows`]),
    `${sum(({ seen }) => seen)} of ${sum(({ all }) => all)} schema keywords and ${values.filter((count) => count > 0).length} of ${values.length} enum values, each counted anew for every operation and status`,
  ].join(', ')
}
