import type { Phase } from './check.ts'

/** In the order in which they follow each other. */
export const PHASES: readonly Phase[] = ['main', 'settled', 'exclusive', 'generated', 'rules']
