import { expect, test } from 'vitest'
import type { Plan } from '../../kit/plan/plan.ts'
import { certificateGaps, planText, quickerText, shortPlan } from './plan.ts'

const plan: Plan = {
  target: { name: 'town', environment: 'test', timeScale: 1, baseUrls: { library: 'http://127.0.0.1:8080' } },
  depth: 'standard',
  selected: ['limit', 'overdue'].map((name) => ({ id: `lib/loan/${name}`, title: name, phase: 'main' })),
  excluded: [
    {
      why: 'not claimed',
      reason: 'no desk',
      line: 'library.desk: { url: "…" }',
      checks: ['lib/desk/opens', 'lib/desk/shuts'],
    },
  ],
  requests: {
    'library.members': { usual: 9, most: 12 },
    'library.guest': { usual: 1, most: 1 },
    none: { usual: 2, most: 2 },
  },
  keys: { 'library.members': 3, 'library.guest': 1 },
  spends: { loans: { usual: 3, most: 4 }, copies: { usual: 2, most: 2 } },
  generated: 0,
  permissions: [],
  forecast: {
    seconds: 130,
    limiterSeconds: 60,
    phases: { main: 130, settled: 0, exclusive: 0, generated: 0, rules: 0 },
    checks: {},
  },
}
const MORE = expect.stringMatching(
  /^ {2}the first numbers are estimates for a target that keeps its promises, and .* may leave a part of them unsent: .* up to the most$/,
)
const REQUESTS = '  requests 12, at most 15: library.members 9 over 3 keys, library.guest 1, without a valid key 2'

test('in short: how much, how long, at what cost, budgets in the order of the target file', () => {
  expect(shortPlan(plan, 'assay plan').split('\n')).toEqual([
    'Plan: 2 checks, 2 left out (assay plan says why); about 2 min 10 s, at least 60 s of it to keep to the rate of requests',
    REQUESTS,
    '  loans 3, at most 4; copies 2',
    MORE,
    '',
  ])
})

test('where nothing can come to more, nothing is said of more', () => {
  const sure = { ...plan, requests: { none: { usual: 2, most: 2 } }, spends: { copies: { usual: 2, most: 2 } } }
  expect(shortPlan(sure, 'assay plan')).not.toContain('promises')
})

test('what a certification works behind its run is told', () => {
  expect(shortPlan({ ...plan, sealingSeconds: 12 }, 'assay plan')).toContain(
    ', at least 60 s of it to keep to the rate of requests; then about 12 s to judge its evidence again and seal it, ',
  )
})

test('one check is one', () => {
  const one = { ...plan, selected: plan.selected.slice(0, 1), excluded: [] }
  expect(shortPlan(one, 'assay plan')).toMatch(/^Plan: 1 check; /)
})

test('generated values, the largest amount and what a permission brings are told where there are any', () => {
  const more: Plan = {
    ...plan,
    spends: {},
    generated: 200,
    largestAmount: { amount: 14, from: 'library.bodies.loan' },
    permissions: [{ name: 'closesDesk', notice: 'the desk is closed, and opened at the end' }],
  }
  expect(shortPlan(more, 'assay plan').split('\n').slice(1)).toEqual([
    REQUESTS,
    MORE,
    '  requests with generated values at most 200',
    '  largest amount 14 (library.bodies.loan)',
    '  the desk is closed, and opened at the end',
    '',
  ])
})

test('in full: every check under its behaviour, what is left out with the line that changes it', () => {
  const lines = planText(plan, (_, text) => text).split('\n')
  expect(lines).toContain('  library http://127.0.0.1:8080')
  expect(lines).toContain('Checks that run at the standard depth (2)')
  expect(lines).toContain('  lib/loan: limit, overdue')
  const left = lines.indexOf('Checks that do not run (2)')
  expect(lines.slice(left + 1, left + 4)).toEqual([
    '  not claimed: no desk',
    '    library.desk: { url: "…" }',
    '      lib/desk: opens, shuts',
  ])
  expect(lines.slice(-2)).toEqual([expect.stringMatching(/^about 2 min 10 s, .*\. Nothing was sent\.$/), ''])
})

