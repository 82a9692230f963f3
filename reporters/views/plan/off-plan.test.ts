import { describe, expect, test } from 'vitest'
import type { Report } from '../../../kit/report/report.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { offPlan } from './off-plan.ts'

const sample = sampleReport(20)
const STARTED = 1_000_000

/** A check, when it began and how long it took, in seconds. */
const check = (id: string, begins: number, took: number, verdict: Report['checks'][number]['verdict'] = 'pass') => ({
  id,
  title: id,
  verdict,
  startedAt: STARTED + begins * 1000,
  ms: took * 1000,
})

const planned = {
  creation: { begins: 0, ends: 1 },
  retries: { begins: 0, ends: 40 },
  burst: { begins: 1, ends: 61, after: 'creation' },
  watch: { begins: 40, ends: 133, after: 'retries' },
}

interface Told {
  readonly checks: readonly Report['checks'][number][]
  readonly seconds: number
  readonly exchanges?: readonly object[]
  readonly requests?: Readonly<Record<string, number>>
  readonly run?: Partial<Report['run']>
}

const why = ({ checks, seconds, exchanges = [], requests = {}, run }: Told): string | undefined =>
  offPlan({
    ...sample,
    checks: [...checks],
    exchanges: exchanges as Report['exchanges'],
    plan: { ...sample.plan, forecast: { ...sample.plan.forecast, seconds: 133, limiterSeconds: 60, checks: planned } },
    services: sample.services.map((each) => ({ ...each, pace: { requests: 60, windowMs: 60_000 } })),
    run: { ...sample.run, seconds: { total: seconds, working: 1, waiting: seconds - 1 }, ...run },
    cost: { ...sample.cost, requests: { ...requests }, longestWaitSeconds: 59.9 },
  })

