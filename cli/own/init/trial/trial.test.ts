import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { targetFileOf } from '../target-answers.ts'
import { triedFile } from './trial.ts'

const VALUES = {
  PAY_KEY: 'sk_live_0123456789',
  PAY_KEY_2: 'sk_live_of_nobody',
  MSG_KEY_BOUND: 'msk_0123456789',
  MSG_BEARER: 'mat_of_nobody',
}
const NAMED = {
  payment: { liveKeyEnv: ['PAY_KEY', 'PAY_KEY_2'] },
  messaging: { boundKeyEnv: 'MSG_KEY_BOUND', bearerEnv: 'MSG_BEARER' },
} as const

/** What is said of a service that takes no credentials with one of these words in them. */
async function tried(id: 'payment' | 'messaging', denied: readonly string[], areGiven = false) {
  const server = createServer(({ headers, url = '' }, response) => {
    const shown = [headers.authorization, headers['x-api-key']].filter((each) => each !== undefined).join(' ')
    const status = shown === '' || denied.some((word) => shown.includes(word)) ? 401 : url.includes('/all/') ? 200 : 404
    const body = { error_code: status === 401 ? 'invalid_api_key' : 'RESOURCE_NOT_FOUND' }
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(status === 200 ? [] : body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const output = new PassThrough()
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const answers = { [id]: url, ...NAMED[id] }
    const keys = { answers, values: VALUES, areGiven } as unknown as Parameters<typeof triedFile>[1]
    await triedFile(targetFileOf(answers), keys, { yes: true, output })
    return String(output.read())
  } finally {
    server.close()
  }
}

test('every key of --key is tried', async () => {
  await expect(tried('payment', ['nobody'], true)).rejects.toThrow(
    /^--key: payment\.keys\.live\[1\] is not taken, a read with it was answered 401 invalid_api_key; nothing was written$/,
  )
})

test('what a service denies of that which variables hold is told', async () => {
  expect(await tried('payment', ['nobody'])).toContain(
    '\npayment: payment.keys.live[1] is not taken, a read with it was answered 401 invalid_api_key; it is written all the same\n',
  )
  expect(await tried('messaging', ['nobody'])).toMatch(/^messaging: messaging\.bearer is not taken, a read with it was/)
  expect(await tried('messaging', [])).not.toContain('not taken')
})

test('of what is read with a key that is not taken nothing is said', async () => {
  const said = await tried('messaging', ['msk'])
  expect(said).toContain('messaging: the key is not taken')
  expect(said).not.toContain('bearer')
})
