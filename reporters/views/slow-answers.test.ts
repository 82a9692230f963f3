import { expect, test } from 'vitest'
import type { Report } from '../../kit/report/report.ts'
import { slowAnswers } from './slow-answers.ts'

const exchangesOf = (operation: string, ...seconds: readonly (number | undefined)[]) =>
  seconds.map((each) => ({
    operation,
    sentAt: 1_000,
    endedAt: 1_000 + (each ?? 10) * 1000,
    ...(each === undefined ? {} : { response: { status: 200 } }),
  }))
const told = (...exchanges: readonly object[]) => slowAnswers({ exchanges, cost: {} } as unknown as Report)

test('operations are named whose answers take long, the slowest first', () => {
  expect(
    told(
      ...exchangesOf('GET /loans/{id}', 1.5, 1.6, 0.1, 1.4),
      ...exchangesOf('POST /loans', 0.1, 3, 3, 3, 0.1, 0.1, 0.1),
      ...exchangesOf('PUT /loans', 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 3, 3, 3),
      ...exchangesOf('GET /loans', 2, 2, 2, undefined),
    ),
  ).toBe(
    'slow to answer: POST /loans, 3 of 7 answers 1 s or more, 3.0 s in the median of these; GET /loans, 3 of 3 answers 1 s or more, 2.0 s in the median of these; GET /loans/{id}, 3 of 4 answers 1 s or more, 1.5 s in the median of these',
  )
})

test('what is slow for all that it takes is told beside refusals that come at once', () => {
  const refusals = exchangesOf('POST /refresh', 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1).map((each) => ({
    ...each,
    response: { status: 404 },
  }))
  expect(told(...refusals, ...exchangesOf('POST /refresh', 1.5, 1.5))).toBe(
    'slow to answer: POST /refresh answered 2xx, 2 of 2 answers 1 s or more, 1.5 s in the median of these',
  )
  expect(told(...refusals, ...exchangesOf('POST /refresh', 1.5, 0.1))).toBeUndefined()
})

test('a run that stood still itself says so', () => {
  const report = { exchanges: exchangesOf('GET /loans', 2, 2, 2), cost: { stoodStillSeconds: 12.93 } }
  expect(slowAnswers(report as unknown as Report)).toMatch(
    /; this machine was busy, and the run stood still for 12\.9 s in all, which is a part of these times$/,
  )
})

test('nothing is said of few answers, of quick ones, and of requests that got none', () => {
  expect(
    told(
      ...exchangesOf('GET /loans', 2, 2),
      ...exchangesOf('POST /loans', 0.9, 0.9, 0.9),
      ...exchangesOf('PUT /loans', undefined, undefined, undefined),
    ),
  ).toBeUndefined()
})
