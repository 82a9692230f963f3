import { describe, expect, test } from 'vitest'
import type { FixtureContext } from '../../../kit/check/context.ts'
import { contextOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import {
  describedApp,
  keptApp,
  madeApp,
  newApp,
  ownApp,
  ownCampaign,
  reachable,
  readableApp,
  readBack,
} from './own-records.ts'

const FOUND = exchangeOf({ id: 'found', status: 200 })
const GONE = exchangeOf({ id: 'gone', status: 404 })

const world = (service: object, fixtures: Readonly<Record<string, unknown>>, more: object = {}): FixtureContext =>
  contextOf<FixtureContext>({ service, fixtures, context: { permits: () => true, depth: 'standard', ...more } }).t

describe('what a caller surely reaches', () => {
  const BOTH = { fixtures: { campaign: 'c1' }, appKey: 'k1' }
  const made = { [madeApp.name]: { key: 'k2', answer: FOUND } }

  test.for<[string, object, Readonly<Record<string, unknown>>, string]>([
    ['the campaign', BOTH, { [ownCampaign.name]: FOUND }, 'campaign c1 found'],
    ['the app, where the campaign is gone', BOTH, { [ownCampaign.name]: GONE, [ownApp.name]: FOUND }, 'app k1 found'],
    ['the app, where no campaign is named', { appKey: 'k1' }, { [ownApp.name]: FOUND }, 'app k1 found'],
    [
      'an app of the run, where both are gone',
      BOTH,
      { [ownCampaign.name]: GONE, [ownApp.name]: GONE, ...made },
      'app k2 found',
    ],
    ['an app of the run, where none is named', {}, made, 'app k2 found'],
  ])('%s', async ([_, service, fixtures, expected]) => {
    const { kind, id, answer } = await reachable.make(world(service, fixtures))
    expect(`${kind} ${id} ${answer.id}`).toBe(expected)
  })
})

describe('an app that can be read', () => {
  const file = { appKey: 'k1', appId: 'a1' }
  const own = { [ownApp.name]: FOUND }
  const run = (id?: string) => ({
    [keptApp.name]: { key: 'k2', ...(id === undefined ? {} : { id }) },
    [readBack.name]: FOUND,
  })

  test.for<[string, object, Readonly<Record<string, unknown>>, object, object]>([
    ['is that of the run', file, { ...own, ...run('a2') }, {}, { key: 'k2', id: 'a2' }],
    ['shows no id where its creation showed none', file, { ...own, ...run() }, {}, { key: 'k2' }],
    [
      'is that of the target file at full depth',
      file,
      { ...own, ...run('a2') },
      { depth: 'deep' },
      { key: 'k1', id: 'a1' },
    ],
    ['is that of the target file where none was made', file, own, {}, { key: 'k1', id: 'a1' }],
    ['has no id where the file names none', { appKey: 'k1' }, own, {}, { key: 'k1' }],
    [
      'is that of the target file where nothing may be written',
      file,
      { ...own, ...run('a2') },
      { permits: () => false },
      { key: 'k1', id: 'a1' },
    ],
  ])('%s', async ([_, service, fixtures, more, expected]) => {
    expect(await readableApp.make(world(service, fixtures, more))).toEqual({ ...expected, answer: FOUND })
  })
})

test.for<[string, object, object]>([
  ['its key and its id', { app_key: 'k', app_id: 'a' }, { key: 'k', id: 'a' }],
  ['its key alone, where the id is missing', { app_key: 'k' }, { key: 'k' }],
  ['its key alone, where the id is no text', { app_key: 'k', app_id: 7 }, { key: 'k' }],
])('of an app that was made is known %s', async ([_, answered, expected]) => {
  const answer = exchangeOf({ status: 201, answer: answered })
  const known = await madeApp.make(world({}, { [newApp.name]: { name: 'n', answer } }))
  expect(known).toEqual({ name: 'n', answer, ...expected })
})

test.for<[string, number, number, object, string]>([
  ['the described one', 1, 201, { app_key: 'k1', app_id: 'a1' }, 'k1 a1'],
  ['the one with a name alone, by turns', 3, 201, { app_key: 'k1', app_id: 'a1' }, 'k2 a2'],
  ['the one with a name alone, where a description was refused', 1, 422, { app_key: 'k1', app_id: 'a1' }, 'k2 a2'],
  ['the one with a name alone, where the described one shows no key', 1, 201, { app_id: 'a1' }, 'k2 a2'],
])('the app that is read back is %s', async ([_, seed, status, answer, expected]) => {
  const fixtures = {
    [describedApp.name]: { sent: {}, answer: exchangeOf({ status, answer }) },
    [madeApp.name]: { key: 'k2', id: 'a2', answer: FOUND },
  }
  const { key, id } = await keptApp.make(world({}, fixtures, { seed }))
  expect(`${key} ${id}`).toBe(expected)
})
