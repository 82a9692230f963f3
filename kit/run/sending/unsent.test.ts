import { expect, test } from 'vitest'
import { Blocked, NotExercised } from '../../check/signals.ts'
import { NotPermitted } from '../../http/permission.ts'
import { BudgetExceeded } from '../../rate/ledger.ts'
import { unsent } from './unsent.ts'

const lineFor = (claim: string): string => `${claim}: 40`

test('what is not permitted, or has no budget left, is not exercised, with the line that would change it', () => {
  expect(unsent(new NotPermitted('only read', 'allow.loans: 1'), lineFor)).toMatchObject({ line: 'allow.loans: 1' })
  const spent = unsent(new BudgetExceeded('loans', 5, 2), lineFor)
  expect(spent).toBeInstanceOf(NotExercised)
  expect(spent).toMatchObject({ why: 'not permitted', line: 'allow.loans: 40' })
})

test('a budget that the target wasted blocks', () => {
  const blocked = unsent(new BudgetExceeded('loans', 5, 3), lineFor)
  expect(blocked).toBeInstanceOf(Blocked)
  expect((blocked as Error).message).toContain('3 of them were answered with 429 or 5xx, or not at all')
})

test('other errors stay as they are', () => {
  const error = new TypeError('odd')
  expect(unsent(error, lineFor)).toBe(error)
})
