import { expect, test } from 'vitest'
import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import type { Report } from '../../../kit/report/report.ts'
import { unjudgedSince } from './unjudged.ts'

const report = (
  said: readonly (readonly [id: string, verdict: Verdict, check: string])[],
  labels: readonly string[] = ['first'],
  seed = 8,
): Report =>
  ({
    run: { seed, only: [], skip: [] },
    suite: { catalogue: { sha256: '' } },
    target: { claims: [] },
    requirements: said.map(([id, verdict, check]) => ({
      id,
      verdict,
      judgements: [{ check, verdict, evidence: ['x0'] }],
    })),
    exchanges: labels.map((label, at) => ({
      id: `x${at}`,
      check: 'lib/one',
      operation: 'GET /loans',
      label,
      response: {},
    })),
    deliveries: [],
  }) as unknown as Report

const before = report(
  [
    ['a', 'fail', 'lib/one'],
    ['b', 'fail', 'lib/two'],
    ['c', 'pass', 'lib/one'],
  ],
  ['first'],
  9,
)

test.for([
  ['judged again', report([['a', 'fail', 'lib/one']]), []],
  ['mended', report([['a', 'pass', 'lib/one']]), []],
  ['kept without its request', report([['a', 'pass', 'lib/one']], ['other']), [], ['a']],
  ['not met this time', report([['a', 'unexercised', 'lib/one']]), ['a']],
  ['kept by another check alone', report([['a', 'pass', 'lib/two']]), ['a']],
  ['left out of the report', report([]), ['a']],
] as const)('what failed then and is %s', ([_, now, open, keptOtherwise = []]) => {
  expect(unjudgedSince(before, ['lib/one'], now)).toEqual({ open, keptOtherwise })
})
