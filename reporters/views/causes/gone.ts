import { nameOfRequest } from '../../../kit/report/asked/asked-again.ts'
import type { Report } from '../../../kit/report/report.ts'
import { suspectLines } from '../evidence/commands.ts'
import { grouped } from '../grouping.ts'
import { answeredLast } from './answered-last.ts'

/** Suspects that are told with their commands: any of them may be the one. */
const TOLD = 6

/**
 * The requests that a service may have gone away by: in a line, and behind it, after a line for requirements, a command
 * for each. None where nothing is known beside that it went, which the verdict says.
 */
export function goneBy(report: Report): string[] {
  const { run, exchanges } = report
  const { stopped, because, suspects = [] } = run
  if (stopped !== 'gone' || because === undefined) return []
  const found = suspects.flatMap((id) => exchanges.find((each) => each.id === id) ?? [])
  // Further attempts at one are the same command.
  const distinct = [...grouped(found, nameOfRequest).values()].flatMap(([first]) => first ?? [])
  const commands = distinct.slice(0, TOLD).map((each) => suspectLines(report, each).join('\n'))
  // When and where it went stands in the verdict.
  if (commands.length === 0) return []
  const [what, one] = commands.length === 1 ? ['the request', 'it'] : ['one of the requests', 'one']
  const more =
    distinct.length > TOLD
      ? ` (${TOLD} of them, the likeliest first; run.suspects of the JSON report has all ${found.length})`
      : ''
  const hint = `${what} that it left without an answer${answeredLast(exchanges, [found])}; to see whether it goes by ${one}, start it again and send${more}:`
  return [[hint, '', ...commands].join('\n')]
}
