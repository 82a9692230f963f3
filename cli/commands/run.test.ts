import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { TargetSilent } from '../../kit/run/preflight/preflight-fault.ts'
import { closedPort } from '../../tests/servers.ts'
import { own } from '../own/own.ts'
import { judge } from './run.ts'

test('a run that could not begin leaves nothing at the signal that would have cut it off', async () => {
  const cut = new AbortController()
  const flags = { payment: await closedPort(), quiet: true, keep: false }
  await expect(judge(flags, own, { cut: cut.signal })).rejects.toThrow(TargetSilent)
  expect(getEventListeners(cut.signal, 'abort')).toEqual([])
})
