import { expect, test } from 'vitest'
import { LET_NO_MORE_PASS } from '../../../kit/check/signals.ts'
import type { Report } from '../../../kit/report/report.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { limitedLine } from './limited.ts'

const sample = sampleReport(60)

type Verdict = Report['requirements'][number]['verdict']

const requirement = (verdict: Verdict, more: object) => ({
  ...sample.requirements[0]!,
  verdict,
  judgements: [{ check: 'pay/one', verdict, evidence: [], ...more }] as never,
})
const limited = {
  ...sample.exchanges[0]!,
  id: 'x429',
  service: 'payment',
  key: 'live[0]',
  response: { status: 429 },
} as unknown as Report['exchanges'][number]
const expected = { ...sample.exchanges[0]!, id: 'x430', expects429: true, response: { status: 429 } } as never

const told = (
  requirements: Report['requirements'],
  unexpected429 = 12,
  run: Partial<Report['run']> = {},
  asked = 40,
  timeScale = 1,
  others: Report['exchanges'] = [],
) =>
  limitedLine({
    run: { ...sample.run, depth: 'quick', ...run },
    target: { ...sample.target, environment: 'local', timeScale },
    cost: { ...sample.cost, requests: { 'payment.live[0]': asked }, unexpected429 },
    services: [{ ...sample.services[0]!, id: 'payment', pace: { requests: 55, windowMs: 60_000 } }],
    exchanges: [limited, expected, ...others],
    requirements,
  })

test('answers of a limiter are told with what they cost and what to do', () => {
  const left = requirement('unexercised', { why: 'not selected', reason: LET_NO_MORE_PASS })
  const blocked = requirement('blocked', { evidence: ['x429'], reason: 'expected 201, got 429' })
  expect(told([left, blocked])).toBe(
    '429 instead of an answer, so that 2 statements were not judged; a quick run does not wait, and another one within 60 s shares what a key is allowed, or the limit is lower: rest that long, take --depth standard, which waits, or name more keys where the target file takes several',
  )
  expect(told([blocked], 1, { depth: 'standard' })).toContain(
    '1 statement was not judged; another client or a run of the 60 s before used',
  )
})

test('a clock that is faster has a shorter minute', () => {
  const blocked = requirement('blocked', { evidence: ['x429'] })
  expect(told([blocked], 12, {}, 40, 10)).toContain('another one within 6 s shares')
})

test('a run that asks more than a key is allowed meets the limiter whenever it is made', () => {
  const blocked = requirement('blocked', { evidence: ['x429'] })
  expect(told([blocked], 6, {}, 66)).toBe(
    '429 instead of an answer, so that 1 statement was not judged; a quick run does not wait, and this one alone asks 66 times with payment.live[0]: name more keys, or take --depth standard, which waits',
  )
})

test('where nothing but 429 comes, without a key as well, no key is to rest', () => {
  const blocked = requirement('blocked', { evidence: ['x429'] })
  const all = told([blocked], 12, {}, 40, 1, Array(4).fill({ ...limited, key: '' }))
  expect(all).toContain('; every answer of payment is 429, without a key as well')
  expect(all).not.toContain('rest that long')
  const some = { ...limited, key: '', response: { status: 401 } }
  expect(told([blocked], 12, {}, 40, 1, [...Array(4).fill({ ...limited, key: '' }), some])).toContain('rest that long')
  expect(told([blocked])).toContain('rest that long')
})

test('they are not where they cost nothing', () => {
  const passed = requirement('pass', { evidence: ['x429'] })
  const burst = requirement('blocked', { evidence: ['x430'] })
  expect(told([passed, burst])).toBeUndefined()
  expect(told([requirement('blocked', { evidence: ['x429'] })], 0)).toBeUndefined()
})
