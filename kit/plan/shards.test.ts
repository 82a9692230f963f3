import { describe, expect, test } from 'vitest'
import type { Check, Fixture } from '../check/check.ts'
import { dealtOut, divided, leftToOthers } from './shards.ts'

const fixture = (name: string, requests: number): Fixture =>
  ({ name, service: 'library', needs: [], uses: [], tier: 'write', cost: { requests: { members: requests } } }) as never

const check = (id: string, more: Partial<Check> = {}): Check =>
  ({
    id,
    service: 'library',
    phase: 'main',
    needs: [],
    uses: [],
    covers: [],
    cost: { requests: { members: 3 } },
    ...more,
  }) as never

const many = Array.from({ length: 40 }, (_, index) => check(`lib/many/${index}`))

describe('checks are dealt out', () => {
  test('the same everywhere, each once, and others with another seed', () => {
    const dealt = dealtOut(many, 4, 7)
    expect(dealtOut([...many], 4, 7)).toEqual(dealt)
    expect(dealtOut(many, 4, 8)).not.toEqual(dealt)
    expect([1, 2, 3, 4].map((shard) => [...dealt.values()].filter((each) => each === shard).length)).toEqual([
      10, 10, 10, 10,
    ])
  })

  test('what follows each other, what is exclusive and what a permission allows stays together', () => {
    const checks = [
      ...many,
      check('lib/a/first'),
      check('lib/a/second', { runsAfter: ['lib/a/first'] }),
      check('lib/limit/one', { phase: 'exclusive' }),
      check('lib/limit/two', { phase: 'exclusive' }),
      check('lib/profile/one', { needs: ['allow.renames'] }),
      check('lib/profile/two', { uses: [{ ...fixture('renamed', 1), needs: ['allow.renames'] }] }),
    ]
    const dealt = dealtOut(checks, 4, 7)
    for (const [a, b] of [
      ['lib/a/first', 'lib/a/second'],
      ['lib/limit/one', 'lib/limit/two'],
      ['lib/profile/one', 'lib/profile/two'],
    ] as const)
      expect(dealt.get(a), a).toBe(dealt.get(b))
  })

  test('what meets the effects of others, whoever brings them about, stays with them', () => {
    const users = ['a', 'b', 'c', 'd', 'e'].map((name) => check(`lib/desk/${name}`, { needs: ['library.desk'] }))
    const shards = (together: readonly string[]): number =>
      new Set(users.map(({ id }) => dealtOut([...many, ...users], 4, 7, together).get(id))).size
    expect(shards([])).toBeGreaterThan(1)
    expect(shards(['library.desk'])).toBe(1)
  })

  test('so does a rule that makes such effects, and no other rule', () => {
    const desk = { ...fixture('desk', 2), needs: ['library.desk'] } as never
    const sends = check('lib/desk/sends', { uses: [desk] })
    const judged = check('lib/rules/desk', { phase: 'rules', uses: [desk] })
    const dealt = dealtOut([...many, sends, judged, check('lib/rules/all', { phase: 'rules' })], 4, 7, ['library.desk'])
    expect(dealt.get(judged.id)).toBe(dealt.get(sends.id))
    expect(dealt.get(sends.id)).toBeDefined()
    expect(dealt.has('lib/rules/all')).toBe(false)
  })

  test('what shares a dear fixture goes where it is made', () => {
    const shared = fixture('shelf', 30)
    const users = ['a', 'b', 'c'].map((name) => check(`lib/shelf/${name}`, { uses: [shared] }))
    const dealt = dealtOut([...many, ...users], 3, 7)
    expect(new Set(users.map(({ id }) => dealt.get(id))).size).toBe(1)
  })

  test('rules are in every shard, and limits are met with keys of ones own only', () => {
    const rule = check('lib/rules/all', { phase: 'rules' })
    const limit = check('lib/limit/one', { phase: 'exclusive' })
    const dealt = dealtOut([rule, limit], 2, 7)
    expect(leftToOthers(rule, dealt, { index: 1, of: 2, ownKeys: false })).toBeUndefined()
    const index = dealt.get(limit.id) ?? 0
    expect(leftToOthers(limit, dealt, { index, of: 2, ownKeys: true })).toBeUndefined()
    expect(leftToOthers(limit, dealt, { index, of: 2, ownKeys: false })?.line).toBe('--own-keys')
    expect(leftToOthers(limit, dealt, { index: 3 - index, of: 2, ownKeys: true })?.message).toBe(
      'another shard asks it',
    )
  })
})

test.for([
  [40, [10, 20, 5, 5], [10, 20, 5, 5]],
  [40, [1, 0, 0, 3], [10, 0, 0, 30]],
  [10, [30, 10], [7, 3]],
  [3, [0, 0, 0], [1, 1, 1]],
  [2, [9, 9, 9], [1, 1, 0]],
  [0, [5, 5], [0, 0]],
] as const)('%i in parts for %o', ([amount, needs, parts]) => {
  expect(divided(amount, needs)).toEqual(parts)
  expect(divided(amount, needs).reduce((sum, each) => sum + each, 0)).toBe(amount)
})
