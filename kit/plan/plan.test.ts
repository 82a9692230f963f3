import { describe, expect, test } from 'vitest'
import {
  archiveService,
  defineCheck,
  defineFixture,
  libraryService,
  libraryTarget,
} from '../../tests/made-up/service.ts'
import type { Check } from '../check/check.ts'
import { neededClaims, type PlanOptions } from './choice.ts'
import { keyAt } from './key-names.ts'
import { planOf } from './plan.ts'
import { quickerThan } from './quicker.ts'
import { withoutUnaskedValues } from './sampling.ts'

type Given = Parameters<typeof defineCheck>[0]

const check = (id: string, more: Partial<Given> = {}): Check =>
  defineCheck({ id, title: `Title of ${id}`, covers: ['lib.loan.created'], run: async () => undefined, ...more })

const keys = { reader: ['a', 'b'], other: 'c' }

const options = (checks: readonly Check[], more: Partial<PlanOptions> = {}): PlanOptions => ({
  target: libraryTarget({ keys }),
  services: [libraryService],
  checks,
  depth: 'standard',
  hasPerson: false,
  ...more,
})

const plan = (checks: readonly Check[], more: Partial<PlanOptions> = {}) => planOf(options(checks, more))

test('a plan names the target, the depth and what runs', () => {
  expect(plan([check('lib/a'), check('lib/b', { phase: 'settled' })])).toMatchObject({
    target: { name: '127.0.0.1:9', environment: 'local', timeScale: 1, baseUrls: { library: 'http://127.0.0.1:9' } },
    depth: 'standard',
    selected: [
      { id: 'lib/a', title: 'Title of lib/a', phase: 'main' },
      { id: 'lib/b', title: 'Title of lib/b', phase: 'settled' },
    ],
    excluded: [],
  })
})

describe('what does not run', () => {
  test('is told once for each reason, with the line or flag that changes it', () => {
    const checks = [
      check('lib/a', { needs: ['library.session'] }),
      check('lib/b', { needs: ['library.session'] }),
      check('lib/c', { depth: 'deep' }),
      check('lib/d', { generated: { standard: 1, deep: 1 } }),
      check('lib/e'),
      check('lib/f'),
    ]
    const { selected, excluded } = plan(checks, { skip: ['lib/f'] })
    expect(selected.map(({ id }) => id)).toEqual(['lib/e'])
    expect(excluded).toMatchObject([
      { why: 'not claimed', line: 'library.session: "${LIB_SESSION}"', checks: ['lib/a', 'lib/b'] },
      { why: 'not selected', line: '--depth deep', checks: ['lib/c'] },
      { why: 'not permitted', line: 'allow.generated: 200', checks: ['lib/d'] },
      { why: 'not selected', line: '--skip', checks: ['lib/f'] },
    ])
  })

  test('is not selected for the flag that does not name it', () => {
    const { excluded } = plan([check('lib/a'), check('lib/b')], { only: ['lib/a'], skip: ['lib/x'] })
    expect(excluded).toMatchObject([{ why: 'not selected', line: '--only', checks: ['lib/b'] }])
  })

  test('is what waits for time, in a quick run', () => {
    const waiting = [check('lib/b', { phase: 'settled' }), check('lib/c', { phase: 'settled', depth: 'deep' })]
    const { selected, excluded } = plan([check('lib/a'), ...waiting], { depth: 'quick' })
    expect(selected.map(({ id }) => id)).toEqual(['lib/a'])
    // Each names the depth that asks for it.
    expect(excluded.map(({ line, checks }) => [line, checks])).toEqual([
      ['--depth standard', ['lib/b']],
      ['--depth deep', ['lib/c']],
    ])
  })

  test('is what takes a part of a budget of 0, itself or by what it uses', () => {
    const loan = defineFixture({ name: 'loan', cost: { spends: { loans: 1 } }, make: async () => 'a loan' })
    const cost = { spends: { loans: 1 } }
    const checks = [
      check('lib/spends', { cost }),
      check('lib/uses', { uses: [loan] }),
      // What has to be refused goes on without what it makes on the way.
      check('lib/refused', { uses: [loan], tier: 'refuse' }),
      check('lib/at-most', { cost: { ...cost, typical: { spends: { loans: 0 } } } }),
    ]
    const allowing = (loans: number) =>
      plan(checks, { target: libraryTarget({ keys }, { allow: { loans, copies: 5 } }) })
    expect(allowing(1).excluded).toEqual([])
    const { excluded, spends } = allowing(0)
    expect(excluded).toEqual([
      {
        why: 'not permitted',
        reason: 'the target file does not allow it: allow.loans',
        line: 'allow.loans: 12',
        checks: ['lib/spends', 'lib/uses'],
      },
    ])
    expect(spends.loans).toEqual({ usual: 0, most: 0 })
  })

  test('is what asks a person, where there is none', () => {
    const target = libraryTarget({ outcomes: { returned: { ask: 'Bring it back' } } })
    const asking = [check('lib/a', { needs: ['library.outcomes.returned'] })]
    expect(plan(asking, { target }).excluded).toMatchObject([{ why: 'not permitted', checks: ['lib/a'] }])
    expect(plan(asking, { target, hasPerson: true }).excluded).toEqual([])
  })
})

