import { expect, test } from 'vitest'
import { sections } from '../../../tests/made-up/sections.ts'
import type { Check } from '../../check/check.ts'
import { LET_NO_MORE_PASS } from '../../check/signals.ts'
import { ELSEWHERE } from '../../plan/shards.ts'
import { claimsOf } from '../../target/claims.ts'
import { resolveTarget } from '../../target/target.ts'
import type { ReportedJudgement, ReportedRequirement } from '../schema/report.ts'
import { nextSteps, sightsOf, withShortestLine } from './next-steps.ts'

const claims = claimsOf(sections)
const known = (library: object, more: object = {}) => ({
  target: resolveTarget({ library: { baseUrl: 'http://127.0.0.1', ...library }, ...more }, { sections, secrets: [] }),
  services: [],
  claims,
})
const checks: Check[] = []

function check(id: string, needs: readonly string[], phase: Check['phase'] = 'main'): Check {
  const made = { id, service: 'library', needs, phase, tier: 'read', covers: [], uses: [], cost: {} }
  checks.push(made as unknown as Check)
  return made as unknown as Check
}

const KEY = 'library.keys.reader'
const LOAN = 'library.bodies.loan'
const one = check('lib/one', [KEY])
const two = check('lib/two', [KEY, LOAN])
const desk = check('lib/desk', ['library.desk.opens'])
const spare = check('lib/spare', [`${KEY}[1]`])
const many = check('lib/many', [])
Object.assign(many, { generated: { standard: 10, deep: 100 } })
const rule = check('lib/rule', ['library.signingKey'], 'rules')

/** A requirement that waits for what these checks need. */
function waiting(
  id: string,
  own: readonly Check[],
  more: readonly Partial<ReportedJudgement>[] = [],
): ReportedRequirement {
  const judgements = own.map(
    ({ id: name, needs }): ReportedJudgement => ({
      check: name,
      verdict: 'unexercised',
      why: 'not claimed',
      reason: `${name} waits`,
      evidence: [],
      line: needs.map((each) => claims.lineFor(each)).join('\n'),
    }),
  )
  const others = more.map((each) => ({ ...judgements[0]!, ...each }))
  return {
    ...{ id, level: 'must', at: '', text: '', verdict: 'unexercised', judgements: [...judgements, ...others] },
    line: judgements[0]?.line ?? '',
  }
}

test('lines come with what they bring beyond those before, the most for the fewest first', () => {
  const open = [waiting('a', [one]), ...['b', 'c', 'd'].map((id) => waiting(id, [two])), waiting('e', [desk])]
  expect(nextSteps(open, checks, known({}))).toEqual([
    {
      lines: ['library.keys.reader: ["${LIB_READER}"]', 'library.bodies.loan: { title: "…" }   # to fill in: title'],
      requirements: ['a', 'b', 'c', 'd'],
    },
    { lines: ['library.desk.opens: "…"   # to fill in'], requirements: ['e'] },
  ])
})

test('a line that allows so much brings what takes no more, in the same step as what takes less', () => {
  const allowing = (id: string, line: string) => waiting(id, [many], [{ why: 'not permitted', line }])
  const open = [
    ...['a', 'b'].map((id) => allowing(id, 'allow.loans: 50')),
    allowing('c', 'allow.loans: 9000'),
    allowing('d', 'allow.loans: 51'),
  ].map((each) => ({ ...each, judgements: each.judgements.slice(1) }))
  expect(nextSteps(open, checks, known({ keys: { reader: ['x'] } }))).toEqual([
    { lines: ['allow.loans: 9000'], requirements: ['a', 'b', 'c', 'd'] },
  ])
})

test('what a check leaves to another depth or clock does not count for a line', () => {
  const leaving: Check = {
    ...two,
    leaves: (id, { timeScale }, depth) => (id === 'slow' && depth !== 'deep') || (id === 'fine' && timeScale > 1),
  }
  const open = ['a', 'slow', 'fine'].map((id) => waiting(id, [leaving]))
  const brought = (depth: 'quick' | 'deep', timeScale: number) =>
    nextSteps(open, [leaving], { ...known({ keys: { reader: ['x'] } }, { timeScale }), depth }).flatMap(
      ({ requirements }) => requirements,
    )
  expect(brought('deep', 1)).toEqual(['a', 'slow', 'fine'])
  expect(brought('quick', 1)).toEqual(['a', 'fine'])
  expect(brought('deep', 20)).toEqual(['a', 'slow'])
})

