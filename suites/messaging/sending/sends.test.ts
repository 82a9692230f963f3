import { expect, test } from 'vitest'
import { contextOf } from '../../../tests/made-up/recorded.ts'
import type { FixtureContext } from '../define.ts'
import { linkedCaller } from './sends.ts'

const said = (keys: readonly string[], service: object = {}): unknown => {
  const key = (name: string) => (keys.includes(name) ? { name, value: name } : undefined)
  const { t } = contextOf<FixtureContext>({ service, context: { key } })
  const { key: own, ...more } = linkedCaller(t)
  return [typeof own === 'string' ? own : own?.name, more]
}

test('a key that is bound names its app by itself, whatever else is known', () => {
  expect(said(['bound', 'unbound'], { appId: 'a1' })).toEqual(['bound', {}])
})

test.for<[string, object, string]>([
  ['that of the webhook', { appId: 'a1', smsWebhook: { appId: 'a2' } }, 'a2'],
  ['that of the target file', { appId: 'a1' }, 'a1'],
])('a key of no app names one: %s', ([_, service, appId]) => {
  expect(said(['unbound'], service)).toEqual(['unbound', { appId }])
})

test('without an app to name nobody is linked to a webhook', () => {
  expect(() => said(['unbound'])).toThrow()
  expect(() => said([])).toThrow()
})
