import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Report } from '../../../kit/report/report.ts'
import { idsIn } from './ids.ts'

/** What somebody has to do between two commands is waited for: without it what follows would show another thing. */
const PAUSE = "echo 'do that now, then press Enter' >&2; read -r _ < /dev/tty || exit"

/**
 * Time between two requests, ms, that is part of what they show, on the clock of the documents and at least; beyond the
 * most it was waited for other things.
 */
const WAITED_MS = 1000
const LEAST_WAITED_MS = 100
const MOST_WAITED_MS = 30_000
/** What a state takes is not the same each time. */
const MARGIN = 1.1

/** As a shell takes it: tenths where it is less than a second. */
const secondsOf = (ms: number): number => (ms < 1000 ? Math.ceil(ms / 100) / 10 : Math.ceil(ms / 1000))

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const

/** What a run had, between two requests of it. */
export type Meanwhile = Pick<Report, 'steps' | 'exchanges' | 'deliveries'> & {
  readonly target?: Pick<Report['target'], 'timeScale'>
}

const answeredIds = ({ response }: ReportedExchange): readonly string[] => idsIn(response?.body ?? '')

/** Whether the run saw something of what these were answered with in that time: it waited for what became of it. */
function isWatched(
  { exchanges, deliveries }: Meanwhile,
  made: readonly ReportedExchange[],
  from: number,
  to: number,
): boolean {
  const ids = made.flatMap(answeredIds).map((id) => id.toLowerCase())
  if (ids.length === 0) return false
  const names = (text: string): boolean => ids.some((id) => text.toLowerCase().includes(id))
  return (
    exchanges.some(({ sentAt, endedAt, request }) => sentAt >= from && endedAt <= to && names(request.url)) ||
    deliveries.some(({ arrivedAt, body }) => arrivedAt >= from && arrivedAt <= to && names(body))
  )
}

/**
 * The commands of a request, of the first that it repeats, and of what was sent between. Where the run waited, so does the
 * shell; and what the run had brought about meanwhile, or others did, is named where it was done, since no command of these
 * brings it about.
 */
export function bothCommands(
  report: Meanwhile,
  first: ReportedExchange,
  again: ReportedExchange,
  between: readonly ReportedExchange[] = [],
): string[] {
  if (first.endedAt > again.sentAt) return [`${first.curl} | cat &`, `${again.curl} | cat &`, 'wait']
  const all = [first, ...between.toSorted((a, b) => a.sentAt - b.sentAt), again]
  const made = all.slice(0, -1).map((each) => answeredIds(each)[0])
  const leastMs = Math.max(LEAST_WAITED_MS, WAITED_MS / (report.target?.timeScale ?? 1))
  const doneBetween = (from: number, to: number): string[] =>
    report.steps
      .filter(({ kind, startedAt }) => kind !== 'probe' && startedAt >= from && startedAt <= to)
      .flatMap(({ recipe, text }) => {
        const place = made.findIndex((id) => id !== undefined && text.includes(id))
        if (place === -1) return []
        const done = text.replaceAll(made[place] ?? '', '{id}')
        return [
          `# do what the run did here, to have ${recipe} brought about: ${done}`,
          `# where {id} is what the ${PLACES[place] ?? 'last'} of these commands was answered`,
          PAUSE,
        ]
      })
  return all.flatMap((each, place) => {
    const before = all[place - 1]
    if (before === undefined) return [each.curl]
    // When it was served nobody knows but the service: a busy machine is late to send, and as late to hear of the answer.
    const passedMs = Math.max(each.sentAt, each.endedAt) - before.endedAt
    const isPart = passedMs >= leastMs || isWatched(report, all.slice(0, place), before.endedAt, each.sentAt)
    const sleep = isPart ? [`sleep ${secondsOf(Math.min(MOST_WAITED_MS, MARGIN * passedMs))}`] : []
    return [...doneBetween(before.endedAt, each.sentAt), ...sleep, each.curl]
  })
}
