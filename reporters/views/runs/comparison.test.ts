import { expect, test } from 'vitest'
import type { Report } from '../../../kit/report/report.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { comparisonText } from '../../console/runs/comparison-text.ts'
import { htmlComparison } from '../../html/comparison.ts'
import { markdownComparison } from '../../markdown/comparison.ts'
import { compared } from './comparison.ts'
import { historyOf } from './history.ts'

const a = sampleReport(60)
const [first, second, third, fourth] = a.requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)
const failing = a.requirements.find(({ verdict }) => verdict === 'fail')?.id

const changed: Report = {
  ...a,
  run: { ...a.run, depth: 'deep' },
  requirements: a.requirements
    .filter(({ id }) => id !== fourth)
    .map((each) => {
      if (each.id === first) return { ...each, verdict: 'warn' as const }
      if (each.id === second) return { ...each, verdict: 'unexercised' as const }
      if (each.id === failing) return { ...each, verdict: 'pass' as const }
      return each
    }),
  observations: a.observations.map((each, index) => (index === 0 ? { ...each, value: 'otherwise' } : each)),
}

test('a report is like itself', () => {
  expect(compared(a, a)).toEqual({
    worse: [],
    found: [],
    more: [],
    better: [],
    notAskedAgain: new Set(),
    otherwise: [],
    moved: [],
    left: 0,
    byAnotherAnswer: [],
    inAnotherPlace: [],
    neither: [],
    observations: [],
    caveats: [],
  })
  expect(comparisonText(a, a, compared(a, a), (_, text) => text)).toContain('nothing changed')
})

test('worse, better, judged in one only, and observed otherwise are told apart', () => {
  const comparison = compared(a, changed)
  expect(comparison.worse).toEqual([{ id: first, before: 'pass', after: 'warn' }])
  expect(comparison.better).toEqual([{ id: failing, before: 'fail', after: 'pass' }])
  expect(comparison.moved).toEqual([
    { id: second, before: 'pass', after: 'unexercised' },
    { id: fourth, before: 'pass', after: undefined },
  ])
  expect(comparison.observations).toEqual([{ id: a.observations[0]?.id, before: ['value 0'], after: ['otherwise'] }])
  expect(comparison.caveats).toEqual(['depth: standard, then deep'])
  const back = compared(changed, a)
  expect([back.worse.map(({ id }) => id), back.better.map(({ id }) => id)]).toEqual([[failing], [first]])
  expect(compared(a, a).worse).not.toContain(third)
})

test('a depth is told of a run of less, also where it was narrowed, and not of one that its names made deeper', () => {
  const only = ['pay.list.*']
  const asked = (depth: 'quick' | 'deep'): Report => ({ ...a, run: { ...a.run, only, depth } })
  expect(compared(a, asked('quick')).caveats).toContain('depth: standard, then quick')
  expect(compared(asked('quick'), a).caveats).toContain('depth: quick, then standard')
  expect(compared(a, asked('deep')).caveats).toEqual([`--only: none, then ${only[0]}`])
})

test('what nothing was said of is no better for being warned of now, and better where it is kept', () => {
  const having = (verdict: 'blocked' | 'warn' | 'pass') => ({
    ...a,
    requirements: a.requirements.map((each) => (each.id === first ? { ...each, verdict } : each)),
  })
  const [blocked, warned, kept] = [having('blocked'), having('warn'), having('pass')]
  const toWarned = compared(blocked, warned)
  expect([toWarned.better, toWarned.more.map(({ id }) => id)]).toEqual([[], [first]])
  expect(compared(blocked, kept).better.map(({ id }) => id)).toEqual([first])
})

test('what neither of the two judged is told apart from what one of them did', () => {
  const having = (...verdicts: readonly ('blocked' | 'unexercised' | 'inapplicable')[]) => ({
    ...a,
    requirements: a.requirements.map((each, index) => ({ ...each, verdict: verdicts[index] ?? each.verdict })),
  })
  const [one, other] = a.requirements.map(({ id }) => id)
  const { moved, neither } = compared(having('blocked', 'inapplicable'), having('unexercised', 'unexercised'))
  expect(neither).toEqual([{ id: one, before: 'blocked', after: 'unexercised' }])
  expect(moved).toEqual([{ id: other, before: 'inapplicable', after: 'unexercised' }])
})

