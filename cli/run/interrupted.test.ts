import { expect, test } from 'vitest'
import { interrupted } from './interrupted.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

test.each(SIGNALS)('%s is heard once, and nobody listens for the others any more', async (signal) => {
  // Others of this process may listen as well, and hear it too.
  const before = new Set(SIGNALS.flatMap((each) => process.listeners(each)))
  const own = (): readonly number[] =>
    SIGNALS.map((each) => process.listeners(each).filter((one) => !before.has(one)).length)
  const heard = interrupted()
  expect(own()).toEqual([1, 1, 1])
  process.emit(signal)
  await heard
  expect(own()).toEqual([0, 0, 0])
})
