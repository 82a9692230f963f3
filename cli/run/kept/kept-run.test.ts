import { expect, test } from 'vitest'
import type { Report } from '../../../kit/report/report.ts'
import { emptyFolder } from '../../../tests/command.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { aboutOf, keepRun, keptRuns } from './kept-run.ts'

test('what was merged of shards is kept behind the last of them', async () => {
  const cwd = emptyFolder()
  const sample = sampleReport(4)
  const shard = (index: number): Report => ({
    ...sample,
    run: {
      ...sample.run,
      id: `shard${index}`,
      shard: { index, of: 2, ownKeys: false },
      startedAt: `2026-03-01T12:0${index}:00.000Z`,
      endedAt: `2026-03-01T12:0${index}:30.000Z`,
    },
  })
  const { shard: _, ...asked } = shard(1).run
  const merged: Report = {
    ...sample,
    run: { ...asked, endedAt: shard(2).run.endedAt, merged: ['shard1', 'shard2'] },
  }
  const command = { command: 'assay', flags: {} }
  for (const each of [shard(1), shard(2), merged]) await keepRun(cwd, each, aboutOf(each, command))
  const kept = await Promise.all((await keptRuns(cwd, 'assay')).map((each) => each.report()))
  expect(kept.map((each) => [each?.run.id, each?.run.merged?.length])).toEqual([
    ['shard1', 2],
    ['shard2', undefined],
    ['shard1', undefined],
  ])
})