test('a failure of a requirement that the earlier report does not know is found', () => {
  const without = { ...a, requirements: a.requirements.filter(({ id }) => id !== failing) }
  expect(compared(without, a).found).toEqual([{ id: failing, before: undefined, after: 'fail' }])
})

test('what a request holds against the target that the earlier target file did not allow is looked at more, not worse', () => {
  const [sent] = a.exchanges
  const requirements = a.requirements.map((each) =>
    each.id === first
      ? {
          ...each,
          verdict: 'warn' as const,
          judgements: [{ check: 'pay/a', verdict: 'warn' as const, evidence: ['x-new'] }],
        }
      : each,
  )
  const anew = sent === undefined ? [] : [{ ...sent, id: 'x-new', label: 'with a key' }]
  const b = { ...a, requirements, exchanges: [...a.exchanges, ...anew] }
  const keyed = { ...b, target: { ...b.target, claims: [...b.target.claims, 'payment.keys.another'] } }
  const change = { id: first, before: 'pass', after: 'warn' }
  expect(compared(a, keyed)).toMatchObject({ worse: [], more: [change] })
  expect(compared(a, b)).toMatchObject({ worse: [change], more: [] })
  const before = { ...a, exchanges: b.exchanges }
  expect(compared(before, keyed)).toMatchObject({ worse: [change], more: [] })
})

test('a duration that was measured anew is no other observation; a number of requests is', () => {
  const observing = (value: string): Report => ({
    ...a,
    observations: a.observations.map((each, index) => (index === 0 ? { ...each, value } : each)),
  })
  const changes = (before: string, after: string): number =>
    compared(observing(before), observing(after)).observations.length
  expect(changes('first retry after 448 to 1957 ms', 'first retry after 502 to 1920 ms')).toBe(0)
  expect(changes('5 attempts, pauses of 560 ms, 1.9 s', '5 attempts, pauses of 592 ms, 2 s')).toBe(0)
  expect(changes('5 attempts, a pause of 560 ms', '6 attempts, a pause of 560 ms')).toBe(1)
  expect(changes('the first 429 after at least 59 requests', 'the first 429 after at least 60 requests')).toBe(0)
  expect(changes('answers within 3 m', 'answers within 4 m')).toBe(1)
})

test('what shards have seen, each a part of it, is what one run has seen', () => {
  const observing = (values: readonly string[], merged?: readonly string[]): Report => {
    const [template] = a.observations
    if (template === undefined) throw new TypeError('the sample has no observation')
    const run = { ...a.run, ...(merged === undefined ? {} : { merged: [...merged] }) }
    return { ...a, run, observations: values.map((value) => ({ ...template, value })) }
  }
  const whole = observing(['created, settled, returned'])
  expect(compared(whole, observing(['settled, returned', 'created, settled'], ['a', 'b'])).observations).toEqual([])
  expect(compared(whole, observing(['settled, returned'], ['a', 'b'])).observations).toHaveLength(1)
  expect(compared(whole, observing(['settled, returned', 'created, settled'])).observations).toHaveLength(1)
})

test('what is kept now without what failed having been sent again is not called better', () => {
  const better = [
    { id: 'lib.loan.days', before: 'fail' as const, after: 'pass' as const },
    { id: 'lib.loan.form', before: 'fail' as const, after: 'pass' as const },
  ]
  const comparison = { ...compared(a, a), better, notAskedAgain: new Set(['lib.loan.form']) }
  const text = comparisonText(a, a, comparison, (_, each) => each)
  expect(text).toContain('Better (1)\n  lib.loan.days: fail, then pass\n')
  expect(text).toContain(
    'Kept now, but not all that was held against the target was sent again (1)\n  lib.loan.form: fail, then pass\n',
  )
  expect(text).toContain('1 better, 1 kept without what failed')
})