test('what the file says already is not proposed, and a list only goes on', () => {
  const open = [waiting('b', [two]), waiting('s', [spare])]
  expect(nextSteps(open, checks, known({ keys: { reader: ['x'] } })).flatMap(({ lines }) => lines)).toEqual([
    'library.bodies.loan: { title: "…" }   # to fill in: title',
    'library.keys.reader[1]: "${LIB_READER_2}"',
  ])
})

test('generated values and rules are no way where a check is one', () => {
  const generated = { check: many.id, why: 'not permitted', line: 'allow.generated: 200' } as const
  const steps = (each: ReportedRequirement): readonly string[] =>
    nextSteps([each], checks, known({ keys: { reader: ['x'] } })).flatMap(({ lines }) => lines)
  expect(steps(waiting('a', [two, rule], [generated]))).toEqual([
    'library.bodies.loan: { title: "…" }   # to fill in: title',
  ])
  expect(steps(waiting('a', [rule], [generated]))).toEqual(['library.signingKey: "${LIB_SIGNING_KEY}"'])
  const only = { ...waiting('a', [one]), judgements: [{ ...waiting('a', [one]).judgements[0]!, ...generated }] }
  expect(steps(only)).toEqual(['allow.generated: 200'])
})

test('a rule that sees what others bring about is a way beside a check', () => {
  const sees = { ...check('lib/sees', ['library.signingKey'], 'rules'), observes: [KEY] } as unknown as Check
  const other = waiting('b', [sees])
  const steps = (own: readonly Check[], keys: object) =>
    nextSteps([waiting('a', [desk, ...own]), other], [...checks, sees], known(keys)).map(({ lines }) => lines[0])
  const signing = 'library.signingKey: "${LIB_SIGNING_KEY}"'
  expect(steps([sees], { keys: { reader: ['x'] } })).toEqual([signing])
  expect(steps([], { keys: { reader: ['x'] } })).toHaveLength(2)
})

test('many values are no way past an outage that an example met', () => {
  const generated = { check: many.id, why: 'not permitted', line: 'allow.generated: 200' } as const
  const [judgement] = waiting('a', [one]).judgements
  const { line: _, ...rest } = judgement!
  const out = { ...rest, verdict: 'blocked' as const, reason: '502, the target was out' }
  const met = {
    ...waiting('a', [one]),
    verdict: 'blocked' as const,
    judgements: [out, { ...judgement!, ...generated }],
  }
  expect(nextSteps([met as never], checks, known({ keys: { reader: ['x'] } }))).toEqual([])
})

test.each([
  ['another shard asks', { why: 'not selected', reason: ELSEWHERE }],
  ['a limiter stopped', { why: 'not selected', reason: LET_NO_MORE_PASS }],
  ['the run would have come to', { why: 'not reached', reason: 'the run ended before it' }],
] as const)('what %s no line brings here', (_, why) => {
  const elsewhere = { check: 'lib/two', ...why } as const
  const generated = { check: many.id, why: 'not permitted', line: 'allow.generated: 200' } as const
  const [judgement] = waiting('a', [one]).judgements
  const left = {
    ...waiting('a', [one]),
    judgements: [
      { ...judgement!, ...elsewhere },
      { ...judgement!, ...generated },
    ],
  }
  expect(nextSteps([left], checks, known({ keys: { reader: ['x'] } }))).toEqual([])
})

test('what looks at what others send needs no line where none of those is asked for', () => {
  const open = [waiting('a', [rule])]
  const asked = (only: readonly string[]) => ({ ...known({}), asked: { only, skip: [] } })
  const covering = checks.map((each) => ({ ...each, covers: ['lib.loan.days'] }))
  expect(nextSteps(open, covering, asked([]))).toHaveLength(1)
  expect(nextSteps(open, covering, asked(['lib/rule']))).toEqual([])
  expect(nextSteps(open, covering, asked(['lib/rule', 'lib/one']))).toHaveLength(1)
})

test('a blocked requirement that a line decides is among the next steps', () => {
  const line = claims.lineFor('webhooks.retryWithin')
  const [judgement] = waiting('r', [one]).judgements
  const { why: _, ...said } = judgement!
  const blocked = (more: object): ReportedRequirement => ({
    ...waiting('r', [one]),
    verdict: 'blocked',
    judgements: [{ ...said, verdict: 'blocked', ...more }],
  })
  const webhooks = { webhooks: { listen: '127.0.0.1:0' } }
  expect(nextSteps([blocked({ line })], checks, known({}, webhooks))).toEqual([{ lines: [line], requirements: ['r'] }])
  const { line: __, ...unsaid } = blocked({}).judgements[0]!
  expect(nextSteps([{ ...blocked({}), judgements: [unsaid] }], checks, known({}, webhooks))).toEqual([])
})

