import { expect, test } from 'vitest'
import { TimeLeft } from './time-left.ts'

/** Retries are watched beside the burst, and the end of the attempts behind them. */
const forecast = {
  seconds: 133,
  checks: {
    creation: { begins: 0, ends: 1 },
    retries: { begins: 0, ends: 40 },
    burst: { begins: 1, ends: 61, after: 'creation' },
    'ends-after-2xx': { begins: 40, ends: 133, after: 'retries' },
  },
}

const started = (): TimeLeft => {
  const left = new TimeLeft(forecast)
  left.begun('creation', 100)
  left.begun('retries', 100)
  left.ended('creation', 101)
  left.begun('burst', 101)
  return left
}

test('the time left is that of the plan, of what goes on beside the phases too', () => {
  const left = new TimeLeft(forecast)
  expect(left.text(100)).toBe('about 2 min 13 s left')
  const run = started()
  expect([run.left(110), run.left(140)]).toEqual([123, 93])
  run.ended('burst', 150)
  run.ended('retries', 140)
  run.begun('ends-after-2xx', 140)
  expect([run.text(175), run.left(175)]).toEqual(['about 58 s left', 58])
  expect([run.text(232.5), run.text(233.5), run.text(240)]).toEqual([
    'nearly done',
    'nearly done',
    'longer than planned',
  ])
})

test('what comes behind a check that takes longer comes later, and a run within its plan is not longer than that', () => {
  const run = started()
  run.ended('burst', 161)
  for (const [now, behind] of [
    [175, '35 s'],
    [190, '50 s'],
    [205, '65 s'],
    [220, '80 s'],
  ] as const)
    expect({ left: run.left(now), text: run.text(now) }).toEqual({
      left: 93,
      text: `up to 1 min 33 s of the plan left, up to ${behind} behind it`,
    })
})

test('what is known to wait longer is left at least', () => {
  const run = started()
  expect(run.text(110, 130)).toBe('about 2 min 10 s left')
  expect(run.text(110, 20)).toBe('about 2 min 3 s left')
  // A plan may be longer than its checks by what the limiter has them wait.
  const limited = new TimeLeft({ ...forecast, seconds: 200 })
  limited.begun('creation', 100)
  expect(limited.text(101)).toBe('about 2 min 13 s left')
  expect(limited.text(101, 20)).toBe('about 3 min 19 s left')
})

test('past the plan it is longer than planned, whatever is left at least', () => {
  const run = started()
  run.ended('burst', 161)
  expect([run.text(233), run.text(240), run.text(240, 120)]).toEqual([
    'up to 1 min 33 s of the plan left, up to 1 min 33 s behind it',
    'longer than planned, up to 1 min 33 s of the plan left',
    'longer than planned, up to 2 min of the plan left',
  ])
  expect([run.over('retries', 240), run.over('burst', 240), run.over('ends-after-2xx', 240)]).toEqual([100, 0, 0])
})

test('behind what does not begin when it was to, the time left is a least', () => {
  const left = new TimeLeft({
    seconds: 60,
    checks: { first: { begins: 0, ends: 1 }, next: { begins: 1, ends: 60, after: 'first' } },
  })
  left.begun('first', 0)
  left.ended('first', 1)
  expect([left.text(1.5), left.text(15)]).toEqual([
    'about 59 s left',
    'up to 59 s of the plan left, up to 14 s behind it',
  ])
})

test('a check that is late beside what takes longer leaves the run within its plan, by nobody knows how much', () => {
  const left = new TimeLeft({
    seconds: 73,
    checks: {
      outcome: { begins: 0, ends: 2 },
      'after-outcome': { begins: 2, ends: 3, after: 'outcome' },
      burst: { begins: 0, ends: 60 },
      rest: { begins: 60, ends: 73, after: 'burst' },
    },
  })
  left.begun('outcome', 0)
  left.begun('burst', 0)
  expect(left.text(30)).toBe('up to 43 s of the plan left')
  left.ended('burst', 32)
  left.begun('rest', 32)
  expect([left.text(34), left.text(44), left.text(70)]).toEqual([
    // What was over sooner may be waited for by the check that is late: then all of the plan is needed still.
    'up to 39 s of the plan left',
    'up to 29 s of the plan left',
    'up to 3 s of the plan left',
  ])
})

test('what ended sooner may leave its wait to another check: both reckonings are told', () => {
  const checks = { long: { begins: 0, ends: 60 }, short: { begins: 0, ends: 20 } }
  const left = new TimeLeft({ seconds: 60, checks })
  left.begun('long', 0)
  left.begun('short', 0)
  left.ended('long', 5)
  expect([left.text(10), left.text(19)]).toEqual(['10 s to 50 s left', '1 s to 41 s left'])
  expect(left.text(22)).toBe('up to 38 s of the plan left')
})

test('a check that ends sooner brings the end nearer', () => {
  const run = started()
  run.ended('burst', 161)
  run.ended('retries', 162)
  run.begun('ends-after-2xx', 162)
  run.ended('ends-after-2xx', 170)
  expect(run.text(170)).toBe('nearly done')
})

test('of a check that takes longer than planned nobody knows when it ends', () => {
  const left = new TimeLeft({ seconds: 60, checks: { slow: { begins: 0, ends: 2 }, long: { begins: 0, ends: 60 } } })
  left.begun('slow', 0)
  left.begun('long', 0)
  left.ended('long', 1)
  expect([left.text(2.5), left.text(30), left.text(62)]).toEqual([
    'nearly done',
    'up to 30 s of the plan left',
    'longer than planned',
  ])
})
