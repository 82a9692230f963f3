import { expect, test } from 'vitest'
import type { ReportedJudgement } from '../../kit/report/report.ts'
import { alikeIn, groupedJudgements, warnedBeside } from './grouped-judgements.ts'

const of = (check: string, subject: string, evidence: readonly string[]): ReportedJudgement => ({
  check,
  verdict: 'fail',
  subject,
  expected: '200',
  actual: '201',
  evidence,
})

test.for<[string, readonly ReportedJudgement[], string]>([
  ['of one message by two checks is one', [of('a', 'POST /loans', ['x1']), of('b', 'POST /loans', ['x1', 'x2'])], ''],
  [
    'of two messages of one name are counted',
    [of('a', 'POST /loans', ['x1']), of('b', 'POST /loans', ['x1']), of('b', 'POST /loans', ['x2'])],
    '1 more of this name',
  ],
  [
    'of messages of other names are named',
    [of('a', 'POST /loans', ['x1']), of('a', 'POST /loans (again)', ['x2'])],
    'POST /loans (again)',
  ],
  [
    'of messages of other names are all counted, named or not',
    ['POST /loans', 'a', 'a', 'b', 'c', 'd', 'd'].map((name, at) => of('a', name, [`x${at}`])),
    'a (2 times); b; c; 2 more',
  ],
])('judgements that say the same %s', ([_, judgements, expected]) => {
  const [group] = groupedJudgements(judgements)
  expect(group === undefined ? undefined : alikeIn(group, 3)).toBe(expected)
})

test('where a broken requirement was warned of as well is named', () => {
  const warned = ['POST /loans', 'GET /loans', 'GET /books'].map((subject) => ({
    ...of('b', subject, []),
    verdict: 'warn' as const,
  }))
  const requirement = { verdict: 'fail' as const, judgements: [of('a', 'PUT /loans', []), ...warned] }
  expect(warnedBeside(requirement as never, 2)).toBe('warned of as well in 3 places: POST /loans; GET /loans; 1 more')
  expect(warnedBeside({ ...requirement, verdict: 'warn' } as never, 2)).toBeUndefined()
  // Those that are not told one by one are places as well.
  const [first] = warned
  const many = { verdict: 'fail' as const, judgements: [{ ...first, more: 134 }] }
  expect(warnedBeside(many as never, 2)).toBe('warned of as well in 135 places: POST /loans; 134 more')
})
