import { expect, test } from 'vitest'
import type { Session } from '../../run/session.ts'
import { RecordedWorld } from './recorded-world.ts'
import { currentReplay, runAt } from './replay-clock.ts'

const session = { clock: { scaled: (seconds: number) => seconds * 1000 } } as Session
const log = { target: {}, made: [], keys: [], starts: {}, arrivals: {}, hasPerson: false }
const owner = { name: 'fixture/x', service: 'library', uses: [], needs: [], covers: [], cost: {} }

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('a fixture was made when what it gives was there: a wait that it gave up delays nobody', async () => {
  const world = new RecordedWorld(session, { exchanges: [], deliveries: [], steps: [], log })
  const used = async (made: Promise<unknown>): Promise<number> => {
    await world.made(owner.name, made)
    return currentReplay().now
  }
  let made: Promise<unknown> = Promise.resolve()
  const first = await runAt(world.clockFor('first', 1000), () => {
    made = world.make(owner, () => Promise.race([world.pause(5000), world.pause(20)]))
    return used(made)
  })
  // By then the longer wait has come to its end, too.
  for (let turns = 0; turns < 5; turns += 1) await turn()
  const second = await runAt(world.clockFor('second', 1010), () => used(made))
  expect([first, second]).toEqual([1020, 1020])
})
