import type { RequirementId } from '../../contract/requirements.ts'
import type { Patch } from '../patch.ts'

/** One seeded violation with the requirements that it contradicts. */
export interface Flaw {
  readonly title: string
  readonly breaks: readonly RequirementId[]
  readonly patch: Patch
}

export const flaw = (title: string, breaks: readonly RequirementId[], patch: Patch): Flaw => ({ title, breaks, patch })
