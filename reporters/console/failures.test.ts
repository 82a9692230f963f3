import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { Report, ReportedJudgement } from '../../kit/report/report.ts'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { placeholders } from '../views/evidence/placeholders.ts'
import { groupedJudgements } from '../views/grouped-judgements.ts'
import { Failures } from './failures.ts'

const report = sampleReport(60)
const failing = report.requirements.filter(({ verdict }) => verdict === 'fail')
const [one] = failing
const judgement = one!.judgements[0]!

/** The report with these judgements of its first broken promise, and no other failure. */
function having(...judgements: readonly Partial<ReportedJudgement>[]): Report {
  const own = judgements.map((each) => ({ ...judgement, ...each }))
  return { ...report, requirements: [{ ...one!, judgements: own }] }
}

const told = (made: Report): string => new Failures(made, (_, text) => text).explained('fail').join('\n')

test('what a judgement names first is shown, what else it stands on is named', () => {
  const text = told(having({ subject: 'delivery d5 to receiver 1', evidence: ['d5', 'x3'] }))
  expect(text).toMatch(
    /payment\.completed, attempt 1: POST to receiver 1 \(delivery d5\)\n +Content-Type: application\/json\n +\{"event"/,
  )
  expect(text).toContain('seen with it: POST /api/v1/payments (step 2), answered ')
  expect(text).not.toContain('curl')
})

test('a message that several failures stand on is shown once', () => {
  const failures = new Failures(
    {
      ...report,
      requirements: failing.slice(0, 2).map((each) => ({ ...each, judgements: [{ ...judgement, evidence: ['x4'] }] })),
    },
    (_, text) => text,
  )
  const text = failures.explained('fail').join('\n')
  expect(text.match(/curl/g)).toHaveLength(1)
  expect(text).toContain(`request and answer: see ${one?.id} above`)
})

test('other contradictions take a line each, without what they share with the first', () => {
  const text = told(having({}, { subject: 'POST /api/v1/payments (other)', actual: '201' }))
  expect(text).toContain('      also POST /api/v1/payments (other): got 201\n')
  expect(text.match(/curl/g)).toHaveLength(1)
})

test('a block is told by the request that stands in the way, not by the check', () => {
  const requirements = [
    {
      ...one!,
      verdict: 'blocked' as const,
      judgements: [{ check: 'pay/x', verdict: 'blocked' as const, reason: 'it was refused', evidence: ['x2'] }],
    },
  ]
  const text = new Failures({ ...report, requirements }, (_, each) => each).blockages().join('\n')
  expect(text).toContain('blocked POST /api/v1/payments (step 1): it was refused.')
})

test('whoever wants the whole has every message named', () => {
  const evidence = report.exchanges.slice(0, 9).map(({ id }) => id)
  const text = (isWhole: boolean): string =>
    new Failures(having({ evidence }), (_, each) => each, true, isWhole).explained('fail').join('\n')
  expect(text(false)).toMatch(/seen with it: .*; 4 more$/m)
  expect(text(true)).toContain('seen with it: ')
  expect(text(true)).not.toMatch(/seen with it: .* more$/m)
})

test('contradictions that differ in ids alone are one', () => {
  const ids = ['0d00ad4d-0000-4000-8000-000000000001', '0d00ad4d-0000-4000-8000-000000000002']
  const alike = groupedJudgements(ids.map((id) => ({ ...judgement, actual: `the payment ${id}` })))
  expect(alike).toHaveLength(1)
  const apart = groupedJudgements(['created', 'started'].map((status) => ({ ...judgement, actual: status })))
  expect(apart).toHaveLength(2)
})

test('what has to be filled in before a command can be repeated is told', () => {
  const curl = `curl -H 'Authorization: Bearer '"$PAY_KEY" --data-binary '{"phone":"255***00~abcdef","email":"[email~qwerty]"}'`
  const exchanges = report.exchanges.map((each) => ({ ...each, key: 'live[0]', curl }))
  expect(placeholders({ ...having({}), exchanges }, curl)).toEqual([
    'in the commands $PAY_KEY is payment.keys.live[0]',
    '255***…~…, [email~…] stand for personal data: put in that of the target file',
  ])
  expect(placeholders({ ...having({}), exchanges }, 'nothing with a command in it')).toEqual([])
  expect(placeholders({ ...having({}), exchanges: [] }, `curl -H "$PAY_KEY" -H "$HOME"`, ['fail'])).toEqual([
    'in the commands $PAY_KEY is payment.keys.live[0]',
  ])
  // A key of which a part is cut off is that key; what no report has a name for is none of it.
  expect(placeholders({ ...having({}), exchanges: [] }, `curl -H "\${PAY_KEY%?}" -H "\${HOME%/*}"`, ['fail'])).toEqual([
    'in the commands $PAY_KEY is payment.keys.live[0]',
  ])
  const other = `curl --data-binary '{"to":["+255 *** ***00~abcdef","255***01~ghijkl (a number)"],"n":3,"a":"(255) ***00~abcdef"}'`
  const again = report.exchanges.map((each) => ({ ...each, curl: other }))
  expect(placeholders({ ...having({}), exchanges: again }, other)).toEqual([
    '+255 ***…~…, 255***…~…, (255) ***…~… stand for personal data: put in that of the target file',
  ])
})

test('how commands share what is new each time is told of those that do', () => {
  const one = `curl -H 'Key: key-'"\${RUN:-asym$(date +%s)}"-1`
  const group = ['(RUN=again$(date +%s)', one, one, ')'].map((each) => `      ${each}`).join('\n')
  const told = (text: string): readonly string[] => placeholders(having({}), text)
  const shell =
    'keys and references are new each second; after RUN=asym$(date +%s) the commands of a shell share theirs, until unset RUN'
  expect(told(one)).toEqual([shell])
  expect(told(`${group}\n${one}`)).toEqual([`${shell}; those of a group in brackets share their own`])
  expect(told(group)).toEqual([
    'keys and references are new each second, and the commands of one group in brackets share theirs',
  ])
})

test.skipIf(process.platform === 'win32')('two commands share a key, and leave none behind in their shell', () => {
  const [first, again] = report.exchanges
  const key = `-H 'Request-Key: key-'"\${RUN:-fresh}"-1`
  const exchanges = [
    { ...first!, sentAt: 1, endedAt: 1, curl: `echo first ${key}` },
    { ...again!, sentAt: 2, endedAt: 3, curl: `echo again ${key}` },
  ]
  const text = told({ ...having({ evidence: [again!.id] }), exchanges })
  const block = /^ +\(RUN=.*?^ +\)$/ms.exec(text)?.[0] ?? ''
  const said = execFileSync('sh', ['-c', `unset RUN\n${block}\necho "${'${RUN:-unset}'}"`], { encoding: 'utf8' })
  expect(said).toMatch(/^first -H Request-Key: (key-again\d+-1)\nagain -H Request-Key: \1\nunset\n$/)
  // What was under way together goes out together.
  const [one, two] = exchanges
  const together = told({ ...having({ evidence: [again!.id] }), exchanges: [{ ...one!, endedAt: 5 }, two!] })
  expect(together).toMatch(/^ +echo first .* \| cat &\n +echo again .* \| cat &\n +wait\n +\)$/m)
})

