import { sections } from '../../cli/own/services.ts'
import { judgeAgain } from '../../kit/certificate/replay/judge-again.ts'
import { type ReplayLog, replayLogOf } from '../../kit/certificate/replay/replay-log.ts'
import type { Bundle } from '../../kit/certificate/seal.ts'
import type { Check } from '../../kit/check/check.ts'
import { random } from '../../kit/check/random.ts'
import { NO_STALLS, type Stall } from '../../kit/clock/stalls.ts'
import { recorderFor } from '../../kit/contract/recorder.ts'
import { planOf } from '../../kit/plan/plan.ts'
import { buildReport, type Report } from '../../kit/report/report.ts'
import { Run } from '../../kit/run/run.ts'
import { Stages } from '../../kit/run/stages.ts'
import { resolveReferences } from '../../kit/target/file/references.ts'
import { inVirtualTime, type StandStill } from '../../kit/virtual/virtual-time.ts'
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

/** How a machine holds a run up. */
export interface Trouble {
  /** How late, at most, what was recorded is told to the checks, ms. */
  readonly lagMs?: number
  /** How late each answer turns out to be, ms, once somebody has asked that and was told that it was in time. */
  readonly lateAfterwardsMs?: number
  /** It stands still now and then: after up to so many ms, for up to so many. */
  readonly stalls?: { readonly afterMs: number; readonly forMs: number }
}

/** Stands still again and again until the run is over, and notes when. */
function standingStill({ afterMs, forMs }: NonNullable<Trouble['stalls']>, standStill: StandStill) {
  const all: Stall[] = []
  const chance = random(`still for ${forMs} after ${afterMs}`)
  let timer: NodeJS.Timeout
  const goOn = (): void => {
    timer = setTimeout(() => {
      const from = performance.now()
      standStill(chance() * forMs)
      all.push([from, performance.now()])
      goOn()
    }, chance() * afterMs)
  }
  goOn()
  return { stalls: { all, starved: all }, close: () => clearTimeout(timer) }
}

function lateAfterwards(ms: number): (id: string) => number {
  const asked = new Set<string>()
  return (id) => {
    const isKnown = asked.has(id)
    asked.add(id)
    return isKnown ? ms : 0
  }
}

/** Judges an embedded service, then the redacted evidence of that. */
export async function judgedAgain(
  start: () => Promise<Embedded>,
  checks: readonly Check[],
  { lagMs = 0, lateAfterwardsMs, stalls }: Trouble = {},
): Promise<{ report: Report; log: ReplayLog; disagreements: Disagreement[]; unasked: readonly string[] }> {
  const { report, log, services } = await inVirtualTime(async (standStill) => {
    const service = await start()
    const ids = countedIds()
    const capture = await startCapture({ ids })
    if (lateAfterwardsMs !== undefined) capture.answeredLate.get = lateAfterwards(lateAfterwardsMs)
    const served = await Stages.open(ids)
    const still = stalls === undefined ? undefined : standingStill(stalls, standStill)
    try {
      const file = fileOf(service)
      const { target, services } = judgedBy(targetOf(file, resolveReferences(file, {}, sections).secrets))
      const plan = planOf({ target, services, checks, depth: 'deep', hasPerson: false })
      const run = new Run({
        target,
        services,
        seed: 7,
        depth: 'deep',
        capture,
        stages: served,
        checks,
        stalls: still?.stalls ?? NO_STALLS,
      })
      if (lagMs > 0) tellLate(run.session.ports, lagMs)
      await run.all()
      await run.close()
      const record = recorderFor(target, services, { isWhole: true })
      return { report: await buildReport(run, record, { plan }), log: replayLogOf(run, record), services }
    } finally {
      still?.close()
      await Promise.all([capture.close(), served.close()])
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
  return { report, log, disagreements, unasked: replay.unasked }
}
