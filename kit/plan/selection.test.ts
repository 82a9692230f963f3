import { expect, test } from 'vitest'
import { depthOf, matches, selects } from './selection.ts'

const check = {
  id: 'lib/renewal/replay',
  covers: ['lib.renewal.replay-status', 'lib.renewal.replay-same-loan'],
} as const
const all = { only: [], skip: [] }

test.for([
  ['lib.renewal.*', true],
  ['*', true],
  ['lib.renewal.replay-status', true],
  ['lib.renewal', false],
  ['lib?renewal.*', false],
  ['LIB.*', false],
] as const)('the pattern %s', ([pattern, expected]) => {
  expect(matches('lib.renewal.replay-status', pattern)).toBe(expected)
})

test('a check is selected by its own id and by the ids that it covers', () => {
  expect(selects(check, all)).toBe(true)
  expect(selects(check, { ...all, only: ['lib/renewal/*'] })).toBe(true)
  expect(selects(check, { ...all, only: ['lib.*.replay-status'] })).toBe(true)
  expect(selects(check, { ...all, only: ['lib.rate.*'] })).toBe(false)
})

test('a check that judges in passing is selected by its own id, and by what means what is sent for it as well', () => {
  const passing = { ...check, inPassing: ['lib.rate.limited'] } as const
  expect(selects(passing, all)).toBe(true)
  expect(selects(passing, { ...all, only: ['lib/renewal/*'] })).toBe(true)
  expect(selects(passing, { ...all, only: ['lib.*.replay-status'] })).toBe(false)
  expect(selects(passing, { ...all, only: ['lib.rate.*'] })).toBe(false)
  expect(selects(passing, { ...all, only: ['lib.*'] })).toBe(true)
})

test('a check is selected by the whole name of what goes by what it sends', () => {
  const sender = { ...check, sendsFor: ['lib.rate.recovers', 'lib/rate/recovers'] } as const
  expect(selects(sender, { ...all, only: ['lib.rate.recovers'] })).toBe(true)
  expect(selects(sender, { ...all, only: ['lib/rate/recovers'] })).toBe(true)
  expect(selects(sender, { ...all, only: ['lib.rate.*'] })).toBe(false)
})

test('a check is left out when it is named, or when nothing that it covers is left', () => {
  expect(selects(check, { ...all, skip: ['lib/renewal/*'] })).toBe(false)
  expect(selects(check, { ...all, skip: ['lib.renewal.replay-status'] })).toBe(true)
  expect(selects(check, { ...all, skip: ['lib.renewal.*'] })).toBe(false)
})

test('a run that names checks whole, or certifies, goes deep unless it is told otherwise', () => {
  expect(depthOf({})).toBe('standard')
  expect(depthOf({ only: ['lib/*'] })).toBe('standard')
  expect(depthOf({ only: ['lib/*', 'lib/renewal/replay'] })).toBe('deep')
  expect(depthOf({ certify: true })).toBe('deep')
  expect(depthOf({ certify: true, depth: 'quick' })).toBe('quick')
})
