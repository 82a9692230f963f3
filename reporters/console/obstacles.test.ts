import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Report, ReportedRequirement } from '../../kit/report/report.ts'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { obstacleLines } from './obstacles.ts'

const report = sampleReport(10)
const [sample] = report.requirements

const shown = (open: readonly Partial<ReportedRequirement>[]): string[] => {
  const requirements = open.map((each, index) => ({
    ...sample!,
    id: `lib.desk.number-${index}`,
    level: 'must' as const,
    verdict: 'unexercised' as const,
    judgements: [],
    ...each,
  }))
  const made: Report = { ...report, run: { ...report.run, certify: true }, requirements }
  return obstacleLines(made, (_, text) => text)
}

test('several lines for the target file are each a line of its own', () => {
  const lines = shown([
    { why: 'not claimed', reason: 'no desk', line: 'library.desk: { opens: "9" }\nallow.closesDesk: true' },
  ])
  expect(lines.slice(1, 3)).toEqual(['      no desk', '      add to the target file:'])
  expect(parse(lines.slice(3).join('\n'))).toEqual({ 'library.desk': { opens: '9' }, 'allow.closesDesk': true })
})

test('what a message kept from a verdict that breaks another statement waits for that', () => {
  const judgement = { check: 'lib/desk', subject: '', expected: '', actual: '' }
  const blocked = { ...judgement, verdict: 'blocked' as const, reason: 'the loan was answered 500' }
  const told = (evidence: readonly string[]) =>
    shown([
      { verdict: 'fail', judgements: [{ ...judgement, verdict: 'fail', evidence: ['x1'] }] },
      { verdict: 'blocked', judgements: [{ ...blocked, evidence }] },
    ])
  expect(told(['x1'])).toEqual([
    '  lib.desk.number-1',
    '      the loan was answered 500',
    '      lib.desk.number-0 is broken by the same message: mend that first',
  ])
  expect(told(['x2'])[2]).toContain('asks it again, alone')
})

test('what a machine that stood still kept from a verdict waits for no budget', () => {
  const told = (reason: string): string | undefined => {
    const open = {
      ...sample!,
      level: 'must' as const,
      verdict: 'unexercised' as const,
      why: 'not met' as const,
      reason,
      judgements: [],
    }
    const target = { ...report.target, allow: { ...report.target.allow, budgets: { loans: 3 } } }
    const made = { ...report, target, run: { ...report.run, certify: true }, requirements: [open] }
    return obstacleLines({ ...made, cost: { ...report.cost, spends: { loans: 3 } } }, (_, text) => text)[2]
  }
  expect(told('no loan was taken')).toContain('allow.loans:')
  expect(told('this machine stood still when the loan was taken')).toContain('nothing else beside it')
})

test('what was not met where a budget allows nothing waits for that budget', () => {
  const open = { level: 'must' as const, verdict: 'unexercised' as const, judgements: [] }
  const [loan, event] = report.requirements
  const line = 'allow.loans: 12'
  const requirements = [
    { ...loan!, ...open, why: 'not permitted' as const, reason: 'the target file allows no loans', line },
    { ...event!, ...open, why: 'not met' as const, reason: 'no event told of a loan' },
  ]
  const target = { ...report.target, allow: { ...report.target.allow, budgets: { loans: 0 } } }
  const made = { ...report, target, run: { ...report.run, certify: true }, requirements }
  const lines = obstacleLines(made, (_, text) => text)
  expect(lines.filter((each) => each.includes(line))).not.toEqual([])
  expect(lines.join('\n')).not.toContain('another --seed')
})

test('what waits for a statement that is broken, and says so, is to wait for that', () => {
  const reason = 'no form was seen, at which lib.desk.number-0 looks'
  const told = (verdict: 'fail' | 'pass') =>
    shown([
      { verdict, judgements: [] },
      { why: 'not met', reason },
    ])
  expect(told('fail')).toEqual([
    '  lib.desk.number-1',
    `      ${reason}`,
    '      lib.desk.number-0 is broken: mend that first',
  ])
  expect(told('pass')[2]).toContain('explain lib.desk.number-1')
})