describe('a quick run', () => {
  const long = check('lib/slow', { cost: { lingers: (_, depth) => (depth === 'quick' ? 0 : 100) } })
  const waiting = check('lib/waiting', { cost: { waits: () => 100 } })
  const quicker = (checks: readonly Check[], more: Partial<PlanOptions> = {}) =>
    quickerThan(plan(checks, more), options(checks, more))

  test('is named where it takes much less, with how many checks it leaves out', () => {
    expect(quicker([long, waiting])).toEqual({ seconds: 0, leavesOut: 1 })
    expect(quicker([long])).toEqual({ seconds: 0, leavesOut: 0 })
  })

  test('is not where it asks nothing, where the plan is short, quick already or made for a certificate', () => {
    expect(quicker([waiting])).toBeUndefined()
    expect(quicker([check('lib/short')])).toBeUndefined()
    expect(quicker([long], { depth: 'quick' })).toBeUndefined()
    expect(quicker([long], { certify: true })).toBeUndefined()
  })
})

describe('the price', () => {
  const loan = defineFixture({
    name: 'loan',
    cost: { requests: { reader: 2 }, spends: { loans: 1 } },
    make: async () => 'a loan',
  })
  const read = defineFixture({ name: 'read', uses: [loan], cost: { requests: { reader: 1 } }, make: async () => 1 })

  test('holds each fixture once, those behind others too', () => {
    const checks = [check('lib/a', { uses: [read] }), check('lib/b', { uses: [read, loan] })]
    const { requests, spends } = plan(checks)
    expect(requests).toEqual({ 'library.reader': { usual: 3, most: 3 } })
    expect(spends).toEqual({ loans: { usual: 1, most: 1 }, copies: { usual: 0, most: 0 } })
  })

  test('leaves out fixtures that cannot be made, and what only they use', () => {
    const sessions = defineFixture({
      name: 'sessions',
      needs: ['library.session'],
      uses: [loan],
      cost: { requests: { other: 5 } },
      make: async () => 1,
    })
    expect(plan([check('lib/a', { uses: [sessions] })]).requests).toEqual({})
  })

  test('tells what is usual from the most', () => {
    const cost = { requests: { reader: 9, none: 2 }, spends: { loans: 4 }, typical: { requests: { reader: 1 } } }
    const { requests, spends } = plan([check('lib/a', { cost })])
    expect(requests).toEqual({ 'library.reader': { usual: 1, most: 9 }, none: { usual: 0, most: 2 } })
    expect(spends.loans).toEqual({ usual: 4, most: 4 })
    expect(plan([check('lib/a', { cost: { ...cost, typical: { spends: { loans: 1 } } } })]).spends.loans).toEqual({
      usual: 1,
      most: 4,
    })
  })

  test('is no more than the target file allows', () => {
    const target = libraryTarget({ keys }, { allow: { loans: 3 } })
    const cost = { spends: { loans: 50 }, typical: { spends: { loans: 2 } } }
    expect(plan([check('lib/a', { cost })], { target }).spends.loans).toEqual({ usual: 2, most: 3 })
  })

  test('counts the values that are tried, and all of them as generated', () => {
    const generated = { standard: 10, deep: 100 }
    const checks = [check('lib/a', { generated, cost: { requests: { reader: 20 } } })]
    const target = libraryTarget({ keys }, { allow: { generated: 150 } })
    const priced = (more: Partial<PlanOptions>) => {
      const { generated: booked, requests } = plan(checks, { target, ...more })
      return [booked, requests['library.reader']?.most]
    }
    expect(priced({})).toEqual([20, 20])
    expect(priced({ depth: 'deep' })).toEqual([150, 150])
    expect(priced({ values: 5 })).toEqual([10, 10])
  })

  test('holds what asks after claims, one request for each that a check that runs needs', () => {
    const needy = check('lib/a', { needs: ['library.keys.other'] })
    expect(plan([needy]).requests).toEqual({ 'library.other': { usual: 1, most: 1 } })
    expect(plan([needy, check('lib/b')], { only: ['lib/b'] }).requests).toEqual({})
    expect([...neededClaims(options([needy]))]).toEqual(['library.keys.other'])
  })

  test('tells keys of two services with one name apart', () => {
    const target = libraryTarget({ keys }, { archive: { baseUrl: 'http://127.0.0.1:8', keys } })
    const library = check('lib/a', { cost: { requests: { reader: 1, none: 1 }, spends: { loans: 2 } } })
    const archive: Check = {
      ...library,
      id: 'arc/a',
      service: 'archive',
      cost: { requests: { reader: 5, none: 2 }, spends: { copies: 1 } },
    }
    const { requests, spends } = plan([library, archive], { target, services: [libraryService, archiveService] })
    expect(requests).toEqual({
      'library.reader': { usual: 1, most: 1 },
      'archive.reader': { usual: 5, most: 5 },
      none: { usual: 3, most: 3 },
    })
    expect(spends).toEqual({ loans: { usual: 2, most: 2 }, copies: { usual: 1, most: 1 } })
  })

  test('without any key are those that are made without one', () => {
    const keyed = check('lib/a', { cost: { requests: { reader: 3 }, spends: { loans: 2 } } })
    const both = check('lib/b', { cost: { requests: { reader: 4, none: 1 }, spends: { loans: 1 } } })
    const { requests, spends } = plan([keyed, both], { target: libraryTarget({}) })
    expect(requests).toEqual({ none: { usual: 1, most: 1 } })
    expect(spends.loans).toEqual({ usual: 1, most: 1 })
  })

  test('with a key that the target does not name are counted on those of which it has several', () => {
    const at = (name: string) => keyAt(libraryTarget({ keys }), 'library', name)
    expect(['reader', 'other', 'stranger', 'none'].map(at)).toEqual([
      'library.reader',
      'library.other',
      'library.reader',
      'none',
    ])
  })
})

