import { expect, test } from 'vitest'
import { heldUp } from './seal.ts'

test('a refused seal says for how long the machine stood still, and what to do', () => {
  const stalls = [
    [100, 900],
    [5_000, 5_450],
  ] as const
  expect(heldUp({ stalls })).toBe(
    'this machine stood still for 1.3 s of the run, 0.8 s of them at once, which may be why; run it again when nothing else runs beside it: ',
  )
})

test.each([{}, { stalls: [] }, { stalls: [[0, 400] as const] }])('and no word of what is usual: %j', (log) => {
  expect(heldUp(log)).toBe('')
})
