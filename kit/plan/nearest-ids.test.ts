import { expect, test } from 'vitest'
import { areasNear, nearestOf } from './nearest-ids.ts'

test('an id that several places know is offered once', () => {
  const known = ['lib.loan.unknown-copy', 'lib.loan.kept-copy', 'lib.loan.unknown-copy', 'arc.loan.lent-copy']
  const offered = nearestOf('lib.loan.missing-copy', known)
  expect(offered.toSorted()).toEqual(['arc.loan.lent-copy', 'lib.loan.kept-copy', 'lib.loan.unknown-copy'])
})

test('for a pattern of an area the areas like it are offered', () => {
  const names = ['lib.loans.accepted', 'lib/loans/created', 'lib.copies.read']
  expect(areasNear('lib.loens.*', names)[0]).toBe('lib.loans.*')
  // Though another one is fewer letters away.
  expect(areasNear('lib.lo.*', ['lib.no.such', 'lib.loans.accepted'])).toEqual(['lib.loans.*'])
})
