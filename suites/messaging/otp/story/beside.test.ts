import { expect, test } from 'vitest'
import { contextOf } from '../../../../tests/made-up/recorded.ts'
import type { FixtureContext } from '../../define.ts'
import { namedBeside } from './beside.ts'
import type { Speakers } from './callers.ts'

const OTHER = { id: 'a2', key: 'k2' }

const named = (appKey: string | undefined, secondApp: object | undefined, seed = 0, isBound = true): unknown => {
  const { t } = contextOf<FixtureContext>({ service: { appKey }, context: { seed } })
  return namedBeside(t, { isBound, secondApp } as unknown as Speakers, ['id', 'key']).map(
    ({ by, isOther, value }) => `${by} ${value}${isOther ? ', of the other app' : ''}`,
  )
}

const ID = 'X-App-ID a2, of the other app'

test('beside a bound key stand the id of the second app and a key, of the one or the other as the seed decides', () => {
  expect([0, 1, 2, 3].map((seed) => named('k1', OTHER, seed))).toEqual([
    [ID, 'app_key k2, of the other app'],
    [ID, 'app_key k2, of the other app'],
    [ID, 'app_key k1'],
    [ID, 'app_key k1'],
  ])
})

test.for<[string, unknown, string[]]>([
  ['no app_key is named', named(undefined, OTHER, 2), [ID, 'app_key k2, of the other app']],
  ['there is no second app', named('k1', undefined), ['app_key k1']],
  ['there is neither', named(undefined, undefined), []],
  ['the key is not bound', named('k1', OTHER, 0, false), []],
])('where %s', ([_, found, expected]) => {
  expect(found).toEqual(expected)
})
