import { expect, test } from 'vitest'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { LATER_MS, readingsOf } from './later.ts'

const ALL = LATER_MS.reduce((sum, each) => sum + each, 0)

/** How long each of two readings waited, ms, where both want 0 and these come in turn, the last of them for good. */
async function waited(depth: 'quick' | 'standard', values: readonly number[]): Promise<readonly number[]> {
  let ms = 0
  let turn = 0
  const seen = new Map<Exchange, number>()
  const read = async (): Promise<Exchange> => {
    const answer = exchangeOf({ status: 200 })
    seen.set(answer, values[Math.min(turn, values.length - 1)] ?? 0)
    turn += 1
    return answer
  }
  const pause = async (pauseMs: number): Promise<void> => {
    ms += pauseMs
  }
  const reading = readingsOf({ depth, pause }, read, (answer) => seen.get(answer))
  await reading('first', (answer) => seen.get(answer) === 0)
  const first = ms
  await reading('second', (answer) => seen.get(answer) === 0)
  return [first, ms - first]
}

test('a quick run waits once for what never comes, others every time', async () => {
  expect(await waited('quick', [1])).toEqual([ALL, 0])
  expect(await waited('standard', [1])).toEqual([ALL, ALL])
})

test('a reading that moved, or came to show it, lags: the next one is waited for', async () => {
  expect(await waited('quick', [3, 2, 1])).toEqual([ALL, ALL])
  expect(await waited('quick', [1, 0, 1])).toEqual([LATER_MS[0], ALL])
})
