import type { Level } from '../../specs/requirement.ts'

export type { Level }

export const LEVELS: readonly Level[] = ['must', 'should', 'may']
