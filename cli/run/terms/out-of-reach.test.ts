import { expect, test } from 'vitest'
import { defineCheck, libraryService } from '../../../tests/made-up/service.ts'
import { outOfReach } from './out-of-reach.ts'

const check = defineCheck({
  id: 'lib/loan/at-limit',
  title: 'one',
  covers: ['lib.loan.limit'],
  run: () => Promise.resolve(),
})

test('what is selected is held against all statements that can be seen', () => {
  const services = [libraryService]
  expect(outOfReach({ services, selected: [check], minExercised: 0.8 })).toEqual([
    '--min-exercised counts all statements that can be seen: the checks of this run (by its depth, --only and --skip) judge at most 1 of 5, and 80 % are asked for',
  ])
  expect(outOfReach({ services, selected: [check], minExercised: 0.2 })).toEqual([])
  expect(outOfReach({ services, selected: [] })).toEqual([])
})
