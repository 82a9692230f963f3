import { expect, test } from 'vitest'
import type { Report } from '../../../kit/report/report.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { consoleReport } from '../../console/console.ts'
import { markdownReport } from '../../markdown/markdown.ts'
import { askedOf } from './asked.ts'

const plain = { only: [], skip: [], depth: 'standard', certify: false } as const

test('a run for everything is named by its depth, one that was narrowed by its patterns', () => {
  expect(askedOf(plain)).toBe('standard depth')
  expect(askedOf({ ...plain, depth: 'deep', certify: true })).toBe('deep depth, to certify')
  expect(askedOf({ ...plain, depth: 'deep', only: ['pay.a'], skip: ['pay/b/c'] })).toBe('only pay.a, not pay/b/c')
  expect(askedOf({ ...plain, only: ['a', 'b', 'c', 'd', 'e'] })).toBe('only a, b, c and 2 more')
})

test('what was left out stands beside the seed, at a terminal and in Markdown', () => {
  const sample = sampleReport(6)
  const skip = ['pay.b.c']
  const left = { ...sample, run: { ...sample.run, skip } }
  const texts = (report: Report): readonly string[] => [
    consoleReport(report, { paint: (_, text) => text, verbose: false }),
    markdownReport(report).replaceAll('\\', ''),
  ]
  for (const text of texts(left)) expect(text).toContain(`, seed ${sample.run.seed}, standard depth, not pay.b.c, `)
  for (const text of texts(sample)) expect(text).not.toContain('standard depth')
})
