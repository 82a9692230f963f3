import { expect, test } from 'vitest'
import { judgementText } from './judgement-text.ts'

const command = 'run it again with: npx assay-conformance replay lib/generated/loans --seed 7 --path 0,0:6:3,Hr:C'
const compared = { subject: 'POST /loans', check: 'lib/generated/loans', expected: '201', actual: '200' }
const judgement = { ...compared, verdict: 'fail', evidence: [] } as const

test.each([
  ['no reason', undefined, 'POST /loans: expected 201, got 200. Library › Loans.'],
  ['a sentence', 'it is late.', 'POST /loans: expected 201, got 200; it is late. Library › Loans.'],
  [
    'a command, which is copied to the end of its line',
    `the value: 7\n${command}`,
    `POST /loans: expected 201, got 200; the value: 7\n${command}\nLibrary › Loans.`,
  ],
])('%s', (_, reason, text) => {
  expect(judgementText({ ...judgement, ...(reason === undefined ? {} : { reason }) }, 'Library › Loans')).toBe(text)
})
