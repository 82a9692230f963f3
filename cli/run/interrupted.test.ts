import { expect, test } from 'vitest'
import { interrupted } from './interrupted.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const listening = (): readonly number[] => SIGNALS.map((signal) => process.listenerCount(signal))

test.each(SIGNALS)('%s is heard once, and nobody listens for the others any more', async (signal) => {
  const before = listening()
  const heard = interrupted()
  expect(listening()).toEqual(before.map((many) => many + 1))
  process.emit(signal)
  await heard
  expect(listening()).toEqual(before)
})
