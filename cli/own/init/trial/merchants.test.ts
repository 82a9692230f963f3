import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { targetFileOf } from '../target-answers.ts'
import { withStrangers } from './merchants.ts'
import { triedFile } from './trial.ts'

const KEYS = { PAY_KEY: 'sk_live_alice_1', PAY_KEY_2: 'sk_live_bob_1', PAY_KEY_3: 'sk_live_alice_2' }
const merchantOf = (authorization = ''): string => /_(alice|bob)_/.exec(authorization)?.[1] ?? ''

/** The file, and what is said, for a service of two merchants each of whom finds its own payments alone. */
async function tried(...liveKeyEnv: readonly (keyof typeof KEYS)[]) {
  const owners = new Map<string, string>()
  const server = createServer((request, response) => {
    const merchant = merchantOf(request.headers.authorization)
    const [, id = ''] = /\/payments\/(.+)$/.exec(request.url ?? '') ?? []
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      const isMade = request.method === 'POST' && Object.keys(Object(text === '' ? {} : JSON.parse(text))).length > 0
      const made = isMade ? randomUUID() : id
      if (isMade) owners.set(made, merchant)
      const isThere = merchant !== '' && owners.get(made) === merchant
      const status = merchant === '' ? 401 : isMade ? 201 : request.method === 'POST' ? 400 : isThere ? 200 : 404
      const body = status < 300 ? { data: { id: made, status: 'pending' } } : { status: 'error', code: status }
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const output = new PassThrough()
  try {
    const payment = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const answers = { payment, liveKeyEnv }
    const keys = { answers, values: KEYS, areGiven: true } as unknown as Parameters<typeof triedFile>[1]
    const { file } = await triedFile(targetFileOf(answers), keys, { yes: true, output })
    return { keys: file.payment?.keys, said: String(output.read()) }
  } finally {
    server.close()
  }
}

test('a key that does not find a payment of the first one is that of another merchant', async () => {
  const { keys, said } = await tried('PAY_KEY', 'PAY_KEY_2', 'PAY_KEY_3')
  expect(keys).toEqual({ live: ['${PAY_KEY}', '${PAY_KEY_3}'], otherMerchant: '${PAY_KEY_2}' })
  expect(said).toContain('a read with PAY_KEY_2 was answered 404 for a payment of the first key')
})

test('keys of one merchant are all live ones', async () => {
  const { keys, said } = await tried('PAY_KEY', 'PAY_KEY_3')
  expect(Object.keys(keys ?? {})).toEqual(['live'])
  expect(said).not.toContain('another merchant')
})

test('one that the file names already stays', () => {
  const file = { payment: { baseUrl: 'http://a', keys: { live: ['${A}', '${B}'], otherMerchant: '${C}' } } }
  expect(withStrangers(file, ['B']).payment?.keys).toEqual({ live: ['${A}'], otherMerchant: '${C}' })
})
