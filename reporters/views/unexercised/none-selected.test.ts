import { expect, test } from 'vitest'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { NONE_SELECTED, selectsSome } from './none-selected.ts'

const report = sampleReport(2)
const outcome = { ...report.outcome, headline: 'inconclusive' as const }
const notes = [
  'a note',
  `lib/looks looks at what other checks send, ${NONE_SELECTED}--only "lib.*" selects some as well`,
]
const cost = { ...report.cost, requests: {} }

test('a run that looked at nothing that was sent says what has something sent', () => {
  expect(selectsSome({ outcome, notes, cost })).toBe(
    '; it looks at what other checks send: --only "lib.*" selects some as well',
  )
})

test('any other does not', () => {
  expect(selectsSome({ outcome, notes: ['a note'], cost })).toBe('')
  expect(selectsSome({ outcome: { ...outcome, headline: 'conformant' }, notes, cost })).toBe('')
  expect(selectsSome({ outcome, notes, cost: { ...cost, requests: { 'lib.members': 1 } } })).toBe('')
})
