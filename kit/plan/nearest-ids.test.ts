import { expect, test } from 'vitest'
import { nearestOf } from './nearest-ids.ts'

test('an id that several places know is offered once', () => {
  const known = ['lib.loan.unknown-copy', 'lib.loan.kept-copy', 'lib.loan.unknown-copy', 'arc.loan.lent-copy']
  const offered = nearestOf('lib.loan.missing-copy', known)
  expect(offered.toSorted()).toEqual(['arc.loan.lent-copy', 'lib.loan.kept-copy', 'lib.loan.unknown-copy'])
})
