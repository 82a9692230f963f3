import { expect, test } from 'vitest'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { quietReport } from './quiet.ts'

const report = sampleReport(20)
const quiet = (told: typeof report): string => quietReport(told, (_, text) => text)

test('what could not be judged is told in a line each, and why the run took long', () => {
  const [{ id: check = '', startedAt = 0 } = {}] = report.checks
  const [first, ...others] = report.requirements
  const blocked = {
    ...first!,
    verdict: 'blocked' as const,
    judgements: [{ check, verdict: 'blocked' as const, evidence: [], reason: 'nothing came within 10 s' }],
  }
  const hung = {
    ...report,
    requirements: [blocked, ...others.map((each) => ({ ...each, verdict: 'pass' as const }))],
    run: { ...report.run, seconds: { total: 40, working: 40, waiting: 0 } },
    plan: {
      ...report.plan,
      forecast: { ...report.plan.forecast, seconds: 1, checks: { [check]: { begins: 0, ends: 1 } } },
    },
    checks: report.checks.map((each) => (each.id === check ? { ...each, startedAt, ms: 39_000 } : { ...each, ms: 0 })),
  }
  const text = quiet(hung)
  expect(text).toContain(`Blocked\n  ${first?.id}  ${check}: nothing came within 10 s\n`)
  expect(text).toContain(`longer than planned: ${check} took 39 s, where 1 s was planned`)
})

test('what a baseline excuses is told in a line each', () => {
  const [first, ...others] = report.requirements
  const [{ id: check = '' } = {}] = report.checks
  const failing = {
    ...first!,
    verdict: 'fail' as const,
    judgements: [{ check, verdict: 'fail' as const, subject: 'it', expected: '201', actual: '200', evidence: [] }],
  }
  const requirements = [failing, ...others.map((each) => ({ ...each, verdict: 'pass' as const }))]
  const entry = {
    requirement: first!.id,
    reason: 'ticket 1',
    owner: 'desk',
    expires: '2099-01-01',
    state: 'holds' as const,
  }
  const gate = { baseline: 'known.yaml', exitCode: 0 as const, known: [entry], fresh: [] }
  const text = quiet({ ...report, requirements, gate })
  expect(text).toContain(`  ${first?.id}  it: got 200, not 201\n`)
  expect(text).not.toContain(first?.text)
  expect(quiet({ ...report, requirements })).toContain(first?.text)
  // Beside a new one as well.
  const [, second, ...rest] = requirements
  const both = [failing, { ...failing, id: second!.id, text: second!.text }, ...rest]
  const closed = quiet({ ...report, requirements: both, gate: { ...gate, exitCode: 1, fresh: [second!.id] } })
  expect(closed).toContain(`  ${first?.id}  it: got 200, not 201\n`)
  expect(closed).toContain(second?.text)
  expect(closed).not.toContain(first?.text)
})

test('a likely cause is told with the commands that show it, but where all is excused', () => {
  const [first, ...others] = report.requirements
  const failing = {
    ...first!,
    verdict: 'fail' as const,
    judgements: report.checks.slice(0, 1).map(({ id: check }) => ({ check, verdict: 'fail' as const, evidence: [] })),
  }
  const requirements = [failing, ...others.map((each) => ({ ...each, verdict: 'pass' as const }))]
  const exchanges = report.exchanges.map((each) => ({
    ...each,
    response: { ...each.response!, status: 500, body: '{}' },
  }))
  const made = { ...report, requirements, exchanges }
  expect(quiet(made)).toMatch(/^Likely cause\n {2}.*is 500, whatever was asked/)
  const gate = { baseline: 'known.yaml', exitCode: 0 as const, known: [], fresh: [] }
  expect(quiet({ ...made, gate })).not.toContain('Likely cause')
})

test('of the notes those are told that somebody has to act on, while all is kept', () => {
  const requirements = report.requirements.map((each) => ({ ...each, verdict: 'pass' as const }))
  const lacking =
    'claimed but absent: payment.keys.live[0] is claimed, and a read with it was answered 401 invalid_api_key. The target does not take the key: correct it in the target file or in the variable that this takes it from, or have the target know it.'
  const left = 'not undone: payment merchant profile: no connection; `undo` tries again'
  const outcome = { ...report.outcome, exitCode: 0 as const }
  const text = quiet({ ...report, requirements, outcome, notes: ['the clock is slow', lacking, left] })
  expect(text).toContain(`note: ${lacking}\n`)
  expect(text).toContain(`note: ${left}\n`)
  expect(text).not.toContain('the clock is slow')
})
