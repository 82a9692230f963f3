import type { Report } from '../../../../kit/report/report.ts'
import { partingIn } from '../../evidence/parting.ts'
import { judgedAcross } from './across.ts'
import { absencesIn } from './came-back.ts'

/**
 * Requirements that failed in a run by messages from before and after the service was restarted or forgot: what it forgot
 * may be all that stands behind them, and another run keeps them whatever was changed.
 */
export function failingByRestart(report: Report): ReadonlySet<string> {
  const known = found.get(report)
  if (known !== undefined) return known
  const failing = acrossAny(report, 'fail')
  found.set(report, failing)
  return failing
}

/** A history asks for each requirement of each run. */
const found = new WeakMap<Report, ReadonlySet<string>>()

/**
 * Requirements that a run kept by messages from before and after the service was restarted or forgot: what it forgot, such as
 * that a reference is in use, may be all that kept them.
 */
export const keptByRestart = (report: Report): ReadonlySet<string> => acrossAny(report, 'pass')

const acrossAny = (report: Report, of: 'fail' | 'pass'): ReadonlySet<string> =>
  new Set(
    report.services.flatMap(({ id }) => {
      const own = report.exchanges.filter(({ service }) => service === id)
      const absences = absencesIn(own)
      const parting = absences.length > 0 ? undefined : partingIn(own, report.run.id)
      return judgedAcross(report, parting === undefined ? absences : [parting], of)
    }),
  )