test('of several checks the one is told whose reason names what is broken', () => {
  const reason = 'no form was seen, at which lib.desk.number-0 looks'
  const word = { evidence: [], verdict: 'unexercised' as const, why: 'not met' as const }
  const told = (verdict: 'fail' | 'pass') =>
    shown([
      { verdict, judgements: [] },
      {
        why: 'not met',
        reason: 'another desk was closed',
        judgements: [
          { ...word, check: 'lib/other', reason: 'another desk was closed' },
          { ...word, check: 'lib/forms', reason },
        ],
      },
    ])
  expect(told('fail').slice(1)).toEqual([`      ${reason}`, '      lib.desk.number-0 is broken: mend that first'])
  expect(told('pass')[1]).toContain('another desk was closed')
})

test('what a check did not meet that found another statement broken waits for that', () => {
  const judgement = { subject: '', expected: '', actual: '', evidence: [] }
  const told = (check: string) =>
    shown([
      { verdict: 'fail', judgements: [{ ...judgement, check: 'lib/desk', verdict: 'fail' }] },
      {
        why: 'not met',
        reason: 'the loan was taken',
        judgements: [{ check, evidence: [], verdict: 'unexercised', why: 'not met', reason: 'the loan was taken' }],
      },
    ])
  expect(told('lib/desk')[2]).toBe('      lib.desk.number-0 is broken in the same check: mend that first')
  expect(told('lib/other')[2]).toContain('explain lib.desk.number-1')
})

test('every must is told, however many wait for something of their own', () => {
  const open = Array.from({ length: 60 }, (_, index) => ({ why: 'not claimed' as const, reason: `no desk ${index}` }))
  const lines = shown(open)
  expect(lines.filter((line) => /^ {2}lib\.desk\.number-\d+$/.test(line))).toHaveLength(60)
})

test('of many that wait for the same what brings them comes before their ids', () => {
  const open = Array.from({ length: 30 }, () => ({
    why: 'not claimed' as const,
    reason: 'no desk',
    line: 'library.a: 1',
  }))
  const lines = shown(open)
  expect(lines.slice(0, 2)).toEqual(['  30 musts: no desk', '      add to the target file: library.a: 1'])
  const ids = lines.slice(2).flatMap((line) => line.match(/lib\.desk\.number-\d+/g) ?? [])
  expect(ids).toHaveLength(30)
})

test('what another check met for the same reason that found a statement broken waits for that', () => {
  const reason = 'no signed loan came'
  const word = { evidence: [], verdict: 'unexercised' as const, why: 'not met' as const }
  const told = (other: string) =>
    shown([
      {
        verdict: 'fail',
        judgements: [{ check: 'lib/signed', evidence: [], verdict: 'fail', subject: '', expected: '', actual: '' }],
      },
      { why: 'not met', reason: other, judgements: [{ ...word, check: 'lib/signed', reason: other }] },
      { why: 'not met', reason, judgements: [{ ...word, check: 'lib/form', reason }] },
    ])
  expect(told(reason)).toContain('      lib.desk.number-0 is broken in a check that met the same: mend that first')
  expect(told('another one').join('\n')).not.toContain('met the same')
})

test('what brings several, each for a reason of its own, is named once', () => {
  const lines = shown(
    ['no desk', 'no shelf', 'no card'].map((reason) => ({
      why: 'not claimed' as const,
      reason,
      line: 'library.a: 1',
    })),
  )
  expect(lines).toEqual([
    '  3 musts, for 3 reasons',
    '      add to the target file: library.a: 1',
    '      no desk',
    '        lib.desk.number-0',
    '      no shelf',
    '        lib.desk.number-1',
    '      no card',
    '        lib.desk.number-2',
  ])
})

test('what a run that was stopped did not come to is one thing, however each was cut off', () => {
  const reasons = ['the run ended before it', 'the run was stopped while it was under way']
  expect(shown(reasons.map((reason) => ({ why: 'not reached' as const, reason })))).toEqual([
    '  lib.desk.number-0, lib.desk.number-1',
    '      not reached before the run ended',
    '      a run that comes to its end asks it',
  ])
})
