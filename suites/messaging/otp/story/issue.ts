import { perform } from '../../../../kit/run/world/recipe.ts'
import type { FixtureContext } from '../../define.ts'

/** Whether the target file tells how a first code is brought about. */
export const canIssue = (t: FixtureContext): boolean => t.service.outcomes?.issueOtp !== undefined

/** Brings about a first code for a number, where the target file tells how. */
export async function issueTo(t: FixtureContext, phone: string): Promise<void> {
  const issue = t.service.outcomes?.issueOtp
  if (issue !== undefined) await perform(t, 'issueOtp', issue, { phone })
}
