import { expect, test } from 'vitest'
import { needsAttention } from '../../kit/report/baseline.ts'
import type { Report } from '../../kit/report/report.ts'
import { consoleReport } from '../../reporters/console/console.ts'
import { comparisonText } from '../../reporters/console/runs/comparison-text.ts'
import { matrixText } from '../../reporters/console/runs/matrix-text.ts'
import { githubAnnotations, githubVerdicts, withoutCommands } from '../../reporters/github.ts'
import { htmlComparison } from '../../reporters/html/comparison.ts'
import { htmlMatrix } from '../../reporters/html/matrix.ts'
import { htmlReport } from '../../reporters/html/page.ts'
import { jsonReport } from '../../reporters/json.ts'
import { junitReport } from '../../reporters/junit/junit.ts'
import { markdownComparison } from '../../reporters/markdown/comparison.ts'
import { markdownReport } from '../../reporters/markdown/markdown.ts'
import { markdownMatrix } from '../../reporters/markdown/matrix.ts'
import { compared } from '../../reporters/views/runs/comparison.ts'
import { matrixOf } from '../../reporters/views/runs/matrix.ts'
import { poisoned, sampleReport, tally } from '../made-up/sample-report.ts'

const report = sampleReport(500)
const many = tally(report)
const POISON =
  '\n::error::stung\n# stung <img src=x onerror=alert(1)> [a](javascript:b) @team `x` ``` | ![p](https://example.org/p.png)'

test('Markdown: the verdict, a table that adds up, each finding with its command', () => {
  const text = markdownReport(report)
  expect(text).toMatch(/^## Not conformant: acme staging\n/)
  const rows = text.split('\n').filter((line) => /^\| (payment|messaging) \|/.test(line))
  const sum = rows.flatMap((row) => row.split('|').slice(3).map(Number)).reduce((all, each) => all + each, 0)
  expect(sum).toBe(500)
  expect(text).toContain(`### Broken promises (${many.fail})`)
  expect(text).toContain('- expected `400 VALIDATION_ERROR with the field amount in details`')
  expect(text).toContain('```sh\ncurl -sS -i')
  expect(text).toContain('payment.keys.live: ["${PAY_KEY}"]')
  expect(Buffer.byteLength(text)).toBeLessThan(1_000_000)
})

test('Markdown: what a target wrote is no markup outside of code', () => {
  const text = markdownReport(poisoned(sampleReport(60), POISON))
  const outside = outsideCode(text)
  expect(text).toContain('stung')
  expect(outside).not.toMatch(/<img|(?<!\\)!\[|(?<!\\)\[a\]|@team|^# stung/m)
  expect(outside.match(/<[a-z]+/g)?.every((tag) => ['<details', '<summary', '<sub'].includes(tag))).toBe(true)
})

/** What of Markdown is read as markup. */
const outsideCode = (text: string): string =>
  text.replace(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '').replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')

test('Markdown of several runs: what a target wrote is no markup, and breaks no table', () => {
  const stung = poisoned(sampleReport(60), POISON)
  for (const text of [
    markdownMatrix(beside(stung, report)),
    markdownComparison(stung, report, compared(stung, report)),
  ]) {
    expect(text).toContain('stung')
    const outside = outsideCode(text)
    expect(outside).not.toMatch(/<img|(?<!\\)!\[|(?<!\\)\[a\]|@team|^# stung/m)
    const rows = text.split('\n').filter((line) => line.startsWith('|'))
    expect(rows.filter((line) => !line.endsWith('|'))).toEqual([])
  }
})

const beside = (...reports: readonly Report[]) =>
  matrixOf(reports.map((each, index) => ({ report: each, name: `r${index}` })))

test('no text format lets a target steer a terminal, a page or a log of CI', () => {
  const STEERING = '\x1b[2J\x9b\u202e\u2028\0\n::error::x\n##vso[a]##[b]\n##teamcity[c]\n\x1b[0Ksection_start:1:a\r'
  const stung = poisoned(sampleReport(60), STEERING)
  const texts = {
    console: consoleReport(stung, { paint: (_, text) => text, verbose: true }),
    markdown: markdownReport(stung),
    junit: junitReport(stung),
    html: htmlReport(stung),
    json: jsonReport(stung),
    comparison: comparisonText(stung, report, compared(stung, report), (_, text) => text),
    'comparison as Markdown': markdownComparison(stung, report, compared(stung, report)),
    'comparison as a page': htmlComparison(stung, report, compared(stung, report)),
    matrix: matrixText(beside(stung, report), (_, text) => text),
    'matrix as Markdown': markdownMatrix(beside(stung, report)),
    'matrix as a page': htmlMatrix(beside(stung, report)),
  }
  for (const [format, text] of Object.entries(texts)) {
    expect(text, format).toContain('error')
    expect(text, format).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/u)
    if (!/^html$|page$/.test(format)) expect(text, format).not.toMatch(/^\s*(::|section_start:)|##[a-z]*\[/m)
  }
  const coloured = consoleReport(stung, { paint: (_, text) => `\x1b[1m${text}\x1b[0m`, verbose: true })
  const unpainted = coloured.replaceAll('\x1b[1m', '').replaceAll('\x1b[0m', '')
  expect(unpainted).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/u)
})

test('GitHub: errors for broken promises, warnings for the rest, never more than it shows', () => {
  const lines = githubAnnotations(report).trimEnd().split('\n')
  const errors = lines.filter((line) => line.startsWith('::error '))
  const warnings = lines.filter((line) => line.startsWith('::warning '))
  expect(errors.length + warnings.length).toBe(lines.length)
  expect([errors.length, warnings.length]).toEqual([10, 10])
  const rotten = report.gate?.known.filter(needsAttention).length ?? 0
  const known = report.gate?.known.filter(({ state }) => state === 'holds').length ?? 0
  expect(errors.at(-1)).toContain(`${many.fail - known + many.broken + rotten - 9} more`)
})

test('GitHub: a target writes no command of its own', () => {
  const lines = githubAnnotations(poisoned(sampleReport(60), POISON))
    .trimEnd()
    .split('\n')
  const several = githubVerdicts(beside(poisoned(sampleReport(60), POISON)))
    .trimEnd()
    .split('\n')
  expect([...lines, ...several].every((line) => /^::(error|warning) title=[^:]*::/.test(line))).toBe(true)
  expect(withoutCommands('x\n::error::stung', 'token-1')).toBe(
    '::stop-commands::token-1\nx\n::error::stung\n::token-1::\n',
  )
})
