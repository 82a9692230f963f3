import { matches } from '../plan/selection.ts'
import type { ReportedRequirement } from './schema/report.ts'

/** Whether a run that was narrowed was asked for it: by its own id, or as what a check that is named covers. */
export const isAsked = (
  { id, judgements }: Pick<ReportedRequirement, 'id' | 'judgements'>,
  only: readonly string[],
): boolean =>
  only.length === 0 ||
  only.some((pattern) => matches(id, pattern) || judgements.some(({ check }) => matches(check, pattern)))