test('keys that are lists are counted, single ones are not', () => {
  expect(plan([]).keys).toEqual({ 'library.reader': 2 })
})

test('the largest amount is told where anything is spent, with what checks add', () => {
  const costly = check('lib/a', { cost: { spends: { loans: 1 }, adds: 2 } })
  expect(plan([costly]).largestAmount).toEqual({ amount: 16, currency: 'days', from: 'allow.days' })
  expect(plan([check('lib/a')])).not.toHaveProperty('largestAmount')
  const forbidden = libraryTarget({ keys }, { allow: { loans: 0 } })
  expect(plan([costly], { target: forbidden })).not.toHaveProperty('largestAmount')
})

test('a certification works behind its run, for each of its requests', () => {
  const asking = check('lib/a', { cost: { requests: { reader: 300 } } })
  expect(plan([asking], { certify: true }).sealingSeconds).toBeCloseTo(0.9)
  expect(plan([asking])).not.toHaveProperty('sealingSeconds')
})

test('permissions are told where a check that runs makes use of them', () => {
  const target = libraryTarget({ keys, desk: { url: 'http://d' } })
  const closing = check('lib/a', { needs: ['allow.closesDesk'] })
  expect(plan([closing, check('lib/b')], { target }).permissions).toMatchObject([{ name: 'closesDesk' }])
  expect(plan([closing, check('lib/b')], { target, only: ['lib/b'] }).permissions).toEqual([])
})

test('each service is forecast at the pace of its document', () => {
  const services = [libraryService, archiveService]
  const target = libraryTarget({}, { archive: { baseUrl: 'http://a' } })
  const busy = check('lib/a', { cost: { requests: { other: 19 } } })
  const seconds = (each: Check) => Math.round(plan([each], { target, services }).forecast.seconds)
  // 55 in a minute, and 18 in ten seconds.
  expect([seconds(busy), seconds({ ...busy, service: 'archive' })]).toEqual([0, 10])
})

describe('what a plan says of generated values', () => {
  const many = check('lib/many', { generated: { standard: 10, deep: 1000 }, cost: { requests: { reader: 10 } } })
  const more = check('lib/more', { generated: { standard: 10, deep: 3000 }, cost: { requests: { reader: 10 } } })
  const allowing = libraryTarget({ keys }, { allow: { generated: 200 } })

  test('keeps to their budget in every number', () => {
    const { requests, generated, forecast } = plan([many, more], { target: allowing, depth: 'deep' })
    expect(requests['library.reader']).toEqual({ usual: 200, most: 200 })
    expect(generated).toBe(200)
    expect(forecast.seconds).toBeLessThan(plan([many, more], { depth: 'deep' }).forecast.seconds / 5)
  })

  test('has none to certify, and no line that would change it', () => {
    const target = withoutUnaskedValues(allowing, { certify: true })
    const { excluded, generated } = plan([many, check('lib/one')], { target, depth: 'deep', certify: true })
    expect(generated).toBe(0)
    expect(excluded).toMatchObject([{ why: 'not selected', line: 'without --certify', checks: ['lib/many'] }])
  })
})
