import type { Check } from '../../kit/check/check.ts'
import { phaseNamed } from '../../kit/check/phases.ts'

/** Whether a check sends nothing, nor has anything sent for it: it looks at what others send. */
export const isOnlooker = ({ phase, uses }: Check): boolean => !phaseNamed(phase).sends && uses.length === 0

/** What selects a requirement and those beside it: `loans.due.*` for `loans.due.date`. */
export const areaPattern = (requirement: string): string => requirement.replace(/\.[^.]*$/, '.*')
