import { describe, expect, test } from 'vitest'
import type { KnownState } from '../../kit/report/baseline.ts'
import type { Report } from '../../kit/report/report.ts'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { consoleReport } from '../console/console.ts'
import { lineReport } from '../console/text/lines.ts'
import { githubAnnotations } from '../github.ts'
import { htmlReport } from '../html/page.ts'
import { junitReport } from '../junit/junit.ts'
import { markdownReport } from '../markdown/markdown.ts'

const sample = sampleReport(60)
/** A failure that no entry speaks of, beside the one whose entry has expired. */
const UNKNOWN = 'pay.create.card'
const report: Report = {
  ...sample,
  ...(sample.gate && { gate: { ...sample.gate, fresh: [...sample.gate.fresh, UNKNOWN] } }),
}
const { gate: _, ...ungated } = report
const entryIn = (state: KnownState) => {
  const found = report.gate?.known.find((each) => each.state === state)
  if (found === undefined) throw new Error(`the sample has no entry that is ${state}`)
  return found
}
const [holds, stale, expired, unmatched] = (['holds', 'stale', 'expired', 'unmatched'] as const).map(entryIn)
const summary = '1 known, 1 not known, 3 entries to be looked at'

/** The same report where nothing fails but what is known. */
const open: Report = { ...report, gate: { baseline: 'known.yaml', known: [entryIn('holds')], fresh: [], exitCode: 0 } }

test('a day that is over is told where no state says so', () => {
  const aside = { ...entryIn('holds'), state: 'aside' as const, isOver: true }
  const made: Report = { ...report, gate: { baseline: 'known.yaml', known: [aside], fresh: [], exitCode: 0 } }
  const [console, page, markdown] = [
    consoleReport(made, { paint: (_, text) => text, verbose: false }),
    htmlReport(made),
    markdownReport(made),
  ]
  expect(console).toContain('payments team, until 2026-12-31, which is over: ticket 1)')
  expect(page).toContain('<td class="number">2026-12-31, which is over</td>')
  expect(markdown).toContain('| 2026\\-12\\-31, which is over |')
})

describe('at the terminal', () => {
  const shown = (made: Report): string => consoleReport(made, { paint: (_, text) => text, verbose: false })

  test('every entry with its state, and the word of the gate last', () => {
    const lines = shown(report).trimEnd().split('\n')
    expect(lines).toContain('Baseline known.yaml')
    expect(lines).toContain(`  ${holds?.requirement} (known; payments team, until 2026-12-31: ticket 1)`)
    expect(lines).toContain(
      `  ${stale?.requirement} (stale: it does not fail any more with this seed; take it out; payments team, until 2026-12-31: ticket 2)`,
    )
    expect(lines).toContain(`  ${UNKNOWN} (not known)`)
    expect(lines.filter((line) => line.startsWith(`  ${expired?.requirement} (`))).toEqual([
      `  ${expired?.requirement} (expired: repair it, or agree on another day; payments team, until ${expired?.expires}: ${expired?.reason})`,
    ])
    expect(lines.at(-1)).toBe(`gate closed: ${summary}`)
    expect(shown(open)).toMatch(/\ngate open: 1 known, 0 not known\n$/)
  })

  test('a known failure says so where it is explained', () => {
    expect(shown(report)).toMatch(
      new RegExp(
        `${holds?.requirement} \\((?:must|should|may)\\): .*\\n {4}known until 2026-12-31 \\(payments team\\): ticket 1`,
      ),
    )
  })

  test('a line of its own says at its end what is known', () => {
    const lines = lineReport(report, (_, each) => each).split('\n')
    const known = lines.filter((line) => new RegExp(`\\[(\\S+ )*${holds?.requirement}( \\S+)*\\]`).test(line))
    expect(known.length).toBeGreaterThan(0)
    for (const line of known) expect(line.endsWith(` (known: ${holds?.requirement})`), line).toBe(true)
    expect(lines.filter((line) => line.includes('(known: '))).toEqual(known)
  })

  test('a run that came to no verdict says why its gate is closed', () => {
    const gate = { baseline: 'known.yaml', known: [], fresh: [], exitCode: 3 } as const
    expect(shown({ ...report, gate })).toContain('gate closed: 0 known, 0 not known, the run came to no verdict')
    const blocked = { ...gate, because: 'pay.create.card blocked' }
    expect(shown({ ...report, gate: blocked })).toContain(
      'gate closed: 0 known, 0 not known, the run came to no verdict: pay.create.card blocked',
    )
    expect(shown({ ...report, gate: { ...blocked, known: [holds!] } })).toContain(
      'gate closed: 1 known, 0 not known, the run came to no verdict beside what is known: pay.create.card blocked',
    )
  })
})

