import type { Level } from '../../specs/contract.ts'

export type { Level }

export const LEVELS: readonly Level[] = ['must', 'should', 'may']