test('what a stop cut off is no worse for standing behind an obstacle', () => {
  const blocked = {
    ...a,
    requirements: a.requirements.map((each) => (each.id === first ? { ...each, verdict: 'blocked' as const } : each)),
  }
  const before = a.requirements.find(({ id }) => id === first)?.verdict
  expect(compared(a, blocked).worse).toEqual([{ id: first, before, after: 'blocked' }])
  const stopped: Report = { ...blocked, run: { ...a.run, stopped: 'time' } }
  expect(compared(a, stopped)).toMatchObject({ worse: [], moved: [{ id: first, before, after: 'blocked' }] })
})

test('what one of the two was not asked for is told by its patterns alone, the first of many', () => {
  const only = ['pay/a', 'pay/b', 'pay/c', 'pay/d', 'pay/e']
  const narrow: Report = {
    ...a,
    run: { ...a.run, only },
    requirements: a.requirements.map((each) =>
      each.id === first ? { ...each, verdict: 'unexercised' as const, why: 'not selected' as const } : each,
    ),
  }
  const { moved, caveats } = compared(a, narrow)
  expect(moved).toEqual([])
  expect(caveats).toEqual(['--only: none, then pay/a,pay/b,pay/c and 2 more'])
})

test('what was broken and is not asked for any more is named: it is no better for that', () => {
  const narrow: Report = {
    ...a,
    run: { ...a.run, only: ['pay/a'] },
    requirements: a.requirements.map((each) =>
      each.id === failing ? { ...each, verdict: 'unexercised' as const, why: 'not selected' as const } : each,
    ),
  }
  expect(compared(a, narrow).caveats).toContain(
    `what was asked: 1 that failed in the first was not asked for in the later run: ${failing}`,
  )
})

test('of a service that one report alone judges only what is in trouble is told', () => {
  const [service] = a.services
  const [one] = a.requirements
  const [seen] = a.observations
  if (service === undefined || one === undefined || seen === undefined) throw new Error('the sample has none')
  const b: Report = {
    ...a,
    services: [...a.services, { ...service, id: 'other', prefix: 'other' }],
    requirements: [
      ...a.requirements,
      { ...one, id: 'other.kept', verdict: 'pass' },
      { ...one, id: 'other.broken', verdict: 'fail' },
    ],
    observations: [...a.observations, { ...seen, id: 'other.open.x' }],
  }
  const comparison = compared(a, b)
  expect(comparison.found.map(({ id }) => id)).toEqual(['other.broken'])
  expect([comparison.moved, comparison.more, comparison.observations]).toEqual([[], [], []])
  expect(comparison.caveats.join()).toContain('services: ')
})

test('what a run whose keys were refused did not see is found, and not worse, in one with others', () => {
  const requirements = (verdict: 'pass' | 'fail') =>
    a.requirements.map((each, at) => ({
      ...each,
      verdict: at === 0 ? verdict : ('blocked' as const),
      judgements: [],
    }))
  const note =
    'claimed but absent: lib.keys.live[0] is claimed, and a read answered 401 NO_KEY. The target does not take it'
  const barred: Report = { ...a, requirements: requirements('pass'), notes: [note] }
  const found = compared(barred, { ...a, requirements: requirements('fail'), notes: [] })
  expect([found.worse.length, found.found.length]).toEqual([0, 1])
  expect(found.caveats).toContain('keys: not taken, then taken')
  expect(compared({ ...barred, notes: [] }, { ...a, requirements: requirements('fail') }).worse).toHaveLength(1)
})

test('what one of two runs that were asked alike left out by itself is named, whichever of them it was', () => {
  const out = {
    ...a,
    requirements: a.requirements.map((each) =>
      each.id === first ? { ...each, verdict: 'unexercised' as const, why: 'not selected' as const } : each,
    ),
  }
  expect(compared(a, out).caveats).toEqual([
    `what is judged: 1 in the first alone, which the later run left out: ${first}`,
  ])
  const text = comparisonText(a, out, compared(a, out), (_, said) => said)
  expect(text).toContain(
    '1 that one of the two runs was not asked for, or left out by itself\n\n1 judged in one of the two',
  )
  for (const told of [markdownComparison, htmlComparison])
    expect(told(a, out, compared(a, out))).toContain('1 judged in one of the two')
  expect(compared(out, a).caveats).toEqual([
    `what is judged: 1 in the later run alone, which the first left out: ${first}`,
  ])
})

