import { planOf } from '../plan/plan.ts'
import { depthOf } from '../plan/selection.ts'
import { askedOf, type JudgeOptions, stopOf } from '../report/judge.ts'
import { reportOf } from '../report/of-run.ts'
import type { Report } from '../report/report.ts'
import { startRun } from '../run/lifecycle.ts'
import { preflightTarget } from '../run/preflight/preflight.ts'
import { defineSuite } from './vitest.ts'

export interface ConformanceOptions extends JudgeOptions {
  /** Called with the report once every check has ended. */
  readonly onReport?: (report: Report) => void | Promise<void>
}

/** Registers the checks as tests of the file that calls it, at its top level: ids in their titles. */
export async function conformance(options: ConformanceOptions): Promise<void> {
  const asked = await askedOf(options)
  const { seed = 1, only = [], skip = [], onReport } = options
  const depth = depthOf({ depth: options.depth, certify: false, only })
  const { target, services, checks } = asked
  defineSuite({
    checks,
    plan: planOf({ target, services, checks, depth, only, skip, hasPerson: false }),
    start: async () => {
      const signal = stopOf(options)
      const firstLook = await preflightTarget(target, services, AbortSignal.timeout(target.timing.request * 1000))
      return startRun({ ...asked, firstLook, seed, depth, only, skip, ...(signal && { signal }) })
    },
    finished: async (run) => onReport?.(await reportOf(run)),
  })
}