test('Markdown: a row for each entry, those that close the gate first, and a mark on what is known', () => {
  const text = markdownReport(report)
  expect(text).toContain(`### Gate closed: ${summary}`)
  const states = [...text.matchAll(/^\| \S+ \| (stale|expired|unmatched|known|left aside)\b.* \| payments team \| /gm)]
  expect(states.map(([, state]) => state)).toEqual(['stale', 'expired', 'unmatched', 'known', 'left aside'])
  expect(text).toContain(`Not known: \`${UNKNOWN}\`\n`)
  expect(text.match(/^\*\*Known\*\* until/gm)).toHaveLength(1)
  expect(markdownReport(open)).toContain('### Gate open: 1 known, 0 not known')
})

test('GitHub: a known failure is a warning, an entry that holds no more an error', () => {
  const lines = githubAnnotations(report).trimEnd().split('\n')
  const of = (part: string): string[] =>
    lines.filter((line) => line.includes(part)).map((line) => line.split(' ')[0] ?? '')
  expect(lines.filter((line) => line.includes('known until 2026-12-31'))).toEqual([
    expect.stringMatching(
      `^::warning title=${holds?.requirement} \\(\\w+\\)%3A known until 2026-12-31::payments team: ticket 1%0APOST .*: expected`,
    ),
  ])
  expect(of(`title=${expired?.requirement} `)).toEqual(['::error'])
  for (const entry of [stale, expired, unmatched])
    expect(of(`title=baseline%3A ${entry?.requirement}::`)).toEqual(['::error'])
})

test('JUnit: a known failure stays one and says so; the baseline is a suite whose entries fail where they close the gate', () => {
  const text = junitReport(report)
  expect(text).toMatch(/<failure message="known until 2026-12-31 \(payments team\); POST [^"]*expected/)
  expect(text.match(/<property name="gate" value="closed"\/>/g)?.length).toBe(text.match(/<testsuite /g)?.length)
  expect(text).toMatch(/<testsuite [^>]*name="baseline"[^>]* tests="5" failures="3" errors="0" skipped="1"/)
  expect(text).toContain(
    `<testcase name="${holds?.requirement}: known until 2026-12-31" classname="baseline" time="0.000"/>`,
  )
  expect(text).toContain('<failure message="expired: repair it, or agree on another day" type="baseline">')
  expect(junitReport(open)).toContain('<property name="gate" value="open"/>')
})

test('the page: open or closed beside the verdict, the entries, and a mark on what is known', () => {
  const page = htmlReport(report)
  expect(page).toMatch(/<section id="gate" class="gate fail"[^>]*>\s*<h2 id="gate-title">.* Gate closed<\/h2>/)
  expect(page).toContain(`<p>${summary}. Baseline <code>known.yaml</code>, exit code 1.</p>`)
  expect(page).toContain(`<code>${unmatched?.requirement}</code></th>`)
  expect(page.match(/<span class="badge warn">known until 2026-12-31<\/span>/g)).toHaveLength(1)
  expect(page).toContain('<b>Known to payments team:</b> ticket 1')
  expect(htmlReport(open)).toMatch(/class="gate pass"[\s\S]* Gate open<\/h2>/)
})

test('a report without a baseline has no word on one', () => {
  for (const text of [
    consoleReport(ungated, { paint: (_, text) => text, verbose: true }),
    markdownReport(ungated),
    junitReport(ungated),
    githubAnnotations(ungated),
    htmlReport(ungated).replace(/<style>[\s\S]*<\/style>/, ''),
  ])
    expect(text).not.toMatch(/\bgate\b|baseline/i)
})

test('an outcome whose exit code is not that of the gate has the gate beside it', () => {
  const of = (exitCode: 0 | 1, outcome: 0 | 1) => {
    const own = { ...report, gate: { ...report.gate!, exitCode }, outcome: { ...report.outcome, exitCode: outcome } }
    return [/^## [^:]*/.exec(markdownReport(own))?.[0], /<h1 id="verdict">[^<]*/.exec(htmlReport(own))?.[0]]
  }
  for (const each of of(1, 0)) expect(each).toMatch(/, gate closed$/)
  for (const each of of(0, 1)) expect(each).toMatch(/, gate open$/)
  for (const each of [...of(1, 1), ...of(0, 0)]) expect(each).not.toContain('gate')
})

test('on GitHub warnings are errors where they fail the run', () => {
  const warned = { ...ungated, requirements: ungated.requirements.filter(({ verdict }) => verdict === 'warn') }
  const kinds = (failOn?: 'warn'): ReadonlySet<string> =>
    new Set(
      githubAnnotations({ ...warned, run: { ...warned.run, ...(failOn === undefined ? {} : { failOn }) } })
        .split('\n')
        .flatMap((line) => /^::(error|warning) title=lib|^::(error|warning) title=pay/.exec(line)?.slice(1) ?? [])
        .filter((kind) => kind !== undefined),
    )
  expect([...kinds()]).toEqual(['warning'])
  expect([...kinds('warn')]).toEqual(['error'])
})
