import { judgeAgain } from '../kit/certificate/replay/judge-again.ts'
import { replayLogOf } from '../kit/certificate/replay/replay-log.ts'
import type { Check } from '../kit/check/check.ts'
import { recorder } from '../kit/evidence/recorder.ts'
import { planOf } from '../kit/plan/plan.ts'
import { buildReport, type Report } from '../kit/report/report.ts'
import { Run } from '../kit/run/run.ts'
import type { TargetFile } from '../kit/target/file.ts'
import { resolveReferences } from '../kit/target/references.ts'
import { resolveTarget } from '../kit/target/target.ts'
import { startCapture } from '../kit/webhooks/listener/server.ts'
import type { Embedded } from './proof.ts'
import { inVirtualTime } from './virtual-time.ts'

/** A requirement on which the run and the judgement of its evidence do not agree. */
export interface Disagreement {
  readonly id: string
  readonly run: string
  readonly again: string
  readonly unplayable?: string
}

/** Judges an embedded service, then the redacted evidence of that. */
export async function judgedAgain(
  start: () => Promise<Embedded>,
  checks: readonly Check[],
): Promise<{ report: Report; disagreements: Disagreement[] }> {
  const { report, tracks } = await inVirtualTime(async () => {
    const service = await start()
    const capture = await startCapture({})
    try {
      const file = service.targetFile() as TargetFile
      const target = resolveTarget(file, { secrets: resolveReferences(file, {}).secrets })
      const plan = planOf({ target, checks, depth: 'deep', hasPerson: false })
      const run = new Run({ target, seed: 7, depth: 'deep', capture, checks })
      await run.all()
      await run.close()
      const record = recorder(target)
      return { report: buildReport(run, record, { plan }), tracks: replayLogOf(run, record) }
    } finally {
      await capture.close()
      await service.close()
    }
  })
  // As it comes out of a file.
  const [kept, trail] = JSON.parse(JSON.stringify([report, tracks])) as [typeof report, typeof tracks]
  const again = new Map((await judgeAgain(kept, trail, checks)).map((each) => [each.id, each]))
  const disagreements = report.requirements.flatMap(({ id, verdict }): Disagreement[] => {
    const found = again.get(id)
    if (found === undefined || found.verdict === verdict) return []
    const { unplayable } = found
    return [{ id, run: verdict, again: found.verdict, ...(unplayable === undefined ? {} : { unplayable }) }]
  })
  return { report, disagreements }
}
