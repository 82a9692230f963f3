import { expect, test } from 'vitest'
import { cellsLine, cellsOf } from './cells.ts'

const judged = (...cells: readonly Record<string, string>[]) => [
  { check: 'lib/loans/limit', verdict: 'pass' as const, evidence: [], cells },
]

test('what was looked at is told of one dimension, and of several together', () => {
  const one = cellsOf({ over: { endpoint: ['a', 'b', 'c'] }, judgements: judged({ endpoint: 'b' }, { endpoint: 'b' }) })
  expect(one).toEqual({ seen: 1, of: 3, text: '1 of 3 endpoints', unseen: ['a', 'c'] })
  const two = cellsOf({
    over: { reaction: ['500', 'hang'], status: ['late'] },
    judgements: judged({ status: 'late', reaction: 'hang' }),
  })
  expect(two).toEqual({ seen: 1, of: 2, text: '1 of 2 reactions × statuses', unseen: ['500, late'] })
})

test('a statement of one thing has no cells, and a report without any has no line', () => {
  expect(cellsOf({ judgements: judged() })).toBeUndefined()
  expect(cellsLine([])).toBeUndefined()
})
