import { nameOfRequest } from '../../../../kit/report/asked/asked-again.ts'
import type { Report } from '../../../../kit/report/report.ts'
import { ALIKE, unlikelihoodAmong } from '../../../../kit/run/presence/likeness.ts'
import { suspectLines } from '../../evidence/commands.ts'
import { messageName } from '../../evidence/messages.ts'
import { grouped } from '../../grouping.ts'
import { answeredLast } from './answered-last.ts'
import { isGateway } from './gateway.ts'
import { takenAnew } from './taken-anew.ts'

/** Suspects that are told with their commands: any of them may be the one. */
const TOLD = 6
/** Of them those that were answered before. */
const TAKEN = 3

type Sent = Report['exchanges'][number]

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
  const taken = takenBefore(exchanges, found)
  const behind = taken.slice(0, TAKEN)
  const left = distinct.slice(0, TOLD - behind.length)
  const commands = [...behind, ...left].map((each) =>
    [`# ${messageName(each)}`, ...suspectLines(report, each)].join('\n'),
  )
  // When and where it went stands in the verdict.
  if (commands.length === 0) return []
  const what = distinct.length === 1 ? 'the request' : 'one of the requests'
  const unanswered =
    distinct.length === 0 ? [] : [`${what} that it left without an answer${answeredLast(exchanges, [found])}`]
  const more =
    distinct.length > left.length
      ? ` (${left.length} of those without an answer, the likeliest first; run.suspects of the JSON report has all ${found.length})`
      : ''
  const which = commands.length === 1 ? 'the request' : 'one of the requests'
  const ways = [
    ...behindText(taken),
    ...unanswered,
    'all that had come to it by then, as where memory or connections run out',
    'what ended it from outside this run, of which its own log may tell',
  ]
  const hint = `${ways.join('; or ')}; to see whether it goes by ${which}, start it again and send${more}:`
  return [[hint, '', ...commands].join('\n')]
}

/**
 * What it had accepted, and may have gone on with. Asked for only where all that it left without an answer is like what it
 * had answered before.
 */
function takenBefore(exchanges: readonly Sent[], found: readonly Sent[]): readonly Sent[] {
  const last = found[0] ?? exchanges.findLast(({ response }) => response === undefined)
  if (last === undefined) return []
  const own = exchanges.filter(({ service }) => service === last.service)
  const asked = ({ operation, key, request }: Sent) => ({ operation, key, body: request.body, request })
  const isAnswered = (each: Sent): boolean => each.response !== undefined && !isGateway(each)
  const unlikelihood = unlikelihoodAmong(own.filter(isAnswered).map(asked))
  if (found.some((each) => unlikelihood(asked(each)) < ALIKE)) return []
  // With nothing under way it was there for the last time when it answered last.
  const there = Math.max(...own.flatMap(({ response, endedAt }) => (response === undefined ? [] : [endedAt])))
  return takenAnew(own, found.length === 0 ? there : Math.min(...found.map(({ endedAt }) => endedAt)))
}

function behindText(taken: readonly Sent[]): readonly string[] {
  if (taken.length === 0) return []
  const names = taken.slice(0, TAKEN).map(messageName)
  const rest = taken.length - names.length
  return [
    `what it had accepted less than 2 s before, like nothing that it had accepted until then, and may have gone on with: ${names.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`,
  ]
}