test('what was not met waits for the line that has it come about, where its check names one', () => {
  const line = claims.lineFor('library.outcomes.returned')
  const [judgement] = waiting('r', [many]).judgements
  const { line: _, ...bare } = { ...judgement!, why: 'not met' as const }
  const unmet = (more: object) => ({ ...waiting('r', [many]), judgements: [{ ...bare, ...more }] })
  const steps = (outcomes: object, more: object) =>
    nextSteps([unmet(more)], checks, known({ keys: { reader: ['x'] }, ...outcomes }))
  expect(steps({}, { line })).toEqual([{ lines: [line], requirements: ['r'] }])
  expect(steps({}, {})).toEqual([])
  expect(steps({ outcomes: { returned: { run: 'x' } } }, { line })).toEqual([])
})

test('a line brings nothing where the target denies the key that it goes with, nor to what looks at what that key has sent', () => {
  const file = known({ keys: { reader: ['x'], desk: 'y' } })
  const isDenied = (claim: string): boolean => claim === KEY
  const open = [waiting('b', [two]), waiting('e', [desk])]
  expect(nextSteps(open, checks, { ...file, isDenied })).toEqual([
    { lines: ['library.desk.opens: "…"   # to fill in'], requirements: ['e'] },
  ])
  const looks = check('lib/looks', [LOAN], 'rules')
  expect(nextSteps([waiting('l', [looks])], checks, file)).toHaveLength(1)
  expect(nextSteps([waiting('l', [looks])], checks, { ...file, isDenied })).toEqual([])
})

test('a requirement names the fewest lines, and the reason that goes with them', () => {
  expect(withShortestLine(waiting('a', [two, one]), checks, known({}))).toMatchObject({
    line: 'library.keys.reader: ["${LIB_READER}"]',
    reason: 'lib/one waits',
  })
})

test('what looks at what some lines bring is told with these, and not with those that a check takes besides', () => {
  const both = check('lib/both', [KEY, LOAN, 'library.desk.opens'])
  const looks = { ...check('lib/looks-at-loans', [KEY], 'rules'), observes: [LOAN] } as unknown as Check
  const own = [both, looks]
  expect(withShortestLine(waiting('l', own), own, known({}))).toMatchObject({
    line: expect.not.stringContaining('library.desk'),
    reason: 'lib/looks-at-loans waits',
  })
})

test('what a run has seen needs no line that shows it, the line by which it is judged alone', () => {
  const looks = { ...check('lib/looks-at-fines', [KEY], 'rules'), observes: [LOAN] }
  const beside = { ...check('lib/looks-beside', [KEY], 'rules'), observes: [LOAN] }
  const signed = { ...looks, id: 'lib/signed', judgedWith: { s: ['library.signingKey'] } }
  const own = [looks, beside, signed] as unknown as Check[]
  const file = known({ keys: { reader: ['x'] } })
  const line = claims.lineFor('library.signingKey')
  const bare = waiting('s', [signed as unknown as Check])
  const open = { ...bare, line, judgements: bare.judgements.map((each) => ({ ...each, line })) }
  const judged = (verdict: 'pass' | 'unexercised', of = 'lib/looks-beside') =>
    ({ ...waiting('p', []), verdict, judgements: [{ check: of, verdict, evidence: [] }] }) as ReportedRequirement
  const linesAfter = (...others: ReportedRequirement[]) =>
    nextSteps([open, ...others], own, file).flatMap((step) => step.lines)
  expect(linesAfter(judged('pass'))).toEqual([line])
  expect(linesAfter(judged('unexercised')).toSorted()).toEqual([claims.lineFor(LOAN), line].toSorted())
  const seen = sightsOf([{ check: 'lib/looks-beside', verdict: 'pass' }], own)
  expect(withShortestLine(open, own, { ...file, seen }).line).toBe(line)
  expect(withShortestLine(open, own, file).line).toContain(LOAN)
  // What needs something else looks elsewhere.
  expect(
    sightsOf(
      [{ check: 'lib/other', verdict: 'pass' }],
      [...own, { ...beside, id: 'lib/other', needs: [] } as never],
    ).has([...seen][0]!),
  ).toBe(false)
})
