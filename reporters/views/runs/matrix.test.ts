import { expect, test } from 'vitest'
import type { Report } from '../../../kit/report/report.ts'
import { poisoned, sampleReport } from '../../../tests/made-up/sample-report.ts'
import { matrixText } from '../../console/runs/matrix-text.ts'
import { githubAnnotations, githubVerdicts } from '../../github.ts'
import { htmlMatrix } from '../../html/matrix.ts'
import { markdownMatrix } from '../../markdown/matrix.ts'
import { matrixOf, rowsThat, seenBy } from './matrix.ts'
import { matrixBecause, matrixHeading } from './matrix-words.ts'

const a = sampleReport(60)
const kept = a.requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)
const [first, second] = kept
const failing = a.requirements.find(({ verdict }) => verdict === 'fail')?.id

const named = (report: Report, name: string): Report => ({ ...report, target: { ...report.target, name } })

const b: Report = {
  ...named(a, 'other'),
  requirements: a.requirements.map((each) => {
    if (each.id === first)
      return {
        ...each,
        verdict: 'fail' as const,
        judgements: [
          {
            check: 'pay/a/b',
            verdict: 'fail' as const,
            evidence: [],
            subject: 'GET /x',
            expected: '200',
            actual: '201',
          },
        ],
      }
    if (each.id === second) return { ...each, verdict: 'unexercised' as const, why: 'not claimed', reason: 'no key' }
    return each
  }),
  observations: a.observations.map((each, index) => (index === 0 ? { ...each, value: 'otherwise' } : each)),
}

const matrix = matrixOf([
  { report: a, name: 'a' },
  { report: b, name: 'b' },
])
const rowOf = (id: string | undefined) => matrix.rows.find((each) => each.id === id)

test('statements stand in rows, and tell in what the columns differ', () => {
  expect(matrix.columns.map(({ label }) => label)).toEqual([a.target.name, 'other'])
  expect(matrix.rows).toHaveLength(60)
  expect(rowOf(first)?.agreement).toBe('trouble apart')
  expect(rowOf(second)?.agreement).toBe('apart')
  expect(rowOf(failing)?.agreement).toBe('trouble alike')
  for (const { cells } of rowsThat(matrix, 'alike'))
    expect(cells.every(({ verdict }) => verdict !== undefined && verdict !== 'unexercised')).toBe(true)
  expect(rowsThat(matrix, 'unjudged').length).toBeGreaterThan(0)
  expect(matrixBecause(matrix)).toMatch(/ alike, \d+ exercised in none; 1 of \d+ open points observed otherwise$/)
  expect(rowsThat(matrix, 'trouble apart').map(({ id }) => id)).toEqual([first])
  const row = rowOf(first)
  expect(row && seenBy(row, matrix)[0]).toEqual({
    verdict: 'fail',
    seen: 'GET /x: expected 200, came 201',
    labels: ['other'],
  })
  expect(matrix.points.filter(({ isAlike }) => !isAlike).map(({ values }) => values)).toEqual([
    [['value 0'], ['otherwise']],
  ])
})

test('columns of one target are told apart by their files, and what came to no report is named', () => {
  const { columns, absent } = matrixOf(
    [
      { report: a, name: 'monday' },
      { report: a, name: 'tuesday' },
    ],
    [{ label: 'gone', reason: 'not reachable' }],
  )
  expect(columns.map(({ label }) => label)).toEqual(['monday', 'tuesday'])
  expect(absent).toHaveLength(1)
})

test('reports of one name and one minute are told apart by their runs', () => {
  const twin: Report = { ...a, run: { ...a.run, id: 'another' } }
  const { columns } = matrixOf([a, twin].map((report) => ({ report, name: 'out' })))
  expect(columns.map(({ label }) => label)).toEqual([`out, run ${a.run.id}`, 'out, run another'])
})

