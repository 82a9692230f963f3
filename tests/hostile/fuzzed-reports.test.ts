import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replayOf } from '../../cli/commands/replay.ts'
import { readReport } from '../../cli/files/read-report.ts'
import { UsageError } from '../../cli/usage-error.ts'
import type { Report } from '../../kit/report/report.ts'
import { writeAllure } from '../../reporters/allure/allure.ts'
import { consoleReport } from '../../reporters/console/console.ts'
import { comparisonText } from '../../reporters/console/runs/comparison-text.ts'
import { githubAnnotations } from '../../reporters/github.ts'
import { htmlReport } from '../../reporters/html/page.ts'
import { jsonReport } from '../../reporters/json.ts'
import { junitReport } from '../../reporters/junit/junit.ts'
import { markdownReport } from '../../reporters/markdown/markdown.ts'
import { compared } from '../../reporters/views/runs/comparison.ts'
import { emptyFolder } from '../command.ts'
import { sampleReport } from '../made-up/sample-report.ts'
import { damaged, garbage, isUnpolluted, looking, mutatedTrees, timeout } from './mutations.ts'

const whole = sampleReport(40)
/** Short, so that a change hits each of its places often. */
const report: Report = {
  ...whole,
  coverage: { operations: whole.coverage.operations.slice(0, 1), errorRows: whole.coverage.errorRows },
  requirements: whole.requirements.slice(0, 12),
  checks: whole.checks.slice(0, 6),
  exchanges: whole.exchanges.slice(0, 4),
  deliveries: whole.deliveries.slice(0, 3),
}
const paint = (_: string, text: string): string => text

/** Everything that is made of a report. */
async function used(given: Report, folder: string): Promise<void> {
  const texts = [
    consoleReport(given, { paint, verbose: true }),
    markdownReport(given),
    junitReport(given),
    htmlReport(given),
    jsonReport(given),
    githubAnnotations(given),
    comparisonText(given, report, compared(given, report), paint),
    comparisonText(report, given, compared(report, given), paint),
  ]
  for (const text of texts) expect(text.length).toBeGreaterThan(0)
  await writeAllure(given, folder)
  for (const { id } of [...given.checks, ...given.requirements]) {
    try {
      expect(replayOf(given, id).only.join()).not.toContain('*')
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError)
    }
  }
}

test('a report is shown in every format, or told with its place', { timeout }, async () => {
  const folder = emptyFolder()
  const path = join(folder, 'report.json')
  let shown = 0
  const files = fc.oneof({ weight: 8, arbitrary: damaged(mutatedTrees(report)) }, garbage)
  const property = fc.asyncProperty(files, async (bytes) => {
    writeFileSync(path, bytes)
    const read = await readReport(path).catch((error: Error) => error)
    expect(isUnpolluted()).toBe(true)
    if (read instanceof Error) {
      expect(read, read.stack ?? '').toBeInstanceOf(UsageError)
      expect(read.message.startsWith(`${path}: `), read.message).toBe(true)
      expect(read.message.length).toBeLessThan(2_000)
      return
    }
    shown += 1
    await used(read, join(folder, 'allure'))
  })
  await fc.assert(property, looking(300))
  expect(shown).toBeGreaterThan(20)
  rmSync(join(folder, 'allure'), { recursive: true, force: true })
  expect(readdirSync(folder)).toEqual(['report.json'])
})

test('a report that names a pattern where a check stands has nothing replayed', () => {
  const [first] = report.requirements
  const [judgement] = first?.judgements ?? []
  if (first === undefined || judgement === undefined) throw new Error('the sample judges nothing')
  const tampered = { ...report, requirements: [{ ...first, judgements: [{ ...judgement, check: '*' }] }] }
  expect(() => replayOf(tampered, first.id)).toThrow(/names \* as a check, which is no id of one/)
  const [check] = report.checks
  if (check === undefined) throw new Error('the sample has no check')
  expect(() => replayOf({ ...report, checks: [{ ...check, id: 'pay/*' }] }, 'pay/*')).toThrow(/no id of one/)
})
