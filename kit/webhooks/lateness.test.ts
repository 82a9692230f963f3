import { expect, test } from 'vitest'
import type { Answer } from './delivery.ts'
import { answerDelay } from './lateness.ts'
import { NEVER_READ } from './receiver.ts'

const answered = (many: number): readonly { readonly answer: Answer }[] =>
  Array.from({ length: many }, () => ({ answer: { kind: 'status', status: 200 } as const }))

test('an answer is as late as it was written, and one that nobody read is later than any', () => {
  const late = new Map([
    ['d1', 120],
    ['d2', NEVER_READ],
  ])
  expect(answerDelay('d1', late, answered(10))).toBe(120)
  expect(answerDelay('d2', late, answered(10))).toBe(NEVER_READ)
  expect(answerDelay('d3', late, answered(10))).toBe(0)
})

test('a sender that hardly reads any answer is excused by none', () => {
  const late = new Map([1, 2, 3].map((nth) => [`d${nth}`, NEVER_READ] as const))
  expect(answerDelay('d2', late, answered(4))).toBe(0)
  expect(answerDelay('d2', late, answered(6))).toBe(NEVER_READ)
})
