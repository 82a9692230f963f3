import type { UnexercisedReason } from '../../../kit/check/verdicts/verdict.ts'
import type { ReportedRequirement } from '../../../kit/report/report.ts'
import { grouped } from '../grouping.ts'

/** Requirements that were not exercised for one reason. */
export interface Gap {
  readonly why: UnexercisedReason
  readonly heading: string
  /** The same in a few words, as it stands behind a number. */
  readonly short: string
  /** Requirements in it. */
  readonly many: number
  readonly causes: readonly GapCause[]
}

/** One cause of a gap: a line of the target file that would close it, or a sentence that explains it. */
export interface GapCause {
  /** The line where `isLine`, several of them where it takes several; else the reason. */
  readonly cause: string
  readonly isLine: boolean
  readonly members: readonly ReportedRequirement[]
}

const HEADINGS: Readonly<Record<UnexercisedReason, string>> = {
  'not claimed': 'not claimed: add to the target file',
  'not driven': "not done by the client's driver",
  'not permitted': 'not permitted: the target file would have to allow',
  unreachable: 'unreachable',
  'not reached': 'not reached: the run ended before them',
  'not met': 'not met in this run',
  'not selected': 'not selected',
  unobservable: 'unobservable from outside',
}
const SHORT: Readonly<Record<UnexercisedReason, string>> = {
  'not claimed': 'not claimed in the target file',
  'not driven': "not done by the client's driver",
  'not permitted': 'not permitted by the target file',
  unreachable: 'unreachable',
  'not reached': 'not reached before the run ended',
  'not met': 'not met in this run',
  'not selected': 'not selected',
  unobservable: 'unobservable from outside',
}
const ORDER = Object.keys(HEADINGS) as UnexercisedReason[]

/** Requirements that were not exercised, by reason; those that one line would change stand together. */
export function gapsOf(requirements: readonly ReportedRequirement[]): Gap[] {
  const open = requirements.filter((each) => each.verdict === 'unexercised')
  return ORDER.flatMap((why) => {
    const own = open.filter((each) => each.why === why)
    if (own.length === 0) return []
    const groups = grouped(own, ({ line, reason }) => line ?? reason ?? '')
    const causes = [...groups].map(([cause, members]) => ({ cause, isLine: members[0]?.line === cause, members }))
    return { why, heading: HEADINGS[why], short: SHORT[why], many: own.length, causes }
  })
}
