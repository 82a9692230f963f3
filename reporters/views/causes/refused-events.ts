import type { Report, ReportedService } from '../../../kit/report/report.ts'

/** Fewer answers than these have something in common by chance. */
const FEWEST = 2
/** Refusals that say nothing of a signature. */
const OTHERWISE = [404, 405, 429]

/** The header of a signature, whatever stands before it. */
const SIGNATURE = /signature$/i

/**
 * A receiver that refuses every event, the right ones included: each is signed with the key of the target file, which may
 * be another one than it has, or with none, where the target file names none.
 */
export function refusedEvents(
  own: Report['exchanges'],
  { id, reached }: ReportedService,
  requirements: Report['requirements'],
): string[] {
  if (reached !== 'by events') return []
  const statuses = own.flatMap(({ response }) => response?.status ?? [])
  const [first = 0] = statuses
  const isRefusal = first >= 400 && first < 500 && !OTHERWISE.includes(first)
  if (statuses.length < FEWEST || !isRefusal || statuses.some((each) => each !== first)) return []
  const isSigned = own.some(({ request }) => request.headers.some(([name]) => SIGNATURE.test(name)))
  return [
    `the ${id} answers ${first} to all ${statuses.length} deliveries, those of valid events among them: ${isSigned ? OTHER_KEY : `${NO_KEY}${keyLine(id, requirements)}`}`,
  ]
}

const OTHER_KEY =
  'the target file may hold another key than it has, or it does not verify the raw body; compare the keys before anything is mended'

const NO_KEY =
  'the target file names no key of it, so that events are sent unsigned, and a receiver that has one refuses them; where it has one, add it to the target file'

/** The line of the target file that names the key, as those requirements have it that wait for it. */
function keyLine(id: string, requirements: Report['requirements']): string {
  const lines = requirements.flatMap(({ line = '' }) => line.split('\n'))
  const found = lines.find((each) => each.startsWith(`${id}.`) && /: "\$\{\w+\}"$/.test(each))
  return found === undefined ? '' : `: ${found}`
}
