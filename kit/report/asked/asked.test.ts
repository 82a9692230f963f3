import { expect, test } from 'vitest'
import { isAsked } from './asked.ts'

test('a requirement is asked for by its id, by a check of it, or where nothing is left out', () => {
  const made = {
    id: 'lib.loan.made',
    judgements: [{ check: 'lib/loans/make', verdict: 'pass' as const, evidence: [] }],
  }
  const asked = (...only: string[]): boolean => isAsked(made, only)
  expect([asked(), asked('lib.loan.*'), asked('lib/loans/make')]).toEqual([true, true, true])
  expect([asked('lib.loan.kept'), asked('lib/loans/keep')]).toEqual([false, false])
})
