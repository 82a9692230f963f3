import { isAskedAgain } from '../../../kit/report/asked/asked-again.ts'
import type { Report } from '../../../kit/report/report.ts'

/** Requirements that checks held against the target in one report, and of which another one does not tell whether they still do. */
export interface Unjudged {
  /** The same checks say nothing of them there. */
  readonly open: readonly string[]
  /** They say nothing bad, but did not send again what failed, or it did not come. */
  readonly keptOtherwise: readonly string[]
}

/** What became of the failures of checks in a later report, as far as that does not tell it. */
export function unjudgedSince(before: Report, checks: readonly string[], now: Report): Unjudged {
  const later = new Map(now.requirements.map((each) => [each.id, each.judgements]))
  const all = before.requirements.map(({ id, judgements }) => {
    const failed = judgements.filter(({ check, verdict }) => verdict === 'fail' && checks.includes(check))
    // What others say of it is no word of this one.
    const told = failed.map((each) => ({
      each,
      own: (later.get(id) ?? []).filter(({ check }) => check === each.check),
    }))
    const isOpen = told.some(({ own }) => own.every(({ verdict }) => verdict === 'unexercised'))
    const isOther = told.some(
      ({ each, own }) => own.every(({ verdict }) => verdict === 'pass') && !isAskedAgain([each], before, now),
    )
    return { id, isOpen, isOther }
  })
  return {
    open: all.filter(({ isOpen }) => isOpen).map(({ id }) => id),
    keptOtherwise: all.filter(({ isOpen, isOther }) => !isOpen && isOther).map(({ id }) => id),
  }
}
