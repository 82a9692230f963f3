import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Report } from '../../../kit/report/report.ts'
import { lowerIdsIn } from './ids.ts'

/** How a command begins that shows the head of its answer, in which there may be ids of other things. */
const WHOLE = /^curl -sS -i -w '\\n' (?=-X POST )/
/** What finds ids in a body as `idsIn` does. */
const GREP = "grep -oiE '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'"

/** What asks for something that it makes first. */
export interface Making {
  /** The request that made it in the run. */
  readonly made: ReportedExchange
  readonly lines: readonly string[]
}

/**
 * The command of a request for what the run had made, behind one that makes it anew: a service that keeps nothing over a
 * restart has it no more. Undefined where it asks for no such thing, or an answer does not tell which it is.
 */
export function madeAnew(
  { exchanges }: Pick<Report, 'exchanges'>,
  { curl, sentAt, service }: ReportedExchange,
): Making | undefined {
  const ids = [...new Set(lowerIdsIn(curl))]
  const [id] = ids
  if (id === undefined || ids.length > 1) return undefined
  const made = exchanges.find(
    (each) =>
      each.service === service &&
      each.endedAt <= sentAt &&
      WHOLE.test(each.curl) &&
      lowerIdsIn(each.curl).length === 0 &&
      isTaken(each) &&
      lowerIdsIn(each.response?.body ?? '').includes(id),
  )
  if (made === undefined) return undefined
  const place = lowerIdsIn(made.response?.body ?? '').indexOf(id) + 1
  return {
    made,
    lines: [`id=$(${made.curl.replace(WHOLE, 'curl -sS ')} | ${GREP} | sed -n ${place}p)`, inPlaceOf(id, curl)],
  }
}

/** The command of which a line takes the id of what it makes; any other line as it is. */
export const madeBy = (line: string): string =>
  line.startsWith('id=$(curl -sS ')
    ? `curl -sS -i -w '\\n' ${line.slice('id=$(curl -sS '.length, line.lastIndexOf(` | ${GREP}`))}`
    : line

const isTaken = ({ response }: ReportedExchange): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300

/** A command with a variable where an id stands, within quotes and without. */
function inPlaceOf(id: string, command: string): string {
  const parts = command.split(new RegExp(id, 'i'))
  let before = ''
  return parts
    .map((part, index) => {
      before += part
      if (index === parts.length - 1) return part
      // A quote that a text has of its own closes and opens again.
      const isQuoted = (before.replaceAll("'\\''", '').match(/'/g) ?? []).length % 2 === 1
      return `${part}${isQuoted ? `'"$id"'` : '"$id"'}`
    })
    .join('')
}
