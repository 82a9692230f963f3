import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Report } from '../../kit/report/report.ts'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { own } from '../own/own.ts'
import { compare } from './compare.ts'

test('that the later run was stopped is told before what it did not judge', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'compared-'))
  const written = (name: string, report: Report): string => {
    const path = join(folder, name)
    writeFileSync(path, JSON.stringify(report))
    return path
  }
  const { run, ...report } = sampleReport(3)
  const whole = written('whole.json', { ...report, run })
  const stopped = written('stopped.json', { ...report, run: { ...run, id: 'other', stopped: 'interrupt' } })
  const told: string[] = []
  const keep = (text: string | Uint8Array): boolean => told.push(String(text)) > 0
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(keep))
  const code = await compare(whole, stopped, {}, own).finally(() => spies.forEach((each) => void each.mockRestore()))
  expect(code).toBe(3)
  expect(told.findIndex((each) => each.includes('was stopped before its end'))).toBe(0)
  expect(told.length).toBeGreaterThan(1)
})
