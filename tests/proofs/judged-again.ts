import { sections } from '../../cli/own/services.ts'
import { judgeAgain } from '../../kit/certificate/replay/judge-again.ts'
import { replayLogOf } from '../../kit/certificate/replay/replay-log.ts'
import type { Bundle } from '../../kit/certificate/seal.ts'
import type { Check } from '../../kit/check/check.ts'
import { recorderFor } from '../../kit/contract/recorder.ts'
import { planOf } from '../../kit/plan/plan.ts'
import { buildReport, type Report } from '../../kit/report/report.ts'
import { Run } from '../../kit/run/run.ts'
import { Stages } from '../../kit/run/stages.ts'
import { resolveReferences } from '../../kit/target/file/references.ts'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import { countedIds, startCapture } from '../../kit/webhooks/listener/server.ts'
import { fileOf, judgedBy, targetOf } from '../targets.ts'
import { tellLate } from './late-hands.ts'
import type { Embedded } from './proof.ts'

/** A requirement on which the run and the judgement of its evidence do not agree. */
export interface Disagreement {
  readonly id: string
  readonly run: string
  readonly again: string
  readonly missing?: string
}

/**
 * Judges an embedded service, then the redacted evidence of that.
 * @param lagMs how late, at most, what was recorded is told to the checks
 */
export async function judgedAgain(
  start: () => Promise<Embedded>,
  checks: readonly Check[],
  lagMs = 0,
): Promise<{ report: Report; disagreements: Disagreement[]; unasked: readonly string[] }> {
  const { report, log, services } = await inVirtualTime(async () => {
    const service = await start()
    const ids = countedIds()
    const capture = await startCapture({ ids })
    const stages = await Stages.open(ids)
    try {
      const file = fileOf(service)
      const { target, services } = judgedBy(targetOf(file, resolveReferences(file, {}, sections).secrets))
      const plan = planOf({ target, services, checks, depth: 'deep', hasPerson: false })
      const run = new Run({ target, services, seed: 7, depth: 'deep', capture, stages, checks })
      if (lagMs > 0) tellLate(run.session.ports, lagMs)
      await run.all()
      await run.close()
      const record = recorderFor(target, services)
      return { report: await buildReport(run, record, { plan }), log: replayLogOf(run, record), services }
    } finally {
      await Promise.all([capture.close(), stages.close()])
      await service.close()
    }
  })
  // As it comes out of a file.
  const kept = JSON.parse(JSON.stringify({ report, log })) as Pick<Bundle, 'report' | 'log'>
  const replay = await judgeAgain({ ...kept, services, checks })
  const again = new Map(replay.requirements.map((each) => [each.id, each]))
  const disagreements = report.requirements.flatMap(({ id, verdict }): Disagreement[] => {
    const found = again.get(id)
    if (found === undefined || found.verdict === verdict) return []
    const { missing } = found
    return [{ id, run: verdict, again: found.verdict, ...(missing === undefined ? {} : { missing }) }]
  })
  return { report, disagreements, unasked: replay.unasked }
}