test('what no run has exercised is so whether they were asked for it or not', () => {
  const quick = (name: string) => ({
    ...named(a, name),
    requirements: a.requirements.map((each, index) =>
      index < 2
        ? { ...each, verdict: 'unexercised' as const, why: 'not selected' as const, judgements: [] }
        : { ...each, verdict: 'pass' as const },
    ),
  })
  const matrix = matrixOf(['monday', 'tuesday'].map((name) => ({ report: quick(name), name })))
  expect(matrixBecause(matrix)).toMatch(/ alike, 2 exercised in none/)
})

test('one run in a column of its own has its troubles as differences', () => {
  const alone = matrixOf([{ report: a, name: 'a' }])
  expect(rowsThat(alone, 'trouble apart').length).toBeGreaterThan(0)
  expect(rowsThat(alone, 'trouble alike')).toEqual([])
  // With nothing beside it, it is like nothing.
  expect(rowsThat(alone, 'alike')).toEqual([])
  expect(matrixBecause(alone)).toMatch(
    /^of 60 statements \d+ broken, blocked or warned of, \d+ in no trouble, \d+ not exercised; no run stands beside it to be compared with$/,
  )
})

test('statements that the same stands in the way of are listed above it, and it is told once', () => {
  const waiting = new Set(kept.slice(0, 3))
  const shut = {
    ...named(a, 'shut'),
    requirements: a.requirements.map((each) => {
      if (!waiting.has(each.id)) return each
      const judgement = { check: 'pay/a/b', verdict: 'blocked' as const, evidence: [], reason: 'the key is not taken' }
      return { ...each, verdict: 'blocked' as const, judgements: [judgement] }
    }),
  }
  const lines = matrixText(
    matrixOf([
      { report: a, name: 'a' },
      { report: shut, name: 'shut' },
    ]),
    (_, said) => said,
  )
    .split('\n')
    .map((each) => each.trim())
  const told = lines.flatMap((each, index) => (each === 'shut: the key is not taken' ? [index] : []))
  expect(told).toHaveLength(1)
  expect(lines.slice((told[0] ?? 0) - 3, told[0]).map((each) => each.split(/\s+/).at(-1))).toEqual([...waiting])
})

test('as a page, as Markdown and as text: differences first, nothing steers', () => {
  const sting = '\n::error::stung <img src=x> \u001b[2J | x'
  const stung = matrixOf([
    { report: poisoned(a, sting), name: 'a' },
    { report: poisoned(b, sting), name: 'b' },
  ])
  const page = htmlMatrix(stung)
  expect(page).not.toContain('<script')
  expect(page).not.toContain('<img')
  expect(page.indexOf('id="broken"')).toBeLessThan(page.indexOf('id="apart"'))
  const markdown = markdownMatrix(stung)
  expect(markdown.indexOf('### Broken, blocked or warned of in some')).toBeLessThan(
    markdown.indexOf('### Judged otherwise'),
  )
  const text = matrixText(stung, (_, said) => said)
  for (const each of [markdown, text]) {
    expect(each).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/u)
    expect(each).not.toMatch(/^\s*::error/m)
  }
  expect(markdown).not.toContain('<img')
})

test('what a target has not, and what a narrowed run was not asked for, is judged otherwise by nobody', () => {
  const only = ['pay.idempotency.*']
  const narrowed = {
    ...named(a, 'narrowed'),
    run: { ...a.run, only },
    requirements: a.requirements.map((each) =>
      each.id === first
        ? { ...each, verdict: 'unexercised' as const, why: 'not claimed' as const, judgements: [] }
        : each,
    ),
  }
  const other = { ...a.suite.catalogue, sha256: 'f'.repeat(64) }
  const without = {
    ...named(a, 'without'),
    suite: { ...a.suite, catalogue: other },
    services: a.services.slice(0, 1),
    requirements: a.requirements.filter(({ id }) => id !== first),
  }
  const sources = [a, narrowed, without].map((report) => ({ report, name: report.target.name }))
  const { rows, caveats } = matrixOf(sources)
  expect(rows.find(({ id }) => id === first)?.agreement).toBe('unshared')
  expect(rows.find(({ id }) => id === second)?.agreement).toBe('alike')
  expect(caveats.join()).not.toContain('catalogue')
  const another = { ...a, suite: { ...a.suite, catalogue: other } }
  expect(
    matrixOf([
      { report: a, name: 'a' },
      { report: another, name: 'b' },
    ]).caveats.join(),
  ).toContain('catalogue')
})

