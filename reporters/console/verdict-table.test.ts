import { expect, test } from 'vitest'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { exercisedText } from '../views/exercised.ts'
import { verdictTable } from './verdict-table.ts'

const report = sampleReport(500)
const paint = (_: unknown, text: string): string => text
const rowOf = (lines: readonly string[], name: string): number =>
  (lines.find((line) => line.startsWith(`  ${name} `)) ?? '')
    .slice(2 + name.length)
    .split(/\s+/)
    .reduce((sum, cell) => sum + (Number(cell) || 0), 0)

test('of a run without a failure many areas are only counted, few are listed', () => {
  const [one] = report.requirements
  const made = (many: number) => ({
    ...report,
    run: { ...report.run, only: [] },
    requirements: Array.from({ length: many }, (_, at) => ({
      ...one!,
      id: `lib.area-${at}.one`,
      verdict: at === 0 ? ('warn' as const) : ('pass' as const),
    })),
  })
  const rows = (many: number, verbose = false): string[] => verdictTable(made(many), paint, verbose)
  expect(rows(30).filter((line) => line.includes('lib.area-'))).toHaveLength(1)
  expect(rows(30).at(-1)).toBe('  29 areas more, without trouble')
  expect(rows(30, true).filter((line) => line.includes('lib.area-'))).toHaveLength(30)
  expect(rows(20).filter((line) => line.includes('lib.area-'))).toHaveLength(20)
})

test('a run that was narrowed counts what was asked for, and what else it showed behind it', () => {
  const areas = [...new Set(report.requirements.map(({ id }) => id.replace(/\.[^.]*$/, '.*')))]
  const only = areas.slice(0, 2)
  const narrowed = { ...report, run: { ...report.run, only } }
  const lines = verdictTable(narrowed, paint)
  const [, asked] = /of the (\d+) asked for/.exec(exercisedText(narrowed)) ?? []
  expect(rowOf(lines, 'asked for')).toBe(Number(asked))
  const rest = report.requirements.filter(({ verdict }) => verdict !== 'unexercised').length
  const own = lines.filter((line) => line.startsWith('  asked for') || line.startsWith('  besides'))
  expect(own).toHaveLength(2)
  expect(rowOf(lines, 'besides')).toBeLessThan(rest)
})

test('a whole run counts all of it in one row', () => {
  const lines = verdictTable({ ...report, run: { ...report.run, only: [] } }, paint)
  expect(rowOf(lines, 'all')).toBe(report.requirements.length)
  expect(lines.some((line) => line.startsWith('  besides'))).toBe(false)
})
