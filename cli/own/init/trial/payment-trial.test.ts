import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { TargetUnreachable } from '../../../../kit/run/preflight/preflight-fault.ts'
import { targetFileOf } from '../target-answers.ts'
import { targetFileText } from '../target-text.ts'
import { triedFile } from './trial.ts'

const KEY = 'sk_live_0123456789'
const GIVEN = { amount: 1000, currency: 'TZS', type: 'mobile', phone: '255700000100', network: 'alpha' }

type Answering = (body: {
  readonly amount?: number
  readonly type?: string
}) => readonly [code: number, message: string]

interface Behaviour {
  readonly isTaken?: boolean
  /** Asks for no key, and shows a page wherever it has no endpoint. */
  readonly isOpen?: boolean
  readonly host?: string
}

/** Asks a service that answers creations so; gives back how many it took, too. */
async function served<Found>(
  answer: Answering,
  { isTaken = true, isOpen = false, host = '127.0.0.1' }: Behaviour,
  ask: (baseUrl: string) => Promise<Found>,
) {
  let made = 0
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      const isKnown = isOpen || request.headers.authorization !== undefined
      const isCreation = request.method === 'POST' && request.url === '/api/v1/payments' && isKnown
      const [code, message] = isCreation ? answer(JSON.parse(text) as object) : [401, 'no key']
      if (isCreation && code < 300) made += 1
      if (isOpen && !isCreation) {
        response.writeHead(404, { 'Content-Type': 'text/html' }).end('<!DOCTYPE html><html>Not found</html>')
        return
      }
      const read =
        request.method === 'GET' && request.headers.authorization !== undefined ? (isTaken ? 404 : 401) : code
      response.writeHead(read, { 'Content-Type': 'application/json' }).end(JSON.stringify({ code: read, message }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const found = await ask(`http://${host}:${(server.address() as AddressInfo).port}`)
    return { found, made }
  } finally {
    server.close()
  }
}

/** The file, and what is said, for a service that answers creations so. */
async function tried(
  answer: Answering,
  { areGiven = false, yes = true, ...behaviour }: Behaviour & { areGiven?: boolean; yes?: boolean } = {},
) {
  const output = new PassThrough()
  const { found, made } = await served(answer, behaviour, (payment) => {
    const answers = { payment, liveKeyEnv: ['PAY_KEY'], mobileBody: GIVEN }
    const keys = { answers, values: { PAY_KEY: KEY }, areGiven } as unknown as Parameters<typeof triedFile>[1]
    return triedFile(targetFileOf(answers), keys, { yes, output })
  })
  return { ...found, made, said: String(output.read()), text: targetFileText(found.file, found) }
}

test('a creation that its author calls valid and the service refuses is written as not confirmed', async () => {
  const { file, text, unconfirmed } = await tried(() => [500, `boom\n${KEY}`])
  expect(file.payment?.bodies?.mobile).toEqual(GIVEN)
  expect(unconfirmed).toEqual({ 'payment.bodies.mobile': expect.stringMatching(/^500 boom.\(secret\)$/) as string })
  expect(text).toMatch(
    /\n {4}# Not confirmed: when this was written, it was answered 500 boom.\(secret\)\n {4}mobile: \{"amount":1000,/,
  )
})

test('one that is accepted with another amount says so, and one that is accepted needs no word', async () => {
  const changed = await tried(({ amount = 0 }) => (amount >= 5000 ? [201, 'made'] : [400, 'The amount is too small']))
  expect(changed.said).toContain('a mobile creation is accepted with amount 5000 in place of 1000: 201')
  expect(changed.file.payment?.bodies?.mobile).toMatchObject({ amount: 5000 })
  expect(changed.unconfirmed).toEqual({})
  // One that blames no member by its name.
  const unnamed = await tried(({ amount = 0 }) => (amount >= 5000 ? [201, 'made'] : [400, 'It is below the minimum']))
  expect(unnamed.file.payment?.bodies?.mobile).toMatchObject({ amount: 5000 })
  const { said, text } = await tried(() => [201, 'made'])
  expect(said).toContain('a mobile creation is accepted: 201')
  expect(text).not.toContain('Not confirmed')
})

test('no body of another kind is made of the type of a mobile payment, which is one then', async () => {
  const { file, said, text } = await tried(({ type }) =>
    type === 'mobile' ? [201, 'made'] : [400, 'The type must be one of: mobile'],
  )
  expect(Object.keys(file.payment?.bodies ?? {})).toEqual(['mobile'])
  expect(said).toMatch(/payment: no card creation was accepted with a type of its own \(\d+ tried\), the last: 400 /)
  expect(text).toMatch(
    /\n# When this was written, none with a type of its own was accepted; the last was answered 400 .*\n# payment\.bodies\.card: /,
  )
  expect(text).toMatch(/none with a type of its own was accepted.*\n# payment\.bodies\.qr: /)
})

test('nothing is written for a key of --key that is not taken; one that only the environment has may come later', async () => {
  const refused = () => [201, 'made'] as const
  await expect(tried(refused, { isTaken: false, areGiven: true })).rejects.toThrow(
    /^--key: it is not taken, a read with it was answered 401.*; nothing was written$/,
  )
  const { said, file } = await tried(refused, { isTaken: false })
  expect(said).toContain('the key is not taken, so nothing more is tried')
  expect(file.payment?.bodies?.mobile).toEqual(GIVEN)
})

/** A service that wants an amount, and one that looks at nothing. */
const STRICT: Answering = ({ amount }) => (amount === undefined ? [400, 'no amount'] : [201, 'made'])
const LAX: Answering = () => [201, 'made']

test('what was announced is a bound, and what is left behind is counted', async () => {
  const strict = await tried(STRICT)
  expect(strict.said).toMatch(
    /^payment: up to 3 payments \(.*\), and by a service that takes \{\} up to 4 more, are created/,
  )
  expect(strict.said).toContain('POST /api/v1/payments with {} and without Idempotency-Key: 400 no amount\n')
  expect(strict.made).toBe(3)
  expect(strict.said).toContain('payment: left behind: up to 3 payments, as far as answers tell\n')
  const lax = await tried(LAX)
  expect(lax.said).toContain('with {} and without Idempotency-Key: 201 made, taken where it is to be refused\n')
  const open = await tried(LAX, { isOpen: true })
  for (const { made, said } of [lax, open]) {
    expect(made).toBeGreaterThanOrEqual(4)
    expect(made).toBeLessThanOrEqual(3 + 4)
    expect(said).toContain('payment: left behind: up to 7 payments, as far as answers tell\n')
  }
  const none = await tried(() => [400, 'no'])
  expect(none.said).not.toContain('left behind')
})

test('what may have made a payment is left behind perhaps, and is not sent again with other values', async () => {
  for (const [status, message] of [
    [502, 'The network does not answer'],
    [402, 'The phone was declined'],
  ] as const) {
    const { said } = await tried(({ type }) => (type === undefined ? [400, 'no type'] : [status, message]))
    expect(said).toContain(`payment: no mobile creation was accepted (1 tried), the last: ${status} ${message}\n`)
    expect(said).toContain('payment: left behind: up to 3 payments, as far as answers tell\n')
  }
})

test('of an answer without a UUID no more is said than that', async () => {
  const { said } = await tried(STRICT)
  expect(said).toContain('where the id stands is not known: no member of the answer is a UUID; ')
})

test('where nobody agreed to payments being created nothing is sent that could make one', async () => {
  // No loopback address, and this machine all the same.
  const { said, made, file } = await tried(LAX, { host: '0.0.0.0', yes: false })
  expect(said).toMatch(/^payment: nothing is created at .*; with --yes up to 3 payments /)
  expect(said).toMatch(/\npayment: GET .*\n$/)
  expect(made).toBe(0)
  expect(file.payment?.bodies?.mobile).toEqual(GIVEN)
})

/** A service that ends by a creation with a card, and is there again after so many ms where it is given; it keeps all in memory. */
async function crashing(backAfterMs: number | undefined) {
  const paid = new Map<string, string>()
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      const answer = (status: number, body: object): void => {
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
      }
      if (request.headers.authorization === undefined) return answer(401, {})
      if (request.method === 'GET') return answer(paid.has(request.url ?? '') ? 200 : 404, {})
      const { type } = JSON.parse(text) as { type?: string }
      if (type === 'card') {
        paid.clear()
        server.close()
        server.closeAllConnections()
        if (backAfterMs !== undefined) setTimeout(() => server.listen(port, '127.0.0.1'), backAfterMs)
        return
      }
      if (type !== 'mobile') return answer(400, {})
      const id = randomUUID()
      paid.set(`/api/v1/payments/${id}`, 'pending')
      answer(201, { id, status: 'pending' })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const output = new PassThrough()
  const answers = { payment: `http://127.0.0.1:${port}`, liveKeyEnv: ['PAY_KEY'], mobileBody: GIVEN }
  const keys = { answers, values: { PAY_KEY: KEY }, areGiven: false } as unknown as Parameters<typeof triedFile>[1]
  const found = await triedFile(targetFileOf(answers), keys, { yes: true, output }).catch((error: unknown) => error)
  server.close()
  server.closeAllConnections()
  return { found, said: String(output.read()) }
}

test('a service that ends by a request is named as gone, with the request, and nothing is written of it', async () => {
  const { found, said } = await crashing(undefined)
  expect(found).toBeInstanceOf(TargetUnreachable)
  expect(String(found)).toMatch(
    /went away while it was asked what a target file says: the last request before that, POST \/api\/v1\/payments with \{.*"type":"card".*\}, got no answer\. Nothing was written/,
  )
  expect(said).toContain('left behind: up to 2 payments')
})

test('one that is started again is asked on, and its answers are not taken for those of a wrong place', async () => {
  const { found, said } = await crashing(400)
  expect(found).toMatchObject({ file: { payment: { bodies: { mobile: GIVEN } } } })
  expect(said).toMatch(/where the id stands is not known: the payment could not be read after POST .*"type":"card"/)
  expect(said).not.toContain('payment.record.id says')
  expect(said).toContain('left behind: up to 2 payments')
})
