import { expect, test } from 'vitest'
import type { ReportedRequirement } from '../../kit/report/report.ts'
import { briefly, briefs } from './briefly.ts'

const failed = (expected: string | undefined, actual: string): ReportedRequirement => ({
  id: 'pay.promise.1',
  level: 'must',
  at: 'Payment',
  text: 'It is kept.',
  verdict: 'fail',
  judgements: [
    { check: 'pay/a', verdict: 'fail', subject: 'GET /a', actual, evidence: [], ...(expected && { expected }) },
  ],
})

test.for([
  ['404', '200', 'GET /a: got 200, not 404'],
  ['not sent again', 'sent again once', 'GET /a: got sent again once; expected not sent again'],
  ['no further attempts', '2 further attempts', 'GET /a: got 2 further attempts; expected no further attempts'],
  ['nothing of it', 'all of it', 'GET /a: got all of it; expected nothing of it'],
  ['noted members', 'none', 'GET /a: got none, not noted members'],
  [
    'the digest',
    'another one. It is of another body.',
    'GET /a: got another one. It is of another body, not the digest',
  ],
  [undefined, '200', 'GET /a: got 200'],
] as const)('expected %s, came %s', ([expected, actual, text]) => {
  expect(briefly(failed(expected, actual), 'fail')).toBe(`pay.promise.1  ${text}`)
})

test('what is behind the last line is counted, or named by id', () => {
  const all = [1, 2, 3, 4].map((nth) => ({ ...failed('404', '200'), id: `pay.promise.${nth}` }))
  expect(briefs(all, 'fail', 1).at(-1)).toBe('  … and 3 more')
  expect(briefs(all, 'fail', 1, true).slice(1)).toEqual([
    '  … and 3 more:',
    '    pay.promise.2, pay.promise.3, pay.promise.4',
  ])
})
