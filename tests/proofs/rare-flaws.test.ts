import { describe, expect, test } from 'vitest'
import { groupsOf, metAmong } from './rare-flaws.ts'

interface Behaviour {
  readonly refuse: (cause: string) => string
  readonly scope: (key: string) => string
  readonly limit: number
}

const lawful: Behaviour = { refuse: (cause) => cause, scope: (key) => key, limit: 60 }
const names = ['a', 'b', 'c', 'd', 'e']

describe('flaws that are applied at once', () => {
  test('share a member that each of them passes on, and none that one of them replaces', () => {
    const refuses = { patch: (before: Behaviour) => ({ ...before, refuse: () => 'none' }) }
    const scopes = { patch: { scope: () => 'one' } }
    expect(groupsOf({ a: refuses, b: scopes, c: refuses, d: scopes, e: { patch: { limit: 1 } } }, lawful)).toEqual([
      ['a', 'b', 'c', 'e'],
      ['d'],
    ])
  })
})

describe('of flaws that are applied at once', () => {
  /** Judges as if the examples met some flaws, or two of them where both are there. */
  const judging =
    (met: readonly string[], together: readonly string[] = []) =>
    async (flaws: readonly string[]) => {
      const seen = flaws.filter((each) => met.includes(each))
      const both = together.length > 0 && together.every((each) => flaws.includes(each))
      return { failed: both ? ['pay.api'] : seen, warned: [], told: both ? ['both'] : seen } as never
    }

  test.for([[[]], [['a']], [['e']], [['c', 'd']], [names]])('%s are told as met', async ([met = []]) => {
    const found = await metAmong(names, judging(met))
    expect([...found]).toEqual(met.map((each) => [each, each]))
  })

  test('none is let off where only several of them are met', async () => {
    expect([...(await metAmong(names, judging([], ['a', 'e']))).keys()]).toEqual(names)
  })

  test('nothing more is judged where none is met', async () => {
    let judged = 0
    await metAmong(names, async () => {
      judged += 1
      return { failed: [], warned: [], told: [] }
    })
    expect(judged).toBe(1)
  })
})
