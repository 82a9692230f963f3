import { expect, test } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import { observedBefore } from './interrupted.ts'

test('what was observed in an answer that a stop cut off is no observation', () => {
  const exchanges = [
    { id: 'e1', endedAt: 90 },
    { id: 'e2', endedAt: 100 },
  ] as Exchange[]
  const observed = (evidence: readonly string[]) => ({ id: 'lib.open.x', check: 'lib/one', value: 'x', evidence })
  const all = [observed(['e1']), observed(['e1', 'e2']), observed([])]
  expect(observedBefore(all, exchanges, 100)).toEqual([observed(['e1']), observed([])])
})
