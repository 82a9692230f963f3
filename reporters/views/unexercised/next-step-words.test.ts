import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { consoleReport } from '../../console/console.ts'
import { htmlReport } from '../../html/page.ts'
import { markdownReport } from '../../markdown/markdown.ts'
import { firstSteps, gainOf } from './next-step-words.ts'

const report = sampleReport(60)
const { nextSteps = [] } = report
const lines = nextSteps.flatMap((each) => each.lines)
const shown = (verbose: boolean): string => consoleReport(report, { paint: (_, text) => text, verbose })

test('the first steps are shown, and what is left of the others is counted', () => {
  const { first, rest } = firstSteps(report)
  expect(first).toEqual(nextSteps.slice(0, 3))
  expect(rest).toBe('1 line more would bring about 1 statement')
  expect(firstSteps({}).first).toEqual([])
})

test('what a run may come to judge without a line is no gain of it', () => {
  const step = { lines: ['library.desk.opens: "…"'], requirements: ['lib.a', 'lib.b', 'lib.c'] }
  const gain = (...seen: string[]) => gainOf(step, { seenPerhaps: new Set(seen) })
  expect(gain()).toBe('about 3 statements more')
  expect(gain('lib.b', 'lib.x')).toBe('about 2 statements more, and 1 that the run may come to judge without')
  expect(gain('lib.a', 'lib.b', 'lib.c')).toBe('3 statements that the run may come to judge without')
  const many = [step, step, step, step]
  expect(firstSteps({ nextSteps: many }, { seenPerhaps: new Set(['lib.a']) }).rest).toContain('would bring up to 3')
  expect(firstSteps({ nextSteps: many }).rest).toContain('would bring about 3')
})

test('a terminal gets them in short, each line whole and once; all of them with --verbose', () => {
  const short = shown(false)
  const section = short.slice(short.indexOf('Not exercised'), short.indexOf('Observed'))
  expect(section.trimEnd().split('\n').length).toBeLessThanOrEqual(14)
  for (const line of lines.slice(0, 4)) expect(short.split(`\n${line}\n`)).toHaveLength(2)
  expect(short).toContain('      # about 6 statements more')
  expect(short).not.toContain(lines.at(-1))
  for (const line of lines) expect(shown(true)).toContain(line)
})

test('what a terminal shows pastes as it stands, gains and all', () => {
  const text = shown(true)
  const block = /\nNext: .*\n([\s\S]*?)\n\n/.exec(text)?.[1] ?? ''
  expect(Object.keys(parse(block))).toEqual(lines.flatMap((line) => Object.keys(parse(line))))
})

test('the page and Markdown have all of them', () => {
  for (const line of lines) expect(markdownReport(report)).toContain(`\n${line}\n`)
  const page = htmlReport(report).replaceAll('&quot;', '"')
  for (const { lines: own } of nextSteps) expect(page).toContain(own.join('\n'))
})
