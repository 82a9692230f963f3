import { expect, test } from 'vitest'
import type { ReportedRequirement } from '../../../kit/report/report.ts'
import { alikeRequirements } from './alike.ts'

const failed = (id: string, expected: string, actual: string) =>
  ({ id, verdict: 'fail', judgements: [{ verdict: 'fail', expected, actual }] }) as unknown as ReportedRequirement

test('a success that was expected is no error with another body', () => {
  const body = 'with body {detail}'
  const alike = alikeRequirements(
    [
      failed('lib.envelope', 'a JSON object with code', `404 ${body}`),
      failed('lib.missing', '404 NO_SUCH_BOOK', `404 ${body}`),
      failed('lib.profile', '2xx', `404 ${body}`),
    ],
    'fail',
  )
  expect(alike.map(({ common, members }) => [common, members.map(({ id }) => id)])).toEqual([
    ['where the body of an error was {detail}', ['lib.envelope', 'lib.missing']],
    ['where 2xx was expected and 404 with body {detail} came', ['lib.profile']],
  ])
})
