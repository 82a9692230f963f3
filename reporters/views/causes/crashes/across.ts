import type { ReportedExchange } from '../../../../kit/evidence/recorder.ts'
import type { Report, ReportedJudgement } from '../../../../kit/report/report.ts'
import { lowerIdsIn } from '../../evidence/ids.ts'
import { isAfter, isBefore, namesIn, type Parting, withoutBrokenOff } from '../../evidence/parting.ts'

/** What is told where something was waited for after the last delivery, and did not come. */
const NOTHING_CAME = 'none'

/** What was read a moment before the last answer of those who knew it all may have been carried out behind it, ms. */
const SAME_MOMENT_MS = 250

type Shown = ReadonlyMap<string, ReportedExchange>

/** Whether an answer denies what had been shown before: however early it was read, what it asks after was gone by then. */
const isDenied = (each: ReportedExchange, { from, isByAnswer }: Parting, shownBy: Shown): boolean =>
  isByAnswer === true &&
  each.response?.status === 404 &&
  each.endedAt > from - SAME_MOMENT_MS &&
  lowerIdsIn(each.request.url).some((id) => (shownBy.get(id)?.endedAt ?? Number.POSITIVE_INFINITY) <= each.sentAt)

/**
 * Requirements of a verdict that rests on messages of both sides, on the one side on what was shown or sent on the other, or
 * on nothing that came after the deliveries of the first.
 */
export function judgedAcross(
  { run, requirements, exchanges, deliveries }: Report,
  partings: readonly Parting[],
  of: 'fail' | 'pass' = 'fail',
): string[] {
  const byId = new Map(exchanges.map((each) => [each.id, each]))
  const arrivals = new Map(deliveries.map(({ id, arrivedAt }) => [id, arrivedAt]))
  const sides = partings.map((each) => ({ ...each, known: namesBefore(exchanges, each, run.id) }))
  const shownBy = firstShown(exchanges)
  const isAcross = ({ evidence, expected = '', actual = '' }: ReportedJudgement): boolean => {
    // What events alone are told with was made by a request all the same.
    const makers = lowerIdsIn(actual).flatMap((id) => shownBy.get(id) ?? [])
    const named = evidence.flatMap((id) => byId.get(id) ?? [])
    const messages = withoutBrokenOff([...new Set([...named, ...(named.length < evidence.length ? makers : [])])])
    const arrived = evidence.flatMap((id) => arrivals.get(id) ?? [])
    if (actual === NOTHING_CAME && messages.length === 0 && arrived.length > 0)
      // What came while it was away had been on its way.
      return sides.some(({ to }) => Math.max(...arrived) < to)
    return sides.some((side) => {
      const isBehind = (each: ReportedExchange): boolean => isAfter(each, side) || isDenied(each, side, shownBy)
      if (!messages.some(isBehind)) return false
      // The first message is what it is about.
      const [about] = messages
      const own = about === undefined || !isBehind(about) ? [] : namesIn(about, run.id)
      const names = [...lowerIdsIn(expected), ...own]
      return messages.some((each) => isBefore(each, side)) || names.some((each) => side.known.has(each))
    })
  }
  return requirements.flatMap(({ id, verdict, judgements }) =>
    verdict === of && judgements.some((each) => each.verdict === of && isAcross(each)) ? [id] : [],
  )
}

/** What was answered first with an id that was not asked for: it was made there. */
function firstShown(exchanges: readonly ReportedExchange[]): Shown {
  const shown = new Map<string, ReportedExchange>()
  for (const each of exchanges.toSorted((a, b) => a.endedAt - b.endedAt))
    if (each.request.method !== 'GET')
      for (const id of lowerIdsIn(each.response?.body ?? '')) if (!shown.has(id)) shown.set(id, each)
  return shown
}

/** Those that requests had named, and answers shown, before a moment. */
const namesBefore = (exchanges: readonly ReportedExchange[], side: Parting, run: string): ReadonlySet<string> =>
  new Set(
    exchanges
      .filter((each) => isBefore(each, side))
      .flatMap((each) => [...lowerIdsIn(each.response?.body ?? ''), ...namesIn(each, run)]),
  )
