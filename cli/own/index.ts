import type { Suite } from '../../kit/contract/service.ts'
import { type JudgeOptions, judge as judgeBy } from '../../kit/report/judge.ts'
import type { Report } from '../../kit/report/report.ts'
import { messagingSuite } from '../../suites/messaging/suite.ts'
import { paymentSuite } from '../../suites/payment/suite.ts'
import { own } from './own.ts'

export type { Suite } from '../../kit/contract/service.ts'
export type { JudgeOptions } from '../../kit/report/judge.ts'
export type { Report } from '../../kit/report/report.ts'

/** The suites of this package, for `judge` and `command` beside others. */
export const payment: Suite = paymentSuite
export const messaging: Suite = messagingSuite

/**
 * Judges a deployment in this process, from the target file to the report: `await judge({ target: 'staging.yaml' })`.
 * What the target file has no section for is not judged.
 * @throws TargetFileError for a target file that cannot be used, TargetUnreachable where nothing answers
 */
export function judge(options: Omit<JudgeOptions, 'suites'>): Promise<Report> {
  return judgeBy({ ...options, suites: own.suites })
}