test('what may take longer is told with what it comes of', () => {
  const slow: Plan = { ...plan, mayWait: 40, window: { requests: 55, seconds: 60 } }
  expect(shortPlan(slow, 'assay plan').split('\n')[0]).toMatch(
    /to keep to the rate of requests, longer where outcomes, events or events sent again do not come \(waited for up to 40 s at a time\), 60 s more for each 55 requests that broken promises take$/,
  )
  expect(shortPlan({ ...plan, window: { requests: 55, seconds: 1 } }, 'assay plan')).not.toContain('broken promises')
})

test('a certification is told what its target file leaves out, and nothing where that is nothing', () => {
  const paint = (_: unknown, text: string): string => text
  const steps = [{ lines: ['library.desk: { url: "…" }   # to fill in: url'], requirements: ['a', 'b'] }]
  expect(certificateGaps({ steps: [], seenPerhaps: new Set(), mayNeed: new Map() }, paint)).toContain(
    'No must is known beforehand to wait',
  )
  const [head, ...lines] = certificateGaps({ steps, seenPerhaps: new Set(), mayNeed: new Map() }, paint).split('\n')
  expect(head).toContain('Lines of the target file are lacking for 2 musts')
  // What only a run finds out is not foretold.
  expect(head).not.toMatch(/will not be exercised|will be inconclusive/)
  expect(lines).toEqual(['library.desk: { url: "…" }   # to fill in: url', '      # about 2 musts more', ''])
})

test('musts that a rule may judge all the same are not said to wait', () => {
  const paint = (_: unknown, text: string): string => text
  const steps = [{ lines: ['library.desk: { url: "…" }'], requirements: ['a', 'b', 'c'] }]
  const head = (...seen: string[]): string =>
    certificateGaps({ steps, seenPerhaps: new Set(seen), mayNeed: new Map() }, paint).split('\n')[0] ?? ''
  expect(head('b', 'c')).toMatch(
    /^Lines of the target file are lacking for 1 must, .* 2 musts more are judged by what the run comes to see: /,
  )
  expect(head('a', 'b', 'c')).toMatch(/^A certificate needs every must\. 3 musts are judged by /)
})

test('a certification names what a run may turn out to need, and when', () => {
  const mayNeed = new Map([['webhooks.retryWithin', 'where no second attempt comes in the time given']])
  expect(certificateGaps({ steps: [], seenPerhaps: new Set(), mayNeed }, (_: unknown, text: string) => text)).toContain(
    'some may turn out to wait (webhooks.retryWithin, where no second attempt comes in the time given), and the run names',
  )
})

test('a plan names the same, and nothing where there is nothing', () => {
  const paint = (_: unknown, text: string): string => text
  const mayNeed = new Map([
    ['library.outcomes.returned', 'where no loan has ended'],
    ['webhooks.retryWithin', 'where no second attempt comes'],
  ])
  const line = 'What a run finds out decides whether it waits for these as well, and it names their lines: '
  expect(planText(plan, paint, { mayNeed })).toContain(
    `\n\n${line}library.outcomes.returned, where no loan has ended; webhooks.retryWithin, where no second attempt comes\n\nCost\n`,
  )
  expect(planText(plan, paint)).not.toContain(line)
})

test('what a narrowing flag leaves out is counted, and listed where all is wanted', () => {
  const narrowed = {
    ...plan,
    excluded: [
      {
        why: 'not selected' as const,
        reason: 'this run does not select it',
        line: '--only',
        checks: ['lib/shelf/one', 'lib/shelf/two'],
      },
    ],
  }
  const plain = (_: unknown, text: string) => text
  const short = planText(narrowed, plain, { only: ['lib/loan/*'] })
  expect(short).toContain('    --only\n      2 checks; --verbose lists them\n')
  expect(short).not.toContain('lib/shelf')
  expect(planText(narrowed, plain, { only: ['lib/loan/*'], verbose: true })).toContain('lib/shelf: one, two')
})

test('a quick run says how much sooner it is over, and what it leaves out', () => {
  expect(quickerText({ seconds: 1, leavesOut: 1 }, plan)).toBe(
    '--depth quick takes about 1 s in place of about 2 min 10 s, without 1 of the 2 checks',
  )
  expect(quickerText({ seconds: 3, leavesOut: 0 }, plan)).toBe(
    '--depth quick takes about 3 s in place of about 2 min 10 s',
  )
})
