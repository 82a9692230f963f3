import type { Report } from '../../../kit/report/report.ts'
import { failingAcross } from './across.ts'
import { absencesIn } from './came-back.ts'
import { partingIn } from './forgot.ts'

/**
 * Requirements that failed in a run by messages from before and after a restart of the service: what it forgot may be all
 * that stands behind them, and another run keeps them whatever was changed.
 */
export const failingByRestart = (report: Report): ReadonlySet<string> =>
  new Set(
    report.services.flatMap(({ id }) => {
      const own = report.exchanges.filter(({ service }) => service === id)
      const absences = absencesIn(own)
      const parting = absences.length > 0 ? undefined : partingIn(own)
      return failingAcross(report, parting === undefined ? absences : [parting])
    }),
  )
