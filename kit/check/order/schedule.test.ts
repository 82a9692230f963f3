import { describe, expect, test } from 'vitest'
import { defineCheck } from '../../../tests/made-up/service.ts'
import type { Check } from '../check.ts'
import { scheduleOf } from './schedule.ts'

type Given = Parameters<typeof defineCheck>[0]

const check = (id: string, more: Partial<Given> = {}): Check => {
  const made = defineCheck({ id, title: '', covers: ['lib.loan.created'], run: async () => undefined, ...more })
  return id.startsWith('arc/') ? { ...made, service: 'archive' } : made
}

/** Stages, in each the sequences by service, in each the phases with the ids of their checks. */
const schedule = (...checks: readonly Check[]) =>
  scheduleOf(checks).map((stage) =>
    stage.map(({ service, batches }) => [
      service,
      ...batches.map(({ phase, concurrency, checks: own }) => [phase, concurrency, ...own.map(({ id }) => id)]),
    ]),
  )

test('a run of nothing has no stage', () => {
  expect(schedule()).toEqual([])
})

test('the phases follow each other, empty ones left out, whatever the order of the checks', () => {
  const given = [
    check('lib/d', { phase: 'rules' }),
    check('lib/c', { phase: 'exclusive' }),
    check('lib/a'),
    check('lib/b', { phase: 'settled' }),
  ]
  expect(schedule(...given)).toEqual([
    [
      [
        'library',
        ['main', 'together', 'lib/a'],
        ['settled', 'together', 'lib/b'],
        ['exclusive', 'one by one', 'lib/c'],
      ],
    ],
    [[undefined, ['rules', 'together', 'lib/d']]],
  ])
})

test('what yields keeps its phase, and comes behind the exclusive checks where requests to its service are short', () => {
  const given = [
    check('lib/a', { yields: true }),
    check('lib/b'),
    check('lib/c', { phase: 'settled', yields: true }),
    check('lib/d', { phase: 'exclusive' }),
    check('arc/a', { yields: true }),
  ]
  const placed = (isShort: (service: string) => boolean) =>
    scheduleOf(given, isShort)[0]?.map(({ batches }) => batches.map((each) => each.checks.map(({ id }) => id)))
  expect(placed(() => false)).toEqual([[['lib/a', 'lib/b'], ['lib/c'], ['lib/d']], [['arc/a']]])
  expect(placed((service) => service === 'library')).toEqual([[['lib/b'], ['lib/d'], ['lib/a', 'lib/c']], [['arc/a']]])
})

test('services go through their phases beside each other, and meet before what needs all of them at rest', () => {
  const given = [
    check('lib/a'),
    check('arc/a', { phase: 'exclusive' }),
    check('arc/b', { phase: 'generated' }),
    check('lib/b', { phase: 'generated' }),
    check('lib/c', { phase: 'settled' }),
  ]
  expect(schedule(...given)).toEqual([
    [
      ['library', ['main', 'together', 'lib/a'], ['settled', 'together', 'lib/c']],
      ['archive', ['exclusive', 'one by one', 'arc/a']],
    ],
    [[undefined, ['generated', 'together', 'arc/b', 'lib/b']]],
  ])
})

describe('a check that runs after others', () => {
  const idsOf = (...checks: readonly Check[]) => scheduleOf(checks)[0]?.[0]?.batches[0]?.checks.map(({ id }) => id)

  test('comes behind them, all others where they are', () => {
    const given = [check('lib/a', { runsAfter: ['lib/c'] }), check('lib/b'), check('lib/c')]
    expect(idsOf(...given)).toEqual(['lib/c', 'lib/a', 'lib/b'])
    const chain = [check('lib/a', { runsAfter: ['lib/b', 'lib/c'] }), check('lib/b', { runsAfter: ['lib/c'] })]
    expect(idsOf(...chain, check('lib/c'))).toEqual(['lib/c', 'lib/b', 'lib/a'])
  })

  test('stays where it is when they are of another phase, or not there', () => {
    const given = [check('lib/a', { runsAfter: ['lib/none', 'lib/c', 'lib/a'] }), check('lib/b')]
    expect(idsOf(...given, check('lib/c', { phase: 'settled' }))).toEqual(['lib/a', 'lib/b'])
  })

  test('cannot have them run after it', () => {
    const given = [check('lib/a', { runsAfter: ['lib/b'] }), check('lib/b', { runsAfter: ['lib/a'] })]
    expect(() => scheduleOf(given)).toThrow('checks run after each other: lib/a, lib/b, lib/a')
  })
})
