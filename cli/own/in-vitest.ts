import type { SuiteOptions } from '../../kit/adapters/vitest.ts'
import { planOf } from '../../kit/plan/plan.ts'
import { reportOf } from '../../kit/report/of-run.ts'
import { plannedSteps } from '../../kit/report/steps/planned-steps.ts'
import { startRun } from '../../kit/run/lifecycle.ts'
import { preflightTarget } from '../../kit/run/preflight/preflight.ts'
import { loaded, suitesOf } from '../assembly.ts'
import { askedFor } from '../commands/plan.ts'
import { chooseTarget } from '../run/terms/target.ts'
import { UsageError } from '../usage-error.ts'
import { own } from './own.ts'
import { type AssayOptions, suiteOptions } from './suite-options.ts'

export type { AssayOptions } from './suite-options.ts'

/**
 * Registers the checks as tests of the file that calls it: `await assay({ payment: 'http://127.0.0.1:8080' })` at its top
 * level. A broken promise is a failed test; what cannot be exercised is told by one test that is skipped. Nothing is sent
 * before the first test that vitest selects.
 * @throws UsageError for options that are none, and for a target that cannot be used
 */
export async function assay(options: AssayOptions = {}): Promise<void> {
  const { onReport, seed = 1, ...flags } = suiteOptions(options)
  const defineSuite = await adapter()
  const { only = [], skip = [], depth, runs } = flags
  const { target, notes, variables, embedded } = await chooseTarget(flags, own, process.cwd(), process.env)
  const { services, checks } = await loaded(suitesOf(own, target))
  const asked = await askedFor(target, own, flags, false)
  defineSuite({
    checks,
    plan: planOf(asked),
    nextSteps: plannedSteps(asked),
    start: async () => {
      const firstLook = await preflightTarget(target, services, AbortSignal.timeout(target.timing.request * 1000))
      return startRun({
        target,
        services,
        checks,
        seed,
        only,
        skip,
        notes,
        firstLook,
        variables,
        ...(depth === undefined ? {} : { depth }),
        ...(runs === undefined ? {} : { runs }),
      })
    },
    finished: async (run) => {
      const report = await reportOf(run, own.name)
      await embedded?.close()
      await onReport?.(report)
    },
  })
}

/** Loaded when it is wanted: who installs the command alone has no vitest. */
async function adapter(): Promise<(options: SuiteOptions) => void> {
  try {
    return (await import('../../kit/adapters/vitest.ts')).defineSuite
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes("'vitest'")) throw error
    throw new UsageError(
      'assay-conformance/vitest registers tests with vitest, and vitest is not installed: npm install --save-dev vitest',
    )
  }
}
