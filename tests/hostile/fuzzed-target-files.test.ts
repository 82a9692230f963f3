import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { messageOf } from '../../cli/errors.ts'
import { readBaseline } from '../../cli/files/baseline.ts'
import { own } from '../../cli/own/own.ts'
import { chooseTarget } from '../../cli/run/terms/target.ts'
import { emptyFolder } from '../command.ts'
import { damaged, garbage, isUnpolluted, looking, mutatedTrees, timeout } from './mutations.ts'

const TARGET = {
  name: 'acme',
  environment: 'test',
  timeScale: 2,
  allow: { payments: 4, messages: 2, profileWrites: true, amount: 100 },
  webhooks: { listen: '127.0.0.1:0', publicUrl: 'https://hooks.example/x', deliveryWithin: 5, retryWithin: 60 },
  timing: { request: 5, settle: 5, person: 5 },
  network: { insecure: false },
  payment: {
    baseUrl: 'https://pay.example/base',
    keys: { live: ['${PAY_KEY}', 'k2'], revoked: 'k3' },
    signingKey: '${PAY_SIGNING_KEY:-x}',
    bodies: { mobile: { amount: 5, phone: '255712345678', customer: { firstname: 'A' } } },
    record: { id: '/data/id', status: '/data/status' },
    defaults: { webhookUrl: 'https://a.example', callbackUrl: '' },
    outcomes: {
      completed: { with: { phone: '255712345678' } },
      expired: { call: { method: 'POST', url: 'https://sim.example/{id}', json: { status: 'expired' } } },
      cancelled: { run: './cancel.sh {id}' },
      failed: { ask: 'Reject it' },
    },
  },
  'messaging.baseUrl': 'https://msg.example',
  'messaging.keys.bound': '${MSG_KEY}',
}
const ENV = { PAY_KEY: 'key-1', MSG_KEY: 'key-2' }
const BASELINE = { known: [{ requirement: 'pay.create.mobile', reason: 'r', owner: 'o', expires: '2026-12-31' }] }

const folder = emptyFolder

/** Reads a file as the command does; anything but a result or a message for its author fails. */
async function told(read: () => Promise<unknown>, path: string): Promise<void> {
  try {
    await read()
  } catch (error) {
    const message = messageOf(error, { name: 'assay' })
    expect(message, (error as Error).stack ?? '').not.toContain('an unexpected error')
    expect(message).toContain(path)
    expect(message.length).toBeLessThan(40_000)
  }
  expect(isUnpolluted()).toBe(true)
}

test.each(['json', 'yaml'])('a target file, %s, is read, or told with its place', { timeout }, async (kind) => {
  const path = join(folder(), `target.${kind}`)
  const valid = mutatedTrees(TARGET).map((json) => (kind === 'json' || json.length > 50_000 ? json : asYaml(json)))
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: damaged(valid) }, garbage), async (bytes) => {
      writeFileSync(path, bytes)
      await told(() => chooseTarget({ config: path }, own, '/', ENV), path)
    }),
    looking(250),
  )
})

/** The same tree as people write it. */
function asYaml(json: string): string {
  try {
    return stringify(JSON.parse(json))
  } catch {
    return json
  }
}

test('a baseline is read, or told with its place', { timeout }, async () => {
  const path = join(folder(), 'known.yaml')
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: damaged(mutatedTrees(BASELINE)) }, garbage), async (bytes) => {
      writeFileSync(path, bytes)
      await told(() => readBaseline(path), path)
    }),
    looking(250),
  )
})