test('what a run was to come to is named where it differs', () => {
  const strict: Report = { ...a, run: { ...a.run, failOn: 'warn', minExercised: 0.8 } }
  expect(compared(a, strict).caveats).toEqual(['--fail-on: fail, then warn', '--min-exercised: none, then 0.8'])
})

test('what keys of the one target file may explain is named, as what changes with them is no news of the service', () => {
  const [service] = a.services
  const note = `claimed but absent: ${service?.id}.keys.live[0] is claimed, and a read with it was answered 401. The target does not take the key: correct it.`
  const barred = {
    ...a,
    notes: [note],
    requirements: a.requirements.map((each, at) => (at === 0 ? { ...each, verdict: 'blocked' as const } : each)),
  }
  const told = (one: Report, other: Report) =>
    compared(one, other).caveats.find((each) => each.startsWith('what keys of the target file may explain: '))
  expect(told(barred, { ...a, requirements: barred.requirements })).toMatch(
    /answers 401 to a read with .*, then nothing$/,
  )
  expect(told(barred, barred)).toBeUndefined()
  const [first, second] = historyOf([barred, { ...a, run: { ...a.run, id: 'asym2' } }]).runs
  expect(first?.keys).toContain('answers 401 to a read with')
  expect(second?.keys).toBeUndefined()
})

test('waits for webhooks that are others are named, but not those that a quick run cut short', () => {
  const waiting = (webhooks: Report['target']['webhooks'], depth = a.run.depth): Report => ({
    ...a,
    run: { ...a.run, depth },
    target: { ...a.target, ...(webhooks === undefined ? {} : { webhooks }) },
  })
  const one = waiting({ deliveryWithin: 8, retryWithin: 18 })
  expect(compared(one, waiting({ deliveryWithin: 30, retryWithin: 18 })).caveats).toEqual([
    'webhooks.deliveryWithin: 8, then 30',
  ])
  expect(compared(one, waiting({ deliveryWithin: 8, retryWithin: 27 })).caveats).toEqual([
    'webhooks.retryWithin: 18, then 27',
  ])
  expect(compared(one, waiting({ deliveryWithin: 8 })).caveats).toEqual([])
  expect(compared(one, waiting(undefined)).caveats).toEqual([])
  const other = a.run.depth === 'quick' ? 'deep' : 'quick'
  expect(compared(one, waiting({ deliveryWithin: 2 }, other)).caveats.join()).not.toContain('deliveryWithin')
})

test('what one target file names alone is named, and why the later run judges less of it', () => {
  const claims = ['lib', 'lib.keys.live', 'webhooks', 'webhooks.listen']
  const whole: Report = { ...a, target: { ...a.target, claims } }
  const reason = 'the target file does not name webhooks'
  const less: Report = {
    ...a,
    target: { ...a.target, claims: claims.slice(0, 2) },
    requirements: a.requirements.map((each) =>
      each.id === first || each.id === second
        ? { ...each, verdict: 'unexercised' as const, why: 'not claimed' as const, reason, judgements: [] }
        : each,
    ),
  }
  const { caveats } = compared(whole, less)
  expect(caveats).toEqual([
    'target file: that of the first alone says or gives webhooks; of the values of a target file a report keeps budgets and waits for webhooks alone',
  ])
  expect(compared(less, whole).caveats).toEqual([
    'target file: that of the later alone says or gives webhooks; of the values of a target file a report keeps budgets and waits for webhooks alone',
  ])
  const text = comparisonText(whole, less, compared(whole, less), (_, said) => said)
  expect(text).toContain(`  ${first}: pass, then unexercised\n  ${second}: pass, then unexercised\n    ${reason}\n`)
})
