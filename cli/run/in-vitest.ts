import { afterAll } from 'vitest'
import { defineSuite } from '../../kit/adapters/vitest.ts'
import type { Depth } from '../../kit/check/check.ts'
import { reportOf } from '../../kit/report/of-run.ts'
import type { Report } from '../../kit/report/report.ts'
import { startRun } from '../../kit/run/lifecycle.ts'
import { preflightTarget } from '../../kit/run/preflight.ts'
import { servicesOf } from '../../kit/target/services.ts'
import { assertMeaningful } from '../options/patterns.ts'
import { checksOf } from './suites.ts'
import { chooseTarget } from './target.ts'

export interface AssayOptions {
  /** Target file; `assay.config.{yaml,yml,json,ts}` of the working folder when absent. */
  readonly config?: string
  /** Base URLs, over those of the target file. */
  readonly payment?: string
  readonly messaging?: string
  /** Patterns of check and requirement ids; `*` stands for any text. */
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  readonly depth?: Depth
  /** Decides every generated value. */
  readonly seed?: number
  /** Called with the report once every check has ended. */
  readonly onReport?: (report: Report) => void | Promise<void>
}

/**
 * Registers the checks as tests of the file that calls it: `await assay({ payment: 'http://127.0.0.1:8080' })` at its top
 * level. A broken promise is a failed test; what is not exercised is skipped.
 * @throws where the target cannot be used or does not answer
 */
export async function assay({
  only = [],
  skip = [],
  depth,
  seed = 1,
  onReport,
  ...flags
}: AssayOptions = {}): Promise<void> {
  const { target, notes, variables, embedded } = await chooseTarget(flags, process.cwd(), process.env)
  const checks = await checksOf(servicesOf(target))
  assertMeaningful({ only, skip }, checks)
  await preflightTarget(target, AbortSignal.timeout(target.timing.request * 1000))
  const { run, record, finish } = await startRun({
    target,
    checks,
    seed,
    only,
    skip,
    notes,
    variables,
    ...(depth === undefined ? {} : { depth }),
  })
  defineSuite(run, record)
  afterAll(async () => {
    const report = reportOf(await finish())
    await embedded?.close()
    await onReport?.(report)
  }, 0)
}
