import { expect, test } from 'vitest'
import { defineCheck, defineFixture } from '../../../tests/made-up/service.ts'
import type { Check } from '../../check/check.ts'
import { nameOfFixture } from '../owner.ts'
import { EarlyUndoing } from './early-undoing.ts'

const shelf = defineFixture({ name: 'shelf', needs: [], make: async () => undefined })
const renamed = defineFixture({ name: 'renamed', needs: [], uses: [shelf], make: async () => undefined })
const check = (id: string, more: Partial<Check> = {}): Check =>
  ({ ...defineCheck({ id, title: id, covers: ['lib.loan.created'], run: async () => undefined }), ...more }) as Check

const [first, second, other] = [
  check('lib/first', { uses: [renamed] }),
  check('lib/second', { uses: [renamed] }),
  check('lib/other', { uses: [shelf] }),
]
const rule = check('lib/rule', { uses: [renamed], phase: 'rules' })
const OWNER = nameOfFixture(renamed)

/** A run that has changed something, and sent so many requests with its key within a minute. */
function changed(recent: number) {
  const owners = new Set([OWNER])
  let undone = 0
  const early = new EarlyUndoing({
    checks: [first, second, other, rule, check('lib/last')],
    undoing: {
      owners,
      ahead: async () => {
        undone += 1
        owners.clear()
      },
    },
    allowed: (key) => (key === 'library.members[0]' ? 60 : undefined),
    recent: () => recent,
    pause: () => new Promise(() => undefined),
  })
  return { early, times: () => undone, owners }
}

test('what was changed is undone when the last check is over that asks with it, whatever judges afterwards', async () => {
  const { early, times } = changed(0)
  early.ended(first)
  early.ended(other)
  expect(times()).toBe(0)
  early.ended(second)
  expect(times()).toBe(1)
  early.ended(rule)
  expect(times()).toBe(1)
})

test('the rest of the rate of a key is for what needs the change, and let go when that is undone', async () => {
  const { early } = changed(50)
  const held = early.hold('library.members[0]', 'lib/last')
  let isHeld = true
  void held?.then(() => (isHeld = false))
  await Promise.resolve()
  expect(isHeld).toBe(true)
  for (const sender of ['lib/first', OWNER, nameOfFixture(shelf)])
    expect(early.hold('library.members[0]', sender), sender).toBeUndefined()
  expect(early.hold('library.guest', 'lib/last')).toBeUndefined()
  early.ended(first)
  early.ended(second)
  await held
  expect(isHeld).toBe(false)
  expect(early.hold('library.members[0]', 'lib/last')).toBeUndefined()
})

test('nothing is held while there is room, nor where nothing was changed', () => {
  expect(changed(49).early.hold('library.members[0]', 'lib/last')).toBeUndefined()
  const { early, owners } = changed(59)
  owners.clear()
  expect(early.hold('library.members[0]', 'lib/last')).toBeUndefined()
})
