import { list, object, text } from '../../schema/build.ts'
import type { Static } from '../../schema/schema.ts'

const step = object({
  lines: list(text(), { description: 'Lines for the target file, pasted as they stand.' }),
  requirements: list(text(), { description: 'What they would have exercised beyond what the steps before bring.' }),
})

export const nextSteps = list(step, {
  description: 'What would have more exercised, what brings the most for the fewest lines first.',
})

export type NextStep = Static<typeof step>