test('targets of different services have nothing to compare, and are told so in place of counts', () => {
  const ofOther = (report: Report): Report => ({
    ...named(report, 'other service'),
    requirements: report.requirements.map((each) => ({ ...each, id: `other.${each.id}` })),
  })
  const green: Report = { ...a, requirements: a.requirements.filter(({ verdict }) => verdict === 'pass') }
  const because = (...reports: readonly Report[]): string =>
    matrixBecause(matrixOf(reports.map((report) => ({ report, name: report.target.name }))))
  const many = green.requirements.length * 2
  expect(because(green, ofOther(green))).toBe(
    `the targets are of different services: of ${many} statements none is one of two of them, so nothing is compared`,
  )
  expect(because(a, ofOther(green))).toMatch(
    /so nothing is compared; \d+ broken, blocked or warned of, each in its own$/,
  )
  // One of three that shares its statements with another is compared with it.
  expect(because(green, ofOther(green), named(green, 'twin'))).toMatch(
    /^of \d+ statements \d+ alike where they were judged, /,
  )
})

test('where failures are known each column and the heading say what became of the gates', () => {
  const [from = ''] = a.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  const known = (state: 'holds' | 'stale', exitCode: 0 | 1): NonNullable<Report['gate']> => ({
    baseline: 'known.yaml',
    known: [{ requirement: from, owner: 'us', expires: '2027-01-01', reason: 'later', state }],
    fresh: [],
    exitCode,
  })
  const gated = matrixOf([
    { report: { ...a, gate: known('holds', 0) }, name: 'a' },
    { report: { ...b, gate: known('stale', 1) }, name: 'b' },
  ])
  const closed = `gate closed: 0 known, 0 not known, 1 entry to be looked at: ${from} (stale)`
  for (const text of [matrixText(gated, (_, each) => each), markdownMatrix(gated), htmlMatrix(gated)]) {
    expect(text).toContain('; 1 of 2 gates closed')
    expect(text.replaceAll('&#58;', ':')).toContain('gate open: 1 known, 0 not known')
    expect(text.replaceAll('\\', '').replaceAll('&#58;', ':')).toContain(closed)
  }
  expect(githubVerdicts(gated).split('\n').filter(Boolean)).toEqual([expect.stringContaining(`::error title=other::`)])
  const open = matrixOf([{ report: { ...a, gate: known('holds', 0) }, name: 'a' }])
  expect(matrixHeading(open)).toBe('1 of 1 not conformant; no gate is closed')
  const one = matrixOf(
    [{ report: { ...a, gate: known('holds', 0) }, name: 'a' }],
    [{ label: 'c', reason: 'it is down' }],
  )
  expect(matrixHeading(one)).toBe('1 of 2 not conformant; 1 of 2 gates closed')
})

test('a run that judged nothing, or not enough, is annotated as such', () => {
  const { gate: _, ...ungated } = a
  const gone = {
    ...ungated,
    requirements: [],
    outcome: { exitCode: 5 as const, headline: 'no target' as const, because: 'it is down' },
  }
  expect(githubAnnotations(gone)).toMatch(/^::error title=no target::it is down$/m)
  expect(githubAnnotations({ ...gone, outcome: { ...gone.outcome, exitCode: 0, headline: 'nothing broken' } })).toBe('')
})
