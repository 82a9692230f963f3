import { getEventListeners } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TargetSilent } from '../../kit/run/preflight/preflight-fault.ts'
import { closedPort } from '../../tests/servers.ts'
import { own } from '../own/own.ts'
import { judge, run } from './run.ts'

test('a run that could not begin leaves nothing at the signal that would have cut it off', async () => {
  const cut = new AbortController()
  const flags = { payment: await closedPort(), quiet: true, keep: false }
  await expect(judge(flags, own, { cut: cut.signal })).rejects.toThrow(TargetSilent)
  expect(getEventListeners(cut.signal, 'abort')).toEqual([])
})

test('a shard without a seed of its own has that of its baseline, where that names one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'baselines-'))
  const written = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const flags = { payment: await closedPort(), shard: { index: 1, of: 2 }, quiet: true, keep: false }
  const baseline = written('seeded.yaml', 'seed: 7\nknown: []\n')
  await expect(run({ ...flags, baseline }, own)).rejects.toThrow(TargetSilent)
  const bare = written('bare.yaml', 'known: []\n')
  await expect(run({ ...flags, baseline: bare }, own)).rejects.toThrow('add --seed')
})
