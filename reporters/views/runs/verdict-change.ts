import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'

/** One requirement that two reports judge otherwise, or by something else; a side is undefined where that report does not judge it. */
export interface VerdictChange {
  readonly id: string
  readonly before: Verdict | undefined
  readonly after: Verdict | undefined
}
