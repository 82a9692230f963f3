import { generatedFor } from '../../shared/generated/define.ts'
import { defineCheck } from '../define.ts'

/** Defines a check of many values. */
export const generated = generatedFor(defineCheck)
