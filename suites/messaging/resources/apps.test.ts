import { expect, test } from 'vitest'
import { exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { apps } from './apps.ts'
import { describedApp, readableApp } from './own-records.ts'

const SHOWN = { app_id: 'A1', app_name: 'Shop', app_key: 'k1', user_id: 'u1', created_at: '2026-01-02T03:04:05Z' }

test.for<[string, object, string]>([
  ['that app', SHOWN, 'pass'],
  ['its id in other letters', { ...SHOWN, app_id: 'a1' }, 'pass'],
  ['no key', { ...SHOWN, app_key: undefined }, 'pass'],
  ['another key', { ...SHOWN, app_key: 'k2' }, 'fail'],
  ['its key in other letters', { ...SHOWN, app_key: 'K1' }, 'fail'],
  ['another id', { ...SHOWN, app_id: 'a2' }, 'fail'],
  ['no app', { message: 'found' }, 'fail'],
])('an app that is read by its key: %s is shown', async ([_, answer, expected]) => {
  const said = await saidBy(
    apps.find(({ id }) => id === 'msg/apps/read'),
    { fixtures: { [readableApp.name]: { key: 'k1', id: 'A1', answer: exchangeOf({ status: 200, answer }) } } },
  )
  expect(said).toEqual([`${expected} msg.apps.read`])
})

const ECHO = 'msg.apps.name-echo'
const UNUSUAL = 'Assay-1 Ñ'

test.for<[string, number, object, string]>([
  ['the name', 201, { ...SHOWN, app_name: UNUSUAL }, 'pass'],
  ['another name', 201, SHOWN, 'fail'],
  // What is no app has its own statements.
  ['no name', 201, { ...SHOWN, app_name: undefined }, 'unexercised'],
  ['a name alone', 201, { app_name: 'Shop' }, 'unexercised'],
  ['a refusal', 422, SHOWN, 'unexercised'],
])('an app of an unusual name is created: %s is shown', async ([_, status, answer, expected]) => {
  const made = exchangeOf({ status, answer: { updated_at: SHOWN.created_at, ...answer } })
  const said = await saidBy(
    apps.find(({ id }) => id === 'msg/apps/described'),
    { fixtures: { [describedApp.name]: { sent: {}, answer: made, unusual: UNUSUAL } } },
  )
  expect(said).toContain(`${expected} ${ECHO}`)
})
