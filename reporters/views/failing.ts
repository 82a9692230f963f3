import type { Report, ReportedRequirement } from '../../kit/report/report.ts'

/** What says of a requirement whether it failed, as the run counts failures: it may count warnings among them. */
export const failsIn =
  ({ run }: Pick<Report, 'run'>) =>
  ({ verdict }: Pick<ReportedRequirement, 'verdict'>): boolean =>
    verdict === 'fail' || (verdict === 'warn' && run.failOn === 'warn')
