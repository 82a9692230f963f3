import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Report, ReportedJudgement } from '../../../kit/report/report.ts'

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** A time that parts the messages of a run, wall clock, ms since the epoch. */
export interface Parting {
  /** What was sent before it stands on one side, */
  readonly from: number
  /** and what was sent at it or later on the other. */
  readonly to: number
}

/** Requirements that fail by messages of both sides, or on the one side by what was shown on the other. */
export function failingAcross({ requirements, exchanges }: Report, partings: readonly Parting[]): string[] {
  const sent = new Map(exchanges.map((each) => [each.id, each.sentAt]))
  const sides = partings.map(({ from, to }) => ({ from, to, shown: shownBefore(exchanges, from) }))
  const isAcross = ({ evidence, expected = '' }: ReportedJudgement): boolean => {
    const times = evidence.flatMap((id) => sent.get(id) ?? [])
    return sides.some(({ from, to, shown }) => {
      if (!times.some((at) => at >= to)) return false
      return times.some((at) => at < from) || idsIn(expected).some((id) => shown.has(id))
    })
  }
  return requirements.flatMap(({ id, verdict, judgements }) =>
    verdict === 'fail' && judgements.some((each) => each.verdict === 'fail' && isAcross(each)) ? [id] : [],
  )
}

/** UUIDs of a text, in lower case. */
export const idsIn = (text: string): readonly string[] => text.toLowerCase().match(ID) ?? []

/** Ids that answers had shown before a moment. */
const shownBefore = (exchanges: readonly ReportedExchange[], at: number): ReadonlySet<string> =>
  new Set(exchanges.filter(({ endedAt }) => endedAt <= at).flatMap(({ response }) => idsIn(response?.body ?? '')))
