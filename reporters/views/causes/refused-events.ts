import type { Report, ReportedService } from '../../../kit/report/report.ts'

/** Fewer answers than these have something in common by chance. */
const FEWEST = 2
/** Refusals that say nothing of a signature. */
const OTHERWISE = [404, 405, 429]

/**
 * A receiver that refuses every event, the right ones included: each is signed with the key of the target file, which may
 * be another one than it has.
 */
export function refusedEvents(own: Report['exchanges'], { id, reached }: ReportedService): string[] {
  if (reached !== 'by events') return []
  const statuses = own.flatMap(({ response }) => response?.status ?? [])
  const [first = 0] = statuses
  const isRefusal = first >= 400 && first < 500 && !OTHERWISE.includes(first)
  if (statuses.length < FEWEST || !isRefusal || statuses.some((each) => each !== first)) return []
  return [
    `the ${id} answers ${first} to every event (${statuses.length}), the valid ones included: the target file may hold another key than it has, or it does not verify the raw body; compare the keys before anything is mended`,
  ]
}
