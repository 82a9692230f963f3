import { describe, expect, test } from 'vitest'
import { exchange, owner, recorded, request } from '../../../tests/made-up/recorded-evidence.ts'
import { defineFixture } from '../../../tests/made-up/service.ts'
import { nameOfFixture } from '../../run/owner.ts'
import type { RecordedWorld } from './recorded-world.ts'
import { MissingEvidence } from './replay-clock.ts'

describe('a fixture', () => {
  const loan = defineFixture({
    name: 'loan',
    tier: 'read',
    make: async (t) => {
      const began = t.clock.now()
      await t.send(request('', { label: 'made' }))
      return { began, ended: t.clock.now() }
    },
  })
  const made = exchange(2_000, '', { check: nameOfFixture(loan), label: 'made' })

  test('is made in a time of its own, once, and two checks go on in theirs', async () => {
    const { at, session } = recorded({ exchanges: [made] })
    const using = (name: string) => async (world: RecordedWorld) => {
      const context = session.context(owner(name, { uses: [loan] }))
      const { began, ended } = (await context.use(loan)) as { began: number; ended: number }
      return [began, ended, world.clock.now()]
    }
    const both = [at(1_000, using('lib/early'), 'lib/early'), at(7_000, using('lib/late'), 'lib/late')]
    expect(await Promise.all(both)).toEqual([
      [2_000, 2_100, 2_100],
      [2_000, 2_100, 7_000],
    ])
  })

  test('is made in its own time, also where one that began later asks first', async () => {
    const { at, session } = recorded({ exchanges: [made] })
    const use = (name: string, from: number) =>
      at(
        from,
        async (world) => [await session.context(owner(name, { uses: [loan] })).use(loan), world.clock.now()],
        name,
      )
    expect(await use('lib/late', 7_000)).toEqual([{ began: 2_000, ended: 2_100 }, 7_000])
    expect(await use('lib/early', 1_000)).toEqual([{ began: 2_000, ended: 2_100 }, 2_100])
  })

  test('of another service is another one, whatever it is called', async () => {
    const { at, session } = recorded({ exchanges: [made] })
    const other = { ...loan, service: 'archive' }
    const use = async () => session.context({ ...owner('arc/early', { uses: [other] }), service: 'archive' }).use(other)
    await expect(at(1_000, use, 'arc/early')).rejects.toThrow(MissingEvidence)
  })

  test('that the evidence does not hold is missing for its users', async () => {
    const { at, session } = recorded()
    const context = session.context(owner('lib/early', { uses: [loan] }))
    await expect(at(1_000, () => context.use(loan))).rejects.toThrow(MissingEvidence)
  })

  test('was made when what it gives was there: a wait that it gave up delays nobody', async () => {
    const { at, world } = recorded()
    const used = async (given: Promise<void>): Promise<number> => {
      await world.made('fixture/x', given)
      return world.clock.now()
    }
    let given = Promise.resolve()
    const first = at(1_000, () => {
      given = world.make(owner('fixture/x'), () => Promise.race([world.pause(5_000), world.pause(20)]))
      return used(given)
    })
    expect(await first).toBe(1_020)
    // By then the longer wait has come to its end, too.
    for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(await at(1_010, () => used(given), 'lib/later')).toBe(1_020)
  })
})
