import { expect, test } from 'vitest'
import { spendsOf, spentTexts } from './spends.ts'

const cost = {
  requests: {},
  spends: { loans: 6, copies: 1, generated: 2 },
  refused: { loans: 2 },
  unexpected429: 0,
  waitedSeconds: 0,
  longestWaitSeconds: 0,
}
const plan = { spends: { loans: { usual: 3, most: 4 }, returns: { usual: 1, most: 1 } } } as never

test('what was used of each budget, planned or not, with what of it was refused', () => {
  expect(spentTexts({ plan, cost })).toEqual([
    'loans 6 (2 refused)',
    'returns 0',
    'copies 1',
    'and what came of 2 requests with generated values',
  ])
  expect(spendsOf({ plan, cost }).map(({ refused }) => refused)).toEqual([2, 0, 0])
})
