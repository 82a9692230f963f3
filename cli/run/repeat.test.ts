import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { repeating } from './repeat.ts'
import type { Judged } from './seal.ts'

beforeEach(() => void vi.spyOn(process.stderr, 'write').mockReturnValue(true))
afterEach(() => void vi.restoreAllMocks())

const sample = sampleReport(12)
const judged = (id: string, many: number): Judged => ({
  report: {
    ...sample,
    run: { ...sample.run, id },
    cost: { ...sample.cost, spends: { payments: many, 'generated requests': 0 } },
    plan: { ...sample.plan, spends: {} },
  },
  record: { text: (text) => text, signed: (text) => text },
})

test('what the other runs left behind is told with their ids', async () => {
  const made = [judged('asym1', 8), judged('asym2', 7), judged('asym3', 1)]
  const { report } = await repeating({ repeat: 3, seed: 7 }, async (seed) => made[seed - 7] ?? judged('none', 0))
  expect(report.run.id).toBe('asym1')
  const note = report.notes.find((each) => each.startsWith('left behind by the other runs: up to 8 payments'))
  expect(note).toMatch(/with the id of one of the 2 runs \(asym2, asym3\) in their references/)
})

test('nothing is told of runs that left nothing', async () => {
  const { report } = await repeating({ repeat: 2, seed: 7 }, async (seed) => judged(`asym${seed}`, seed === 7 ? 8 : 0))
  expect(report.notes.filter((each) => each.startsWith('left behind'))).toEqual([])
})