/** So many broken promises, of which those with the same answer are alike. */
const broken = (...answers: readonly string[]): Report => ({
  ...report,
  requirements: answers.map((actual, index) => ({
    ...one!,
    id: `pay.promise.${index + 1}`,
    judgements: [{ ...judgement, subject: `request ${index + 1}`, expected: '400', actual }],
  })),
})

const briefly = (made: Report, amount = { whole: 2, brief: 2 }): string =>
  new Failures(made, (_, text) => text).told('fail', amount).join('\n')

test('few failures are told whole', () => {
  expect(briefly(broken('201', '404'))).toBe(told(broken('201', '404')))
})

test('of many those to which the same was expected and the same came are told together, most of them first', () => {
  const text = briefly(broken('404', '201', '201', '500', '201'))
  expect(text.match(/^ {2}fail .*/gm)).toEqual([
    expect.stringContaining('request 2: expected 400, got 201'),
    expect.stringContaining('request 1: expected 400, got 404'),
  ])
  expect(text).toContain(
    '    2 more where 400 was expected and 201 came:\n      pay.promise.3  request 3: got 201, not 400\n      pay.promise.5  request 5: got 201, not 400\n',
  )
  expect(text).toContain('\n  pay.promise.4  request 4: got 500, not 400')
})

test('what has no line is counted', () => {
  const text = briefly(broken(...Array.from({ length: 9 }, () => '201')))
  expect(text).toContain('    8 more where 400 was expected and 201 came:')
  expect(text).toContain('\n      … and 6 more')
})

test('refusals of one shape are alike, whatever their status, where it is the one that was expected', () => {
  const expecting = (...pairs: readonly (readonly [expected: string, actual: string])[]): Report => {
    const made = broken(...pairs.map(([, actual]) => actual))
    return {
      ...made,
      requirements: made.requirements.map((each, index) => ({
        ...each,
        judgements: each.judgements.map((own) => ({ ...own, expected: pairs[index]?.[0] ?? '' })),
      })),
    }
  }
  const alike = briefly(
    expecting(
      ['400 BAD_INPUT', '400 with body {error}'],
      ['401 or 403', '401 with body {error}'],
      ['a JSON object with status', '422 with body {error}'],
      ['2xx or 409', '404 with body {error}'],
      ['400 BAD_INPUT', '201'],
    ),
    { whole: 1, brief: 4 },
  )
  expect(alike).toContain('    2 more where the body of an error was {error}:\n')
  expect(alike).toContain('\n  pay.promise.4  request 4: got 404 with body {error}, not 2xx or 409')
  expect(alike).toContain('\n  pay.promise.5  request 5: got 201, not 400 BAD_INPUT')
})

test('what is told is asked again, and not another check of the same requirement', () => {
  const [cheap, dear] = ['lib/cheap', 'lib/dear'].map((check, index) => ({
    ...judgement,
    check,
    subject: check,
    actual: `answer ${index}`,
    evidence: [],
  }))
  const exchanges = ['lib/cheap', 'lib/dear', 'lib/dear'].map((check) => ({ ...report.exchanges[0]!, check }))
  const failing = { ...report, exchanges, requirements: [{ ...one!, judgements: [dear!, cheap!] }] }
  const text = told(failing)
  expect(text).toContain('fail lib/dear')
  expect(text).toContain(`again: assay replay ${report.run.id} lib/dear`)
})
