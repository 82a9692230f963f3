import { accessFlaws } from './flaws/access.ts'
import { eventFlaws } from './flaws/events.ts'
import { loanFlaws } from './flaws/loans.ts'

/** Every seeded violation by name, each with the requirements that it breaks. */
export const libraryFlaws = { ...accessFlaws, ...loanFlaws, ...eventFlaws } as const
