import { expect, test } from 'vitest'
import { contextOf } from '../../../../tests/made-up/recorded.ts'
import type { FixtureContext } from '../../define.ts'
import type { Speaker } from './callers.ts'
import { refusedWithCallback } from './refused-with-callback.ts'

test('where there is no place for callbacks nothing that names one is sent', async () => {
  const { t, sent } = contextOf<FixtureContext>({ service: { baseUrl: 'http://127.0.0.1' } })
  const speaker = { as: {}, members: {} } as unknown as Speaker
  expect(await refusedWithCallback(t, speaker, '255700000301')).toBeUndefined()
  expect(sent).toEqual([])
})
