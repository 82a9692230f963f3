import { expect, test } from 'vitest'
import type { Report } from '../../kit/report/report.ts'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { costLines } from './cost.ts'

const report = sampleReport(20)
const why = (run: object, cost: object): string | undefined => {
  const made: Report = {
    ...report,
    plan: {
      ...report.plan,
      forecast: { ...report.plan.forecast, seconds: 70 },
      requests: { none: { usual: 100, most: 200 } },
      spends: { payments: { usual: 20, most: 60 } },
    },
    run: { ...report.run, seconds: { total: 130, working: 1, waiting: 129 }, ...run },
    cost: { ...report.cost, requests: { none: 100 }, spends: { payments: 20 }, longestWaitSeconds: 0, ...cost },
  }
  return costLines(made)
    .find((line) => line.includes('longer than planned'))
    ?.trim()
}

test('a run that took longer says why', () => {
  expect(why({ seconds: { total: 75, working: 1, waiting: 74 } }, {})).toBeUndefined()
  expect(why({}, { requests: { none: 190 } })).toContain('90 requests more than of a service that keeps its promises')
  expect(why({}, { longestWaitSeconds: 59.9, spends: { payments: 45 } })).toBe(
    'longer than planned: requests waited up to 59.9 s for the rate, which broken promises use up sooner: 45 payments, and 20 of a service that keeps its promises',
  )
  expect(why({}, { longestWaitSeconds: 59.9 })).toMatch(/use up sooner$/)
  expect(why({ seconds: { total: 130, working: 100, waiting: 30 } }, {})).toContain('answers took longer')
  expect(why({}, {})).toContain('outcomes or events came late')
})
