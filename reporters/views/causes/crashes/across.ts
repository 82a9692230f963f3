import type { ReportedExchange } from '../../../../kit/evidence/recorder.ts'
import type { Report, ReportedJudgement } from '../../../../kit/report/report.ts'
import { lowerIdsIn } from '../../evidence/ids.ts'
import { isAfter, isBefore, namesIn, type Parting, withoutBrokenOff } from '../../evidence/parting.ts'

/** What is told where something was waited for after the last delivery, and did not come. */
const NOTHING_CAME = 'none'

/**
 * Requirements that fail by messages of both sides, on the one side by what was shown or sent on the other, or by nothing
 * that came after the deliveries of the first.
 */
export function failingAcross(
  { run, requirements, exchanges, deliveries }: Report,
  partings: readonly Parting[],
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
      if (!messages.some((each) => isAfter(each, side))) return false
      // The first message is what it is about.
      const [about] = messages
      const own = about === undefined || !isAfter(about, side) ? [] : namesIn(about, run.id)
      const names = [...lowerIdsIn(expected), ...own]
      return messages.some((each) => isBefore(each, side)) || names.some((each) => side.known.has(each))
    })
  }
  return requirements.flatMap(({ id, verdict, judgements }) =>
    verdict === 'fail' && judgements.some((each) => each.verdict === 'fail' && isAcross(each)) ? [id] : [],
  )
}

/** What was answered first with an id that was not asked for: it was made there. */
function firstShown(exchanges: readonly ReportedExchange[]): ReadonlyMap<string, ReportedExchange> {
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
