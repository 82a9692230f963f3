import { expect, test } from 'vitest'
import { defineCheck, defineRule, libraryService, libraryTarget } from '../../tests/made-up/service.ts'
import type { Check } from '../check/check.ts'
import { plannedSteps } from './planned-steps.ts'

const covers = ['lib.loan.created'] as const
const asking = defineCheck({
  id: 'lib/test/asks',
  title: '',
  covers: [...covers],
  needs: ['library.bodies.loan'],
  run: async () => undefined,
})
const rule = defineRule({ id: 'lib/test/sees', title: '', covers: [...covers], run: async () => undefined })
const other = defineCheck({ id: 'lib/test/other', title: '', covers: [...covers], run: async () => undefined })

const linesOf = (...checks: readonly Check[]) =>
  plannedSteps({
    target: libraryTarget(),
    services: [libraryService],
    checks,
    depth: 'standard',
    hasPerson: false,
  }).flatMap(({ lines }) => lines)

test('a rule, which may come to see nothing, does not stand for a check that would not run', () => {
  expect(linesOf(asking, rule)).toContain('library.bodies.loan: { title: "…" }   # to fill in: title')
  expect(linesOf(asking, other)).toEqual([])
  expect(linesOf(rule)).toEqual([])
})
