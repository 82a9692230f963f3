import { expect, test } from 'vitest'
import { junitReport } from '../../reporters/junit/junit.ts'
import { poisoned, sampleReport, tally } from '../made-up/sample-report.ts'
import { junitProblems } from '../xml/junit-schema.ts'
import { parseXml, type XmlElement } from '../xml/parse.ts'

const POISON = `"'></failure>]]>\u0000\u0007\u001b[31m\ud800\ufffe&amp;&lt;<!-- --><?php ?>`
const report = sampleReport(500)
const many = tally(report)
const root = parseXml(junitReport(report))
const within = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...within(child, name)])

test('follows the common schema', () => {
  expect(junitProblems(root)).toEqual([])
})

test('the schema of the test notices what is wrong', () => {
  const broken = junitReport(report)
    .replace(/ hostname="[^"]*"/, '')
    .replace(/tests="\d+"/, 'tests="many"')
    .replace('<properties>', '<properties colour="red">')
  expect(junitProblems(parseXml(broken))).toEqual([
    '/testsuites/testsuite: no hostname',
    '/testsuites/testsuite: tests is no count: many',
    '/testsuites/testsuite/properties: unknown attribute colour',
  ])
  expect(() => parseXml('<a>&b;</a>')).toThrow('the reference &b;')
  expect(() => parseXml('<a><b></a></b>')).toThrow('</a> closes <b>')
})

test('a broken promise is a failure, a verdict that was not reached an error, what was not exercised skipped', () => {
  const [judged, baseline] = [root.children.slice(0, -1), root.children.slice(-1)]
  const count = (suites: readonly XmlElement[], name: string): number =>
    suites.flatMap((suite) => within(suite, name)).length
  expect(count(judged, 'failure')).toBe(many.fail)
  expect(count(judged, 'error')).toBe(many.broken + many.blocked)
  expect(count(judged, 'skipped')).toBe(many.unexercised + many.inapplicable)
  expect(count(judged, 'testcase')).toBe(500)
  expect(count(baseline, 'testcase')).toBe(report.gate?.known.length)
  for (const suite of root.children) {
    const { tests, failures, errors, skipped } = suite.attributes
    const counted = ['testcase', 'failure', 'error', 'skipped'].map((name) => String(within(suite, name).length))
    expect([tests, failures, errors, skipped]).toEqual(counted)
  }
})

test('a failure says what was expected, what came, where it is written and how to see it again', () => {
  const failed = report.requirements.find(({ id, verdict }) => verdict === 'fail' && report.gate?.fresh.includes(id))
  const named = within(root, 'testcase').find(({ attributes }) => attributes.name?.startsWith(`${failed?.id}: `))
  const failure = named?.children[0]
  expect(failure?.attributes.message).toBe(
    `POST /api/v1/payments (replay): expected 400 VALIDATION_ERROR with the field amount in details, got 200 (no error_code). ${failed?.at}.`,
  )
  expect(failure?.text).toContain("curl -sS -i -w '\\n' -X POST")
  expect(
    within(root, 'system-out')
      .map(({ text }) => text)
      .join('')
      .match(/^warn /gm)?.length,
  ).toBe(many.warn)
})

test('stays valid whatever a target wrote', () => {
  expect(junitProblems(parseXml(junitReport(poisoned(sampleReport(60), POISON))))).toEqual([])
})

test('a target that is not there is an error, and follows the schema', () => {
  const outcome = { exitCode: 5, headline: 'no target', because: 'nobody answers' } as const
  const told = parseXml(junitReport({ ...report, outcome }))
  expect(junitProblems(told)).toEqual([])
  const [error] = told.children
    .filter(({ attributes: { name } }) => name === 'target')
    .flatMap((suite) => within(suite, 'error'))
  expect(error?.attributes.message).toBe('nobody answers')
})

test('the command of a failure is that of the request that its judgement names first, whenever it was sent', () => {
  const one = sampleReport(40)
  const [early, late] = one.exchanges
  const requirements = one.requirements.slice(0, 1).map((each) => {
    const about = { check: 'pay/a/one', verdict: 'fail' as const, subject: 's', expected: 'e', actual: 'a' }
    return { ...each, verdict: 'fail' as const, judgements: [{ ...about, evidence: [late!.id, early!.id] }] }
  })
  const exchanges = [
    { ...early!, curl: 'curl of-the-reading' },
    { ...late!, curl: 'curl of-the-change' },
  ]
  const told = within(parseXml(junitReport({ ...one, requirements, exchanges })), 'failure').map(({ text }) => text)
  expect(told.join()).toContain('curl of-the-change')
  expect(told.join()).not.toContain('curl of-the-reading')
})
