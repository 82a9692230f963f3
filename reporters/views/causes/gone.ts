import { nameOfRequest } from '../../../kit/report/asked/asked-again.ts'
import type { Report } from '../../../kit/report/report.ts'
import { commandLines } from '../evidence/commands.ts'
import { messageName } from '../evidence/messages.ts'

/** Suspects that are told with their commands: any of them may be the one. */
const TOLD = 6

/** How long before it went an answer counts as the last, and how many of them are named. */
const MOMENT_MS = 100
const ANSWERED = 3

/**
 * The requests that a service may have gone away by: in a line, and behind it, after a line for requirements, a command
 * for each. None where nothing is known beside that it went, which the verdict says.
 */
export function goneBy({ run, exchanges }: Report): string[] {
  const { stopped, because, suspects = [] } = run
  if (stopped !== 'gone' || because === undefined) return []
  const found = suspects.flatMap((id) => exchanges.find((each) => each.id === id) ?? [])
  // Further attempts at one are the same command.
  const distinct = [...new Map(found.toReversed().map((each) => [nameOfRequest(each), each])).values()].toReversed()
  const commands = distinct.slice(0, TOLD).map((each) => commandLines(each).join('\n'))
  // When and where it went stands in the verdict.
  if (commands.length === 0) return []
  const [what, one] = commands.length === 1 ? ['the request', 'it'] : ['one of the requests', 'one']
  const more =
    distinct.length > TOLD
      ? ` (the first ${TOLD} of ${distinct.length}, the likeliest first; run.suspects of the JSON report has all)`
      : ''
  const hint = `${what} that it left without an answer${answeredLast(exchanges, found)}; to see whether it goes by ${one}, start it again and send${more}:`
  return [[hint, '', ...commands].join('\n')]
}

/** What it answered last, in the same moment: a failure behind an answer ends it as well. */
function answeredLast(exchanges: Report['exchanges'], suspects: Report['exchanges']): string {
  const [{ service = '' } = {}] = suspects
  const cutAt = Math.min(...suspects.map(({ endedAt }) => endedAt))
  const last = exchanges
    .filter((each) => each.service === service && each.response !== undefined && !suspects.includes(each))
    .filter(({ endedAt }) => endedAt <= cutAt && endedAt > cutAt - MOMENT_MS)
    .toSorted((a, b) => b.endedAt - a.endedAt)
    .map(messageName)
  const names = [...new Set(last)].slice(0, ANSWERED)
  return names.length === 0 ? '' : `, or what it had answered just before, and went on with: ${names.join('; ')}`
}
