import { expect, test } from 'vitest'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { beyondUsual } from './beyond-usual.ts'

const sample = sampleReport(20)
const limited = { ...sample.exchanges[0]!, expects429: true as const }
const report = {
  exchanges: [limited],
  requirements: sample.requirements,
  plan: { ...sample.plan, requests: { none: { usual: 9, most: 12 } }, spends: { loans: { usual: 3, most: 8 } } },
  cost: { ...sample.cost, requests: { none: 9 }, spends: { loans: 6 } },
}

test('what a run asked beyond the usual is told, with why where something is broken', () => {
  expect(beyondUsual(report)).toMatch(
    /^more than usual: loans 6, planned 3; what should have been refused and was taken counts, if there was any, and so does a repetition that is answered as if it made one more; every request counts/,
  )
  const judged = (verdict: 'warn' | 'blocked') => [{ ...sample.requirements[0]!, verdict }]
  // Where only spending is beyond, nothing was asked again.
  expect(beyondUsual({ ...report, requirements: judged('warn') })).toBe(
    'more than usual: loans 6, planned 3; what should have been refused and was taken counts, if there was any, and so does a repetition that is answered as if it made one more; every request counts whose answer does not show that it made none, so it may be fewer',
  )
  expect(beyondUsual({ ...report, requirements: judged('blocked') })).not.toContain('asked again')
  const busy = { ...report, cost: { ...report.cost, requests: { none: 12 }, spends: { loans: 3 } } }
  expect(beyondUsual({ ...busy, requirements: judged('blocked') })).toBe(
    'more than usual: requests 12, planned 9; what fails for a moment, or is answered otherwise than usual, may be asked again; how many requests it takes to go over a rate limit is not the same each time',
  )
  const { expects429: _, response: __, ...once } = limited
  expect(beyondUsual({ ...busy, requirements: [], exchanges: [once, once] })).toBe(
    'more than usual: requests 12, planned 9; what is waited for is asked after until it is there',
  )
  // Where nothing was sent twice nothing was waited for.
  for (const exchanges of [[], [once], [once, { ...once, label: 'another' }]])
    expect(beyondUsual({ ...busy, requirements: [], exchanges })).toBe(
      'more than usual: requests 12, planned 9; what a check asks hangs on what it is answered',
    )
  const { response, ...sent } = sample.exchanges[0]!
  const failed = { ...sent, response: { ...response!, status: 503 } }
  expect(beyondUsual({ ...busy, requirements: [], exchanges: [failed] })).toBe(
    'more than usual: requests 12, planned 9; what fails for a moment, or is answered otherwise than usual, may be asked again',
  )
  const placing = { ...sent, label: 'is its base URL right?' }
  expect(beyondUsual({ ...busy, requirements: [], exchanges: [placing, placing] })).toBe(
    'more than usual: requests 12, planned 9; 2 asked whether the base URL is right, which no plan counts',
  )
  expect(beyondUsual({ ...report, requirements: [] })).toBe(
    'more than usual: loans 6, planned 3; every request counts whose answer does not show that it made none, so it may be fewer',
  )
  expect(beyondUsual({ ...report, cost: { ...report.cost, spends: { loans: 3 } } })).toBeUndefined()
  const plan = { ...report.plan, spends: { loans: { usual: 93, most: 120 } } }
  expect(beyondUsual({ ...report, plan, cost: { ...report.cost, spends: { loans: 95 } } })).toBeUndefined()
})
