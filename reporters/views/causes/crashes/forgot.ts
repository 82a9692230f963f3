import type { ReportedExchange } from '../../../../kit/evidence/recorder.ts'
import type { Report, ReportedService } from '../../../../kit/report/report.ts'
import { timeOf } from '../../../../kit/run/presence/suspects.ts'
import { partingIn } from '../../evidence/parting.ts'
import { judgedAcross } from './across.ts'

/** A service that knows nothing any more of what it had taken before some moment, as one that was restarted and keeps all in memory. */
export function forgot(report: Report, own: readonly ReportedExchange[], { id }: ReportedService): string[] {
  const parting = partingIn(own, report.run.id)
  if (parting === undefined) return []
  const across = judgedAcross(report, [parting])
  const may = across.length === 0 ? '' : '. These fail by messages from before and after, and may come of it:'
  const told = `from ${timeOf(parting.to)} UTC on the ${id} service knows nothing that it was asked after of what it had shown before ${timeOf(parting.from)} UTC (${parting.many} ids: ${parting.by.join(', and ')}), as one that was restarted and forgot${may}`
  return [across.length === 0 ? told : `${told}\n${across.join(', ')}`]
}