describe('a run that took longer', () => {
  const late = [
    check('creation', 0, 15),
    check('burst', 61, 20),
    check('retries', 0, 154),
    check('watch', 154, 30, 'blocked'),
    check('rules', 184, 0),
  ]

  test('is told by the check that its end waited for, whatever others waited for the rate', () => {
    expect(why({ checks: late, seconds: 184.5 })).toBe(
      'longer than planned: retries took 2 min 34 s, where 40 s were planned',
    )
  })

  test('says that a wait for the rate may be in it where a request of that check came late', () => {
    const sentAfter = (seconds: number) => {
      const sentAt = STARTED + seconds * 1000
      return why({ checks: late, seconds: 184.5, exchanges: [{ check: 'retries', sentAt, endedAt: sentAt + 5 }] })
    }
    const told = 'longer than planned: retries took 2 min 34 s, where 40 s were planned'
    expect(sentAfter(100)).toBe(`${told}; a wait for the rate of a key may be in it`)
    expect(sentAfter(2)).toBe(told)
  })

  test('says of a check whose requests hung that they did', () => {
    const hung = { check: 'creation', service: 'payment', key: '', sentAt: STARTED, endedAt: STARTED + 170_000 }
    const checks = [check('creation', 0, 171), check('rules', 171, 0)]
    expect(why({ checks, seconds: 171, exchanges: [hung] })).toBe(
      'longer than planned: creation took 2 min 51 s, where 1 s was planned, 2 min 50 s of it until requests were answered or given up',
    )
  })

  test('names two checks where one alone does not explain it', () => {
    const checks = [check('creation', 0, 31), check('retries', 31, 70), check('watch', 101, 124)]
    expect(why({ checks, seconds: 225 })).toBe(
      'longer than planned: watch took 2 min 4 s, where 1 min 33 s were planned; retries took 70 s, where 40 s were planned',
    )
  })

  test('is told by the rate where its requests alone take longer than the plan', () => {
    const checks = [check('creation', 0, 240)]
    const key = 'payment.live[0]'
    expect(why({ checks, seconds: 245, requests: { [key]: 290 } })).toBe(
      `longer than planned: 290 requests with ${key} take 4 min at the rate that is kept; 60 s were planned for it`,
    )
    const unpaced = Array.from({ length: 180 }, () => ({
      check: 'burst',
      service: 'payment',
      key: 'live[0]',
      expects429: true,
      sentAt: STARTED,
      endedAt: STARTED,
    }))
    expect(why({ checks, seconds: 245, requests: { [key]: 290 }, exchanges: unpaced })).toContain(': creation took')
  })

  test.each<[string, Told]>([
    ['within a fifth of its plan', { checks: late, seconds: 159 }],
    ['that was stopped', { checks: late, seconds: 184.5, run: { stopped: 'interrupt' } }],
    ['in shards', { checks: late, seconds: 184.5, run: { merged: ['a', 'b'] } }],
  ])('%s says nothing', (_, told) => {
    expect(why(told)).toBeUndefined()
  })

  test('is told by a wait before checks that none of them had to itself', () => {
    const checks = [check('creation', 0, 1), check('retries', 31, 1), check('watch', 32, 1)]
    expect(why({ checks, seconds: 200 })).toContain('spread over many checks')
    const waited = [check('creation', 0, 1), check('retries', 151, 1), check('watch', 152, 1)]
    expect(why({ checks: waited, seconds: 200 })).toMatch(
      /^longer than planned: for 2 min 30 s it waited for what did not come, or came late, .*, before retries$/,
    )
    // A service that was away was waited for, and nothing of its own.
    const at = (seconds: number) => ({ sentAt: STARTED + seconds * 1000, endedAt: STARTED + seconds * 1000 })
    const of = (seconds: number, came: object) => ({
      check: 'creation',
      service: 'payment',
      key: '',
      ...at(seconds),
      ...came,
    })
    const away = [
      of(0.5, { response: { status: 200 } }),
      of(0.8, { fault: { kind: 'reset', message: 'the connection was closed' } }),
      of(0.9, { fault: { kind: 'refused', message: 'the connection was refused' } }),
      of(151.5, { response: { status: 200 } }),
    ]
    expect(why({ checks: waited, seconds: 200, exchanges: away })).toBe(
      'longer than planned: for 2 min 30 s it waited for the payment service, which had gone away',
    )
    // What was left out has its moment before those that waited.
    const beside = [check('creation', 0, 1), check('left-out', 150, 0, 'unexercised'), ...waited.slice(1)]
    expect(why({ checks: beside, seconds: 200 })).toMatch(/, before retries$/)
    const hung = { check: 'fixture/x', service: 'payment', key: '', sentAt: STARTED, endedAt: STARTED + 150_000 }
    expect(why({ checks: waited, seconds: 200, exchanges: [hung] })).toContain('spread over many checks')
  })

  test('for many checks that took a little longer each says so, and which took the most', () => {
    expect(why({ checks: [check('creation', 0, 20)], seconds: 200 })).toBe(
      'longer than planned: 67 s in all, spread over many checks, the most by creation (19 s more)',
    )
  })

  test('is told by what had to be put back, where the limiter held that up', () => {
    const checks = [check('creation', 0, 20)]
    const told = (sender: string) =>
      why({ checks, seconds: 200, exchanges: [{ check: sender, sentAt: STARTED, endedAt: STARTED + 200_000 }] })
    expect(told('clean-up')).toBe('longer than planned: putting back what the run had changed took 3 min')
    expect(told('creation')).not.toContain('putting back')
  })

  test('says nothing of a difference that nobody minds', () => {
    const forecast = { ...sample.plan.forecast, seconds: 1, checks: { creation: { begins: 0, ends: 1 } } }
    const run = { ...sample.run, seconds: { total: 5.9, working: 1, waiting: 4.9 } }
    const checks = [check('creation', 0, 5.9)]
    expect(offPlan({ ...sample, run, checks, plan: { ...sample.plan, forecast } })).toBeUndefined()
  })
})

test('a run that was over sooner says what it had not to wait for', () => {
  const checks = [check('creation', 0, 0.1), check('retries', 0, 0.2, 'blocked'), check('watch', 0.2, 0.1, 'blocked')]
  expect(why({ checks, seconds: 1.4 })).toBe(
    'shorter than planned: watch took under 1 s, where 1 min 33 s were planned, blocked',
  )
})
