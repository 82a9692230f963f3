import type { Report } from '../../../kit/report/report.ts'

/** A time that parts the messages of a run, wall clock, ms since the epoch. */
export interface Parting {
  /** What was sent before it stands on one side, */
  readonly from: number
  /** and what was sent at it or later on the other. */
  readonly to: number
}

/** Requirements that fail by messages of both sides. */
export function failingAcross({ requirements, exchanges }: Report, partings: readonly Parting[]): string[] {
  const sent = new Map(exchanges.map((each) => [each.id, each.sentAt]))
  const isAcross = (evidence: readonly string[]): boolean => {
    const times = evidence.flatMap((id) => sent.get(id) ?? [])
    return partings.some(({ from, to }) => times.some((at) => at < from) && times.some((at) => at >= to))
  }
  return requirements.flatMap(({ id, verdict, judgements }) =>
    verdict === 'fail' && judgements.some((each) => each.verdict === 'fail' && isAcross(each.evidence)) ? [id] : [],
  )
}
