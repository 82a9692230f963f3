import type { Plan } from '../plan/plan.ts'
import type { ReportedPlan } from './schema/plan.ts'

export type { ReportedPlan } from './schema/plan.ts'

/** @param text takes out what must not be kept */
export function reportedPlan(plan: Plan, text: (text: string) => string): ReportedPlan {
  const {
    target: _,
    depth: __,
    window: ___,
    sealingSeconds: ____,
    beyondRate: _____,
    selected,
    excluded,
    largestAmount,
    ...priced
  } = plan
  return {
    selected: selected.map(({ id }) => id),
    // A line is pasted as it stands. It is the suite's own, like the lines of judgements, and names no value of a target.
    excluded: excluded.map((each) => ({ ...each, reason: text(each.reason) })),
    ...priced,
    ...(largestAmount === undefined
      ? {}
      : {
          largestAmount: {
            ...largestAmount,
            ...(largestAmount.currency === undefined ? {} : { currency: text(largestAmount.currency) }),
            from: text(largestAmount.from),
          },
        }),
  }
}
